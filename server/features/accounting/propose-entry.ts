import { type Kysely, type SqlBool, sql } from 'kysely'
import type { addEntry as adding, payTax as paying } from '#contract/accounting/entries.ts'
import type { Proposed } from '#contract/approvals.ts'
import type { Parsed } from '#contract/core/endpoint.ts'
import type { Prefix } from '#contract/core/values.ts'
import type { DB } from '#db/types.ts'
import { centsOf, moneyOf } from '#rules/cents.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import { propose } from '#server/domain/approvals.ts'
import { isBonusGuarded } from '#server/domain/contribution-rules.ts'
import { findPosted, wishHash } from '#server/domain/post-journal.ts'
import { type Entry, type EntryLine, findBeyondBonus, judgeEntry } from './entry-rules.ts'
import { entryTask } from './entry-task.ts'
import { findOwed } from './tax-owed.queries.ts'

export type Wish = { key: string; hash: string }

/** What this key has led to: a change that was proposed, or one that needed nobody else. */
export const findAsked = async (tx: Kysely<DB>, { key, hash }: Wish): Promise<Proposed | null> => {
  await sql`select pg_advisory_xact_lock(hashtext('entry'), hashtext(${key}))`.execute(tx)
  const asked = await tx
    .selectFrom('approval')
    .where('task', '=', entryTask.name)
    .where(sql<SqlBool>`payload ->> 'key' = ${key}`)
    .select(['id', sql<string>`payload ->> 'hash'`.as('hash')])
    .executeTakeFirst()
  const posted = asked ? undefined : await findPosted(tx, key)
  const known = asked?.hash ?? posted?.requestHash
  if (known === undefined) return null
  if (known !== hash) throw refuse('idempotency.differentBody')
  return asked ? { state: 'pending', approvalId: asked.id } : { state: 'done', approvalId: null }
}

type Judged = Awaited<ReturnType<typeof judgeEntry>>

type Side = Record<string, string | Record<string, string | Record<string, string>>>

/** One side of the entry as whoever checks it reads it: by ledger, and by client's account or return. */
const sideOf = (
  lines: readonly EntryLine[],
  side: EntryLine['side'],
  { numberOf, ledgerOf }: { numberOf: (accountId: string) => string; ledgerOf: (code: string) => string },
): Side => {
  const told: Side = {}
  for (const { ledger: code, accountId, tax, amount } of lines.filter((line) => line.side === side)) {
    const ledger = ledgerOf(code)
    const group = (told[ledger] ?? {}) as Record<string, string | Record<string, string>>
    if (accountId) told[ledger] = { ...group, [numberOf(accountId)]: amount }
    else if (tax) {
      const form = tax.form ?? 'none'
      told[ledger] = { ...group, [form]: { ...((group[form] ?? {}) as Record<string, string>), [tax.month]: amount } }
    } else told[ledger] = amount
  }
  return told
}

/** Whose money the entry moves, in the order of its lines. */
const clientsOf = ({ lines }: Entry, accounts: Judged['accounts']): string[] =>
  lines.flatMap(({ accountId }) => accounts.find(({ id }) => id === accountId)?.clientId ?? [])

type Asked = Wish & { entry: Entry; reason: string; params: Record<string, string>; now: number }

export const proposeEntry = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  { entry, reason, params, now, ...wish }: Asked,
): Promise<Proposed> => {
  const { accounts, ledgers } = await judgeEntry(tx, ctx, entry)
  const beyond = findBeyondBonus(entry, accounts)
  const guarded = await Promise.all(
    beyond.map(({ account, amount }) => isBonusGuarded(tx, account, { amount, businessDate: ctx.businessDate })),
  )
  const { lines, bookingDate, valueDate, description } = entry
  const names = {
    numberOf: (id: string): string => accounts.find((account) => account.id === id)!.number,
    // An account that the firm has added is named as it is called; a dot would part the name.
    ledgerOf: (code: string): string => {
      const name = ledgers.get(code)?.name
      return name ? `${code} ${name.replaceAll('.', ' ')}` : code
    },
  }
  const debits = lines.filter(({ side }) => side === 'debit').reduce((sum, { amount }) => sum + centsOf(amount), 0n)
  return propose(
    tx,
    ctx,
    entryTask,
    {
      payload: { entry, ...wish },
      reason,
      entity: 'journal',
      params: { ...params, amount: moneyOf(debits) },
      after: {
        ...{ description, bookingDate, valueDate },
        debit: sideOf(lines, 'debit', names),
        credit: sideOf(lines, 'credit', names),
        ...(beyond.length > 0 && {
          bonus: Object.fromEntries(beyond.map(({ account }) => [account.number, account.bonusRate])),
        }),
      },
      about: { clientIds: clientsOf(entry, accounts) },
      guarded: guarded.includes(true),
    },
    now,
  )
}

/** A journal by hand, proposed to a second person. Throws what speaks against it, then and when it is carried out. */
export const addEntry = (ctx: Ctx, { body, key }: Parsed<typeof adding>, { serving }: Raw): Promise<Proposed> => {
  const wish = { key, hash: wishHash(body) }
  return ctx.db.transaction().execute(async (tx) => {
    const asked = await findAsked(tx, wish)
    if (asked) return asked
    const { reason, lines, ...head } = body
    const entry: Entry = {
      source: 'entry',
      ...head,
      lines: lines.map(({ accountId = null, tax = null, ...line }) => ({ ...line, accountId, tax })),
    }
    return proposeEntry(tx, ctx, { entry, reason, params: { kind: head.kind }, now: serving.clock(), ...wish })
  })
}

type Payment = Parsed<typeof paying>['body']

/** The months' lines on the tax account, the oldest first, as far as the amount goes. Throws `tax.overOwed` where it goes further than what is owed. */
const linesOf = async (
  tx: Kysely<DB>,
  { form, from, to, amount, bookingDate }: Payment,
  prefix: Prefix,
): Promise<EntryLine[]> => {
  const owed = await findOwed(tx, { prefix, from, to, form, asOf: bookingDate })
  const sum = owed.reduce((cents, row) => cents + centsOf(row.owed), 0n)
  if (centsOf(amount) > sum) throw refuse('tax.overOwed', { fields: { amount: 'overOwed' } })
  let left = centsOf(amount)
  const lines: EntryLine[] = []
  for (const { month, owed: most } of owed) {
    const part = centsOf(most) < left ? centsOf(most) : left
    if (part <= 0n) continue
    left -= part
    const tax = { form: form === 'none' ? null : form, month }
    lines.push({ ledger: 'tax_payable', side: 'debit', amount: moneyOf(part), accountId: null, tax })
  }
  return [...lines, { ledger: 'bank', side: 'credit', amount, accountId: null, tax: null }]
}

/** What was withheld in some months, handed to the authority: a journal by hand of one shape, within what is owed. */
export const payTax = (ctx: Ctx, { body, key }: Parsed<typeof paying>, { serving }: Raw): Promise<Proposed> => {
  const wish = { key, hash: wishHash(body) }
  return ctx.db.transaction().execute(async (tx) => {
    const asked = await findAsked(tx, wish)
    if (asked) return asked
    const { form, from, to, reason, bookingDate, valueDate, description } = body
    if (from > to) throw refuse('request.invalid', { fields: { to: 'order' } })
    const lines = await linesOf(tx, body, ctx.prefix)
    const entry: Entry = { source: 'tax', kind: 'adjustment', bookingDate, valueDate, description, lines }
    const params = { tax: form, from, to }
    return proposeEntry(tx, ctx, { entry, reason, params, now: serving.clock(), ...wish })
  })
}

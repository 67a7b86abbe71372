import { type Kysely, type SqlBool, sql } from 'kysely'
import type { proposeJournalEntry, proposeTaxPayment } from '#contract/accounting/entries.ts'
import type { ProposalResult } from '#contract/approvals.ts'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type { Prefix } from '#contract/core/values.ts'
import type { DB } from '#db/types.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { proposeForApproval } from '#server/domain/approvals.ts'
import { isBonusApprovalGuarded } from '#server/domain/contribution-rules.ts'
import { findByIdempotencyKey, requestHash } from '#server/domain/post-journal.ts'
import { findEntryBonusExcess, type ManualEntry, type ManualEntryLine, validateEntry } from './entry-rules.ts'
import { manualEntryTask } from './entry-task.ts'
import { findMonthlyTaxOwed } from './tax-owed.queries.ts'

export type IdempotentRequest = { key: string; hash: string }

/** What this key has led to: a change that was proposed, or one that needed nobody else. */
export const findEntryByIdempotencyKey = async (
  tx: Kysely<DB>,
  { key, hash }: IdempotentRequest,
): Promise<ProposalResult | null> => {
  await sql`select pg_advisory_xact_lock(hashtext('entry'), hashtext(${key}))`.execute(tx)
  const proposed = await tx
    .selectFrom('approval')
    .where('task', '=', manualEntryTask.name)
    .where(sql<SqlBool>`payload ->> 'key' = ${key}`)
    .select(['id', sql<string>`payload ->> 'hash'`.as('hash')])
    .executeTakeFirst()
  const posted = proposed ? undefined : await findByIdempotencyKey(tx, key)
  const knownHash = proposed?.hash ?? posted?.requestHash
  if (knownHash === undefined) return null
  if (knownHash !== hash) throw buildRefusal('idempotency.differentBody')
  return proposed ? { state: 'pending', approvalId: proposed.id } : { state: 'done', approvalId: null }
}

type ValidatedEntry = Awaited<ReturnType<typeof validateEntry>>

type EntrySideSummary = Record<string, string | Record<string, string | Record<string, string>>>

/** One side of the entry as whoever checks it reads it: by ledger, and by client's account or return. */
const summarizeEntrySide = (
  lines: readonly ManualEntryLine[],
  side: ManualEntryLine['side'],
  { numberOf, ledgerOf }: { numberOf: (accountId: string) => string; ledgerOf: (code: string) => string },
): EntrySideSummary => {
  const sideSummary: EntrySideSummary = {}
  for (const { ledger: code, accountId, tax, amount } of lines.filter((line) => line.side === side)) {
    const ledger = ledgerOf(code)
    const group = (sideSummary[ledger] ?? {}) as Record<string, string | Record<string, string>>
    if (accountId) sideSummary[ledger] = { ...group, [numberOf(accountId)]: amount }
    else if (tax) {
      const form = tax.form ?? 'none'
      sideSummary[ledger] = {
        ...group,
        [form]: { ...((group[form] ?? {}) as Record<string, string>), [tax.month]: amount },
      }
    } else sideSummary[ledger] = amount
  }
  return sideSummary
}

/** Whose money the entry moves, in the order of its lines. */
const listEntryClientIds = ({ lines }: ManualEntry, accounts: ValidatedEntry['accounts']): string[] =>
  lines.flatMap(({ accountId }) => accounts.find(({ id }) => id === accountId)?.clientId ?? [])

type EntryProposalInput = IdempotentRequest & {
  entry: ManualEntry
  reason: string
  params: Record<string, string>
  now: number
}

/** Checks the entry as its approval will, and keeps it until then. Throws `request.invalid` with what does not fit, by field. */
export const proposeEntry = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  { entry, reason, params, now, ...idempotentRequest }: EntryProposalInput,
): Promise<ProposalResult> => {
  const { accounts, ledgers } = await validateEntry(tx, ctx, entry)
  const beyond = findEntryBonusExcess(entry, accounts)
  const guarded = await Promise.all(
    beyond.map(({ account, amount }) =>
      isBonusApprovalGuarded(tx, account, { amount, businessDate: ctx.businessDate }),
    ),
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
  const debits = lines.filter(({ side }) => side === 'debit').reduce((sum, { amount }) => sum + toCents(amount), 0n)
  return proposeForApproval(
    tx,
    ctx,
    manualEntryTask,
    {
      payload: { entry, ...idempotentRequest },
      reason,
      entity: 'journal',
      params: { ...params, amount: centsToAmount(debits) },
      after: {
        description,
        bookingDate,
        valueDate,
        debit: summarizeEntrySide(lines, 'debit', names),
        credit: summarizeEntrySide(lines, 'credit', names),
        ...(beyond.length > 0 && {
          bonus: Object.fromEntries(beyond.map(({ account }) => [account.number, account.bonusRate])),
        }),
      },
      about: { clientIds: listEntryClientIds(entry, accounts) },
      guarded: guarded.includes(true),
    },
    now,
  )
}

/** A journal by hand, proposed to a second person. Throws what speaks against it, then and when it is carried out. */
export const proposeManualEntry = (
  ctx: Ctx,
  { body, key }: ParsedRequest<typeof proposeJournalEntry>,
  { deps }: HttpContext,
): Promise<ProposalResult> => {
  const idempotentRequest = { key, hash: requestHash(body) }
  return ctx.db.transaction().execute(async (tx) => {
    const proposed = await findEntryByIdempotencyKey(tx, idempotentRequest)
    if (proposed) return proposed
    const { reason, lines, ...head } = body
    const entry: ManualEntry = {
      source: 'entry',
      ...head,
      lines: lines.map(({ accountId = null, tax = null, ...line }) => ({ ...line, accountId, tax })),
    }
    return proposeEntry(tx, ctx, {
      entry,
      reason,
      params: { kind: head.kind },
      now: deps.clock(),
      ...idempotentRequest,
    })
  })
}

type TaxPayment = ParsedRequest<typeof proposeTaxPayment>['body']

/** The months' lines on the tax account, the oldest first, as far as the amount goes. Throws `tax.overOwed` where it goes further than what is owed. */
const buildTaxPaymentLines = async (
  tx: Kysely<DB>,
  { form, from, to, amount, bookingDate }: TaxPayment,
  prefix: Prefix,
): Promise<ManualEntryLine[]> => {
  const owed = await findMonthlyTaxOwed(tx, { prefix, from, to, form, asOf: bookingDate })
  const sum = owed.reduce((cents, row) => cents + toCents(row.owed), 0n)
  if (toCents(amount) > sum) throw buildRefusal('tax.overOwed', { fields: { amount: 'overOwed' } })
  let left = toCents(amount)
  const lines: ManualEntryLine[] = []
  for (const { month, owed: owedAmount } of owed) {
    const part = toCents(owedAmount) < left ? toCents(owedAmount) : left
    if (part <= 0n) continue
    left -= part
    const tax = { form: form === 'none' ? null : form, month }
    lines.push({ ledger: 'tax_payable', side: 'debit', amount: centsToAmount(part), accountId: null, tax })
  }
  return [...lines, { ledger: 'bank', side: 'credit', amount, accountId: null, tax: null }]
}

/** What was withheld in some months, handed to the authority: a journal by hand of one shape, within what is owed. */
export const proposeWithheldTaxPayment = (
  ctx: Ctx,
  { body, key }: ParsedRequest<typeof proposeTaxPayment>,
  { deps }: HttpContext,
): Promise<ProposalResult> => {
  const idempotentRequest = { key, hash: requestHash(body) }
  return ctx.db.transaction().execute(async (tx) => {
    const proposed = await findEntryByIdempotencyKey(tx, idempotentRequest)
    if (proposed) return proposed
    const { form, from, to, reason, bookingDate, valueDate, description } = body
    if (from > to) throw buildRefusal('request.invalid', { fields: { to: 'order' } })
    const lines = await buildTaxPaymentLines(tx, body, ctx.prefix)
    const entry: ManualEntry = { source: 'tax', kind: 'adjustment', bookingDate, valueDate, description, lines }
    const params = { tax: form, from, to }
    return proposeEntry(tx, ctx, { entry, reason, params, now: deps.clock(), ...idempotentRequest })
  })
}

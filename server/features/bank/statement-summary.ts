import { type Kysely, sql } from 'kysely'
import { accountingCurrency, tenantFacts } from '#contract/core/tenants.ts'
import type { DB } from '#db/types.ts'
import type { BankFileStatement } from '#rules/bank-file/statement-file.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { findEarliestValueDate } from '#server/domain/contribution-rules.ts'

type StatementEnd = Pick<BankFileStatement, 'number' | 'fromDate' | 'toDate' | 'closing'>

/** The last of these statements. */
const getLastStatement = (statements: readonly StatementEnd[]): StatementEnd | undefined =>
  statements.reduce<StatementEnd | undefined>((last, one) => (last && last.toDate > one.toDate ? last : one), undefined)

/** Of a bank account the statement in the books that ends last, and the one that ends last before a day. */
const findEarlierStatements = async (db: Kysely<DB>, number: string, day: string): Promise<StatementEnd[]> => {
  const { rows } = await sql<StatementEnd>`
    select n.number, n.from_date, n.to_date, n.closing from bank_account b
     cross join lateral (
       (select b.number, s.from_date::text as from_date, s.to_date::text as to_date, s.closing::text from bank_statement s
         where s.bank_account_id = b.id order by s.to_date desc, s.id desc limit 1)
       union all
       (select b.number, s.from_date::text, s.to_date::text, s.closing::text from bank_statement s
         where s.bank_account_id = b.id and s.to_date < ${day} order by s.to_date desc, s.id desc limit 1)) n
     where b.number = ${number}`.execute(db)
  return rows
}

/** What stands before a statement: the last day that the books have of its bank account, and the balance with which it should begin. */
export type StatementContinuity = {
  lastDay: string | null
  previousClosing: string | null
  overlaps: boolean
  follows: boolean
}

/**
 * Of each statement of a file what stands before it, in the books or earlier in the file. One that begins when another has not ended follows none,
 * whatever its balances say.
 */
export const findStatementContinuity = async (
  db: Kysely<DB>,
  statements: readonly BankFileStatement[],
): Promise<StatementContinuity[]> => {
  const places: StatementContinuity[] = []
  for (const [n, { number, fromDate, opening }] of statements.entries()) {
    const earlier = statements.slice(0, n).filter((one) => one.number === number)
    const ended = [...(await findEarlierStatements(db, number, fromDate)), ...earlier]
    const lastDay = getLastStatement(ended)?.toDate ?? null
    const previousClosing = getLastStatement(ended.filter(({ toDate }) => toDate < fromDate))?.closing ?? null
    const overlaps = lastDay !== null && fromDate <= lastDay
    places.push({ lastDay, previousClosing, overlaps, follows: !overlaps && previousClosing === opening })
  }
  return places
}

/** What the second person reads of each statement, and what came in by it in the currency of the books. */
export type StatementSummary = { incomingOfBooks: string; shown: Record<string, string> }

/** Which file it is, and the day on which it came. */
type UploadContext = Pick<Ctx, 'prefix'> & { uploadedOn: string }

/** What the second person reads of a file: of each bank account its balances, what came and went, and whether it goes on where the last one ended. */
export const summarizeStatements = async (
  db: Kysely<DB>,
  statements: readonly BankFileStatement[],
  { prefix, uploadedOn }: UploadContext,
): Promise<StatementSummary[]> => {
  const places = await findStatementContinuity(db, statements)
  const earliest = await findEarliestValueDate(db, prefix, uploadedOn)
  const knownAccounts = await db
    .selectFrom('bankAccount')
    .where('number', '=', sql<string>`any(${statements.map(({ number }) => number)}::text[])`)
    .select('number')
    .execute()
  return statements.map(({ number, entries, fromDate, toDate, opening, closing, currency }, n) => {
    const amounts = entries.map(({ amount }) => toCents(amount))
    const sumOf = (isIn: boolean): string =>
      centsToAmount(amounts.reduce((sum, one) => (one > 0n === isIn ? sum + one : sum), 0n))
    const formatAmount = (amount: string): string =>
      currency === accountingCurrency ? amount : `${amount} ${currency}`
    const { lastDay, previousClosing, overlaps, follows } = places[n]!
    return {
      incomingOfBooks: currency === accountingCurrency ? sumOf(true) : '0.00',
      shown: {
        statementAccount: `•••• ${number.slice(-4)}`,
        fromDate,
        toDate,
        entries: String(entries.length),
        opening: formatAmount(opening),
        closing: formatAmount(closing),
        incoming: formatAmount(sumOf(true)),
        outgoing: formatAmount(sumOf(false)),
        // Which account is the firm's is what the second person answers for: a new one is shown whole.
        ...(!knownAccounts.some((one) => one.number === number) && { newAccount: number }),
        ...(lastDay !== null && { lastDay, follows: String(follows) }),
        ...(previousClosing !== null && { previousClosing: formatAmount(previousClosing) }),
        ...(overlaps && { overlaps: 'true' }),
        ...(fromDate < earliest && { oldPeriod: 'true' }),
      },
    }
  })
}

/** The summaries of a file as its approval keeps them. */
export const toApprovalFacts = (summaries: readonly StatementSummary[]): Record<string, unknown> =>
  summaries.length === 1
    ? summaries[0]!.shown
    : Object.fromEntries(summaries.map(({ shown }, n) => [String(n + 1), shown]))

/** Whether a statement of the file went on where the last one ended when that was shown, and doesn't any more. */
export const hasContinuityChanged = async (
  db: Kysely<DB>,
  approvalId: string,
  summaries: readonly StatementSummary[],
): Promise<boolean> => {
  const { after } = await db
    .selectFrom('approval')
    .where('id', '=', approvalId)
    .select('after')
    .executeTakeFirstOrThrow()
  const summariesByNumber = summaries.length === 1 ? { 1: after } : (after as Record<string, unknown> | null)
  return summaries.some(({ shown }, n) => {
    const before = summariesByNumber?.[String(n + 1) as keyof typeof summariesByNumber] as
      | { follows?: unknown }
      | null
      | undefined
    return before?.follows === 'true' && shown.follows !== 'true'
  })
}

/**
 * Says anew, on the approvals of the files that wait, what a file that was booked has changed for them: whoever reads one reads what is so, and
 * whoever has read it before is told that it has changed. One that is being decided at this moment looks by itself.
 */
export const refreshPendingUploads = async (tx: Kysely<DB>, prefix: Ctx['prefix'], numbers: readonly string[]) => {
  const { rows } = await sql<{ approvalId: string; statements: BankFileStatement[]; uploadedOn: string }>`
    select a.id::text as "approvalId", u.statements,
           (u.uploaded_at at time zone ${tenantFacts[prefix].timeZone})::date::text as "uploadedOn"
      from bank_upload u join approval a on a.id = u.approval_id and a.state = 'pending'
     where u.state = 'waiting'
       and exists (select from jsonb_array_elements(u.statements) s where s ->> 'number' = any(${[...numbers]}::text[]))
       for update of a skip locked`.execute(tx)
  for (const { approvalId, statements, uploadedOn } of rows) {
    const after = toApprovalFacts(await summarizeStatements(tx, statements, { prefix, uploadedOn }))
    await tx
      .updateTable('approval')
      .set({ after: JSON.stringify(after) })
      .where('id', '=', approvalId)
      .execute()
  }
}

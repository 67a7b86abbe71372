import { type Kysely, sql } from 'kysely'
import type { BankLineWarning, PlannedBankLineRow, PlannedBookingKind } from '#contract/bank/uploads.ts'
import type { ErrorCode } from '#contract/core/errors.ts'
import { accountingCurrency } from '#contract/core/tenants.ts'
import type { DB, StatementFormat } from '#db/types.ts'
import type { BankFileStatement } from '#rules/bank-file/statement-file.ts'
import { toCents } from '#rules/cents.ts'
import { formatBatchReference, formatOrderReference } from '#rules/payment-references.ts'
import { toJsonRecords } from '#server/core/column-names.ts'
import { findEarliestValueDate } from '#server/domain/contribution-rules.ts'
import { createBookingDayResolver } from './bank-journals.ts'
import { addOccurrenceNumbers, type NewBankEntry } from './insert-statements.ts'
import { createHolderMatcher } from './payer-holders.ts'
import type { PlanningContext } from './plan-contributions.ts'
import { type PlannedLine, planStatementLines } from './plan-lines.ts'
import { findStatementContinuity } from './statement-summary.ts'

/** A waiting file as it was read, and who brought it when. */
export type PlannableUpload = {
  statements: readonly BankFileStatement[]
  format: StatementFormat
  uploadedBy: string
  uploadedOn: string
}

/** A line of a file with the statement that shows it. */
type StatementFileLine = { line: NewBankEntry; statement: BankFileStatement; lastDay: string | null; isKnown: boolean }

type PlannedLineRow = Omit<PlannedBankLineRow, 'clientId' | 'accountNumber' | 'clientName'>
export type PlannedUploadLine = PlannedLineRow & { isOdd: boolean }

type EntryIdentity = { number: string; bookingDate: string; amount: string; reference: string; occurrence: number }
const toEntryKey = ({ number, bookingDate, amount, reference, occurrence }: EntryIdentity): string =>
  JSON.stringify([number, bookingDate, amount, reference, occurrence])

/** Of these lines those that a statement in the books has shown already. */
const findKnownEntryKeys = async (db: Kysely<DB>, lines: readonly EntryIdentity[]): Promise<string[]> => {
  const { rows } = await sql<EntryIdentity>`
    select g.number, g.booking_date::text, g.amount::text, g.reference, g.occurrence
      from jsonb_to_recordset(${toJsonRecords(lines)}::jsonb)
        as g (number text, booking_date date, amount numeric(18, 2), reference text, occurrence integer)
      join bank_account b on b.number = g.number
      join bank_entry e on (e.bank_account_id, e.booking_date, e.amount, e.reference, e.occurrence)
                         = (b.id, g.booking_date, g.amount, g.reference, g.occurrence)`.execute(db)
  return rows.map(toEntryKey)
}

/** All lines of the file in their order, each called by its place in it. */
const readFileLines = async (
  db: Kysely<DB>,
  statements: readonly BankFileStatement[],
): Promise<StatementFileLine[]> => {
  const places = await findStatementContinuity(db, statements)
  const all = statements.flatMap((statement, at) =>
    addOccurrenceNumbers(statement.entries).map((same, n) => ({
      statement,
      lastDay: places[at]!.lastDay,
      entry: statement.entries[n]!,
      same: {
        number: statement.number,
        bookingDate: same.booking_date,
        amount: same.amount,
        reference: same.reference,
        occurrence: same.occurrence,
      },
    })),
  )
  const knownKeys = new Set(
    await findKnownEntryKeys(
      db,
      all.map(({ same }) => same),
    ),
  )
  return all.map(({ statement, lastDay, entry, same }, n) => {
    const isKnown = knownKeys.has(toEntryKey(same))
    // Of two statements in one file that overlap, the first one brings the line.
    knownKeys.add(toEntryKey(same))
    return { statement, lastDay, isKnown, line: { ...entry, id: String(n + 1), currency: statement.currency } }
  })
}

/** What somebody of the uploader's role may note by hand alone, in cents; null: any amount. A role without a limit notes nothing. */
const findUploaderLimit = async (db: Kysely<DB>, uploaderId: string, today: string): Promise<bigint | null> => {
  const { rows } = await sql<{ amount: string | null }>`
    select l.amount from contribution_limit l join registry.own_people() p on p.role = l.role
     where p.user_id = ${uploaderId} and l.valid_from <= ${today} order by l.valid_from desc limit 1`.execute(db)
  const [limit] = rows
  if (!limit) return 0n
  return limit.amount === null ? null : toCents(limit.amount)
}

/** Money of ours or of a client's that a line would move by itself. */
const moneyMovingKinds: readonly PlannedBookingKind[] = ['contribution', 'confirms', 'returned', 'probableReturn']

type WarningCriteria = {
  limit: bigint | null
  dayOf: (day: string) => string
  format: StatementFormat
  uploadedOn: string
  /** What is older is far back, as the firm has it for money by hand. */
  earliest: string
  isHolder: Awaited<ReturnType<typeof createHolderMatcher>>
}

/** What is odd about the days of a line, against the day on which the file came and the statements before it. */
const listDateWarnings = (
  { line: { bookingDate, valueDate, amount }, statement, lastDay }: StatementFileLine,
  { dayOf, uploadedOn, earliest }: WarningCriteria,
): (BankLineWarning | false)[] => {
  const isOutside = bookingDate < statement.fromDate || bookingDate > statement.toDate
  const isBackDated = !amount.startsWith('-') && valueDate < earliest
  return [
    (isOutside || dayOf(bookingDate) !== bookingDate) && 'otherPeriod',
    lastDay !== null && bookingDate <= lastDay && 'overlapping',
    isBackDated && 'backDated',
    !isBackDated && bookingDate < earliest && 'oldPeriod',
    valueDate > uploadedOn && 'futureValue',
  ]
}

/** Bars that are an oddity of their own. */
const warningErrorCodes: readonly ErrorCode[] = ['receipt.otherPayer', 'receipt.backDated']

/** What is odd about a line, whatever it would be booked to. */
const listLineWarnings = (
  file: StatementFileLine,
  { step, bar: obstacle, odd }: PlannedLine,
  criteria: WarningCriteria,
): BankLineWarning[] => {
  const { line } = file
  const { limit, format, isHolder } = criteria
  const { amount, counterpartyNumber } = line
  const isMoved = moneyMovingKinds.includes(step.kind)
  const isOver = limit !== null && line.currency === accountingCurrency && toCents(amount) > limit
  const isOthers = step.kind === 'proposed' && !isHolder(step.accountId, line)
  const found: (BankLineWarning | false | null | undefined)[] = [
    (obstacle === 'receipt.otherPayer' || isOthers) && 'otherPayer',
    obstacle !== null && !warningErrorCodes.includes(obstacle) && 'barred',
    step.kind === 'probableReturn' && 'returnInText',
    odd,
    ...listDateWarnings(file, criteria),
    line.partsDiffer && 'partsDiffer',
    isMoved && isOver && 'overLimit',
    // A Norma 43 has no numbers of payers: there it says nothing of one line.
    isMoved && format === 'camt053' && counterpartyNumber === null && 'noNumber',
  ]
  return found.filter((one): one is BankLineWarning => typeof one === 'string')
}

const toLineDetails = ({ line }: StatementFileLine) => {
  const { id, bookingDate, valueDate, currency, amount, counterpartyName, counterpartyNumber } = line
  return {
    id,
    bookingDate,
    valueDate,
    currency,
    amount,
    counterpartyName,
    counterpartyNumber,
    remittance: line.remittance,
    reference: line.reference,
  }
}

/** What the lines of a waiting file would be booked to if whoever looks approved it now, in their order. Changes nothing. */
export const planUpload = async (
  db: Kysely<DB>,
  planner: PlanningContext,
  { statements, format, uploadedBy, uploadedOn }: PlannableUpload,
): Promise<PlannedUploadLine[]> => {
  const { prefix, businessDate } = planner
  const lines = await readFileLines(db, statements)
  const fresh = lines.filter(({ isKnown }) => !isKnown)
  const planned = await planStatementLines(
    db,
    planner,
    { uploaderId: uploadedBy, uploadedOn },
    fresh.map(({ line }) => line),
  )
  const byLine = new Map(planned.map((one) => [one.line.id, one]))
  const proposed = planned.flatMap(({ line, step }) => (step.kind === 'proposed' ? { line, step } : []))
  const criteria = {
    uploadedOn,
    earliest: await findEarliestValueDate(db, prefix, uploadedOn),
    isHolder: await createHolderMatcher(
      db,
      proposed.map(({ step }) => step.accountId),
      proposed.map(({ line }) => line),
    ),
    format,
    limit: await findUploaderLimit(db, uploadedBy, businessDate),
    dayOf: await createBookingDayResolver(db, businessDate),
  }
  return lines.map((one) => {
    const plan = byLine.get(one.line.id)
    const none = { bar: null, accountId: null, paymentId: null, batchId: null, paymentReference: null }
    if (!plan) return { ...toLineDetails(one), ...none, kind: 'known', oddities: [], isOdd: false }
    const { step, bar: obstacle, payment } = plan
    const paymentId = 'orderId' in step ? step.orderId : (payment.orderId ?? null)
    const batchId = 'batchId' in step ? step.batchId : (payment.batchId ?? null)
    const oddities = listLineWarnings(one, plan, criteria)
    return {
      ...toLineDetails(one),
      kind: step.kind,
      bar: obstacle,
      oddities,
      isOdd: oddities.length > 0,
      accountId: 'accountId' in step ? step.accountId : null,
      paymentId,
      batchId,
      paymentReference: paymentId
        ? formatOrderReference(prefix, paymentId)
        : batchId && formatBatchReference(prefix, batchId),
    }
  })
}

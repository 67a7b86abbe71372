import { type Kysely, sql } from 'kysely'
import type { LineOddity, PlannedKind, PlannedRow } from '#contract/bank/uploads.ts'
import type { ErrorCode } from '#contract/core/errors.ts'
import { booksCurrency } from '#contract/core/tenants.ts'
import type { DB, StatementFormat } from '#db/types.ts'
import type { FileStatement } from '#rules/bank-file/statement-file.ts'
import { centsOf } from '#rules/cents.ts'
import { referenceOfBatch, referenceOfOrder } from '#rules/payment-references.ts'
import { findEarliestValueDate } from '#server/domain/contribution-rules.ts'
import { findBookingDay } from './bank-journals.ts'
import { type Fresh, numberEntries } from './insert-statements.ts'
import { findIsHolder } from './payer-holders.ts'
import type { Planner } from './plan-contributions.ts'
import { type PlannedLine, planLines } from './plan-lines.ts'
import { findPlaces } from './statement-summary.ts'

/** A waiting file as it was read, and who brought it when. */
export type Upload = {
  statements: readonly FileStatement[]
  format: StatementFormat
  uploadedBy: string
  uploadedOn: string
}

/** A line of a file with the statement that shows it. */
type FileLine = { line: Fresh; statement: FileStatement; lastDay: string | null; isKnown: boolean }

type Row = Omit<PlannedRow, 'clientId' | 'accountNumber' | 'clientName'>
export type PlannedUploadLine = Row & { isOdd: boolean }

type Same = { number: string; bookingDate: string; amount: string; reference: string; occurrence: number }
const keyOf = ({ number, bookingDate, amount, reference, occurrence }: Same): string =>
  JSON.stringify([number, bookingDate, amount, reference, occurrence])

/** Of these lines those that a statement in the books has shown already. */
const findInBooks = async (db: Kysely<DB>, lines: readonly Same[]): Promise<string[]> => {
  const { rows } = await sql<Same>`
    select g.number, g."bookingDate"::text, g.amount::text, g.reference, g.occurrence
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
        as g (number text, "bookingDate" date, amount numeric(18, 2), reference text, occurrence integer)
      join bank_account b on b.number = g.number
      join bank_entry e on (e.bank_account_id, e.booking_date, e.amount, e.reference, e.occurrence)
                         = (b.id, g."bookingDate", g.amount, g.reference, g.occurrence)`.execute(db)
  return rows.map(keyOf)
}

/** All lines of the file in their order, each called by its place in it. */
const readLines = async (db: Kysely<DB>, statements: readonly FileStatement[]): Promise<FileLine[]> => {
  const places = await findPlaces(db, statements)
  const all = statements.flatMap((statement, at) =>
    numberEntries(statement.entries).map((same, n) => ({
      ...{ statement, lastDay: places[at]!.lastDay, entry: statement.entries[n]! },
      same: {
        ...{ number: statement.number, bookingDate: same.booking_date, amount: same.amount },
        ...{ reference: same.reference, occurrence: same.occurrence },
      },
    })),
  )
  const known = new Set(
    await findInBooks(
      db,
      all.map(({ same }) => same),
    ),
  )
  return all.map(({ statement, lastDay, entry, same }, n) => {
    const isKnown = known.has(keyOf(same))
    // Of two statements in one file that overlap, the first one brings the line.
    known.add(keyOf(same))
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
  return limit.amount === null ? null : centsOf(limit.amount)
}

/** Money of ours or of a client's that a line would move by itself. */
const moves: readonly PlannedKind[] = ['contribution', 'confirms', 'returned', 'probableReturn']

type Judged = {
  limit: bigint | null
  dayOf: (day: string) => string
  format: StatementFormat
  uploadedOn: string
  /** What is older is far back, as the firm has it for money by hand. */
  earliest: string
  isHolder: Awaited<ReturnType<typeof findIsHolder>>
}

/** What is odd about the days of a line, against the day on which the file came and the statements before it. */
const oddDaysOf = (
  { line: { bookingDate, valueDate, amount }, statement, lastDay }: FileLine,
  { dayOf, uploadedOn, earliest }: Judged,
): (LineOddity | false)[] => {
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
const oddBars: readonly ErrorCode[] = ['receipt.otherPayer', 'receipt.backDated']

/** What is odd about a line, whatever it would be booked to. */
const oddOf = (file: FileLine, { step, bar, odd }: PlannedLine, judged: Judged): LineOddity[] => {
  const { line } = file
  const { limit, format, isHolder } = judged
  const { amount, counterpartyNumber } = line
  const isMoved = moves.includes(step.kind)
  const isOver = limit !== null && line.currency === booksCurrency && centsOf(amount) > limit
  const isOthers = step.kind === 'proposed' && !isHolder(step.accountId, line)
  const found: (LineOddity | false | null | undefined)[] = [
    (bar === 'receipt.otherPayer' || isOthers) && 'otherPayer',
    bar !== null && !oddBars.includes(bar) && 'barred',
    step.kind === 'probableReturn' && 'returnInText',
    odd,
    ...oddDaysOf(file, judged),
    line.partsDiffer && 'partsDiffer',
    isMoved && isOver && 'overLimit',
    // A Norma 43 has no numbers of payers: there it says nothing of one line.
    isMoved && format === 'camt053' && counterpartyNumber === null && 'noNumber',
  ]
  return found.filter((one): one is LineOddity => typeof one === 'string')
}

const described = ({ line }: FileLine) => {
  const { id, bookingDate, valueDate, currency, amount, counterpartyName, counterpartyNumber } = line
  return {
    ...{ id, bookingDate, valueDate, currency, amount, counterpartyName, counterpartyNumber },
    ...{ remittance: line.remittance, reference: line.reference },
  }
}

/** What the lines of a waiting file would be booked to if whoever looks approved it now, in their order. Changes nothing. */
export const planUpload = async (
  db: Kysely<DB>,
  planner: Planner,
  { statements, format, uploadedBy, uploadedOn }: Upload,
): Promise<PlannedUploadLine[]> => {
  const { prefix, businessDate } = planner
  const lines = await readLines(db, statements)
  const fresh = lines.filter(({ isKnown }) => !isKnown)
  const planned = await planLines(
    db,
    planner,
    { uploaderId: uploadedBy, uploadedOn },
    fresh.map(({ line }) => line),
  )
  const byLine = new Map(planned.map((one) => [one.line.id, one]))
  const proposed = planned.flatMap(({ line, step }) => (step.kind === 'proposed' ? { line, step } : []))
  const judged = {
    ...{ uploadedOn, earliest: await findEarliestValueDate(db, prefix, uploadedOn) },
    isHolder: await findIsHolder(
      db,
      proposed.map(({ step }) => step.accountId),
      proposed.map(({ line }) => line),
    ),
    ...{ format, limit: await findUploaderLimit(db, uploadedBy, businessDate) },
    dayOf: await findBookingDay(db, businessDate),
  }
  return lines.map((one) => {
    const plan = byLine.get(one.line.id)
    const none = { bar: null, accountId: null, paymentId: null, batchId: null, paymentReference: null }
    if (!plan) return { ...described(one), ...none, kind: 'known', oddities: [], isOdd: false }
    const { step, bar, payment } = plan
    const paymentId = 'orderId' in step ? step.orderId : (payment.orderId ?? null)
    const batchId = 'batchId' in step ? step.batchId : (payment.batchId ?? null)
    const oddities = oddOf(one, plan, judged)
    return {
      ...described(one),
      ...{ kind: step.kind, bar, oddities, isOdd: oddities.length > 0 },
      accountId: 'accountId' in step ? step.accountId : null,
      ...{ paymentId, batchId },
      paymentReference: paymentId ? referenceOfOrder(prefix, paymentId) : batchId && referenceOfBatch(prefix, batchId),
    }
  })
}

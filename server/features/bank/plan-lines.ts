import type { Kysely } from 'kysely'
import type { BankLineWarning } from '#contract/bank/uploads.ts'
import type { ErrorCode } from '#contract/core/errors.ts'
import { accountingCurrency } from '#contract/core/tenants.ts'
import type { DB } from '#db/types.ts'
import type { NewBankEntry } from './insert-statements.ts'
import { type EntryMatch, matchEntries } from './match-entries.ts'
import { type PlanningContext, planContributions, type UploadOrigin } from './plan-contributions.ts'
import { type PaymentStep, type PlannedPayment, planPayments } from './plan-payments.ts'
import { findReturningReceipts, matchReceiptReturns, type ReturningReceipt } from './receipt-returns.ts'

type ProposedAccount = NonNullable<EntryMatch['proposed']>

/** What a line would be booked to, or what it waits for. */
export type BookingStep =
  | PaymentStep
  | { kind: 'confirms'; accountId: string; journalId: string }
  | { kind: 'contribution'; accountId: string }
  | { kind: 'proposed'; accountId: string; by: ProposedAccount['by'] }
  | { kind: 'wentBack'; receiptId: string }
  | { kind: 'unidentified' | 'other' | 'foreign' }

export type PlannedLine = {
  line: NewBankEntry
  step: BookingStep
  /** What keeps it from being booked, or from confirming what was noted by hand. */
  bar: ErrorCode | null
  /** What it says of a payment of ours that isn't so. */
  odd: BankLineWarning | null
  /** The payment or batch that it names, whatever comes of it. */
  payment: Pick<Extract<PlannedPayment, { step: null }>, 'orderId' | 'batchId'>
}

const isOutgoing = ({ amount }: NewBankEntry): boolean => amount.startsWith('-')

type LineMatches = {
  matches: ReadonlyMap<string, EntryMatch>
  bars: ReadonlyMap<string, ErrorCode | null>
  backs: ReadonlyMap<string, ReturningReceipt>
}

/** What a line is that shows no payment of ours. */
const getBookingStep = (
  line: NewBankEntry,
  { matches, bars, backs }: LineMatches,
): { step: BookingStep; bar: ErrorCode | null } => {
  const { noted, proposed } = matches.get(line.id) ?? { noted: null, proposed: null }
  const obstacle = bars.get(line.id) ?? null
  if (noted) return { step: { kind: 'confirms', ...noted }, bar: obstacle }
  if (proposed?.by === 'reference' && !obstacle)
    return { step: { kind: 'contribution', accountId: proposed.accountId }, bar: obstacle }
  if (proposed) return { step: { kind: 'proposed', ...proposed }, bar: obstacle }
  const receipt = backs.get(line.id)
  if (receipt) return { step: { kind: 'wentBack', receiptId: receipt.id }, bar: obstacle }
  if (line.currency !== accountingCurrency) return { step: { kind: 'foreign' }, bar: obstacle }
  return { step: { kind: isOutgoing(line) ? 'other' : 'unidentified' }, bar: obstacle }
}

/**
 * What these lines of the bank, which no statement has shown before, would be booked to as everything stands, in their order. Changes nothing: whoever
 * decides on a file reads it, and booking a file takes it, planned anew once all that it moves is locked.
 * See docs/decisions/0099-planned-statement-lines.md
 */
export const planStatementLines = async (
  db: Kysely<DB>,
  planner: PlanningContext,
  uploadOrigin: UploadOrigin,
  lines: readonly NewBankEntry[],
): Promise<PlannedLine[]> => {
  const payments = await planPayments(db, planner.prefix, lines)
  // Of another currency than the books' only payments of ours are settled.
  const loose = lines.filter(({ id, currency }) => !payments.get(id)?.step && currency === accountingCurrency)
  const incoming = loose.filter((line) => !isOutgoing(line))
  const matched = await matchEntries(db, incoming)
  const matches = new Map(incoming.map(({ id }, n) => [id, matched[n]!]))
  const coming = incoming.flatMap((line, n) => {
    const { noted, proposed } = matched[n]!
    if (noted) return { line, accountId: noted.accountId, isNoted: true }
    return proposed?.by === 'reference' ? { line, accountId: proposed.accountId, isNoted: false } : []
  })
  const bars = await planContributions(db, planner, uploadOrigin, coming)
  const backs = matchReceiptReturns(await findReturningReceipts(db), loose.filter(isOutgoing))
  return lines.map((line) => {
    const payment = payments.get(line.id)
    if (payment?.step) return { line, step: payment.step, bar: null, odd: null, payment: {} }
    const { orderId, batchId } = payment ?? {}
    return {
      line,
      ...getBookingStep(line, { matches, bars, backs }),
      odd: payment?.odd ?? null,
      payment: { ...(orderId && { orderId }), ...(batchId && { batchId }) },
    }
  })
}

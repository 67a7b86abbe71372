import type { Kysely } from 'kysely'
import type { LineOddity } from '#contract/bank/uploads.ts'
import type { ErrorCode } from '#contract/core/errors.ts'
import { booksCurrency } from '#contract/core/tenants.ts'
import type { DB } from '#db/types.ts'
import type { Fresh } from './insert-statements.ts'
import { type Match, matchEntries } from './match-entries.ts'
import { type Brought, type Planner, planContributions } from './plan-contributions.ts'
import { type PaymentStep, type PlannedPayment, planPayments } from './plan-payments.ts'
import { findReturning, pairWaysBack, type Returning } from './send-back.ts'

type Proposal = NonNullable<Match['proposed']>

/** What a line would be booked to, or what it waits for. */
export type Step =
  | PaymentStep
  | { kind: 'confirms'; accountId: string; journalId: string }
  | { kind: 'contribution'; accountId: string }
  | { kind: 'proposed'; accountId: string; by: Proposal['by'] }
  | { kind: 'wentBack'; receiptId: string }
  | { kind: 'unidentified' | 'other' | 'foreign' }

export type PlannedLine = {
  line: Fresh
  step: Step
  /** What keeps it from being booked, or from confirming what was noted by hand. */
  bar: ErrorCode | null
  /** What it says of a payment of ours that isn't so. */
  odd: LineOddity | null
  /** The payment or batch that it names, whatever comes of it. */
  payment: Pick<Extract<PlannedPayment, { step: null }>, 'orderId' | 'batchId'>
}

const isOut = ({ amount }: Fresh): boolean => amount.startsWith('-')

type Known = {
  matches: ReadonlyMap<string, Match>
  bars: ReadonlyMap<string, ErrorCode | null>
  backs: ReadonlyMap<string, Returning>
}

/** What a line is that shows no payment of ours. */
const stepOf = (line: Fresh, { matches, bars, backs }: Known): { step: Step; bar: ErrorCode | null } => {
  const { noted, proposed } = matches.get(line.id) ?? { noted: null, proposed: null }
  const bar = bars.get(line.id) ?? null
  if (noted) return { step: { kind: 'confirms', ...noted }, bar }
  if (proposed?.by === 'reference' && !bar)
    return { step: { kind: 'contribution', accountId: proposed.accountId }, bar }
  if (proposed) return { step: { kind: 'proposed', ...proposed }, bar }
  const receipt = backs.get(line.id)
  if (receipt) return { step: { kind: 'wentBack', receiptId: receipt.id }, bar }
  if (line.currency !== booksCurrency) return { step: { kind: 'foreign' }, bar }
  return { step: { kind: isOut(line) ? 'other' : 'unidentified' }, bar }
}

/**
 * What these lines of the bank, which no statement has shown before, would be booked to as everything stands, in their order. Changes nothing: whoever
 * decides on a file reads it, and booking a file takes it, planned anew once all that it moves is locked.
 */
export const planLines = async (
  db: Kysely<DB>,
  planner: Planner,
  brought: Brought,
  lines: readonly Fresh[],
): Promise<PlannedLine[]> => {
  const payments = await planPayments(db, planner.prefix, lines)
  // Of another currency than the books' only payments of ours are settled.
  const loose = lines.filter(({ id, currency }) => !payments.get(id)?.step && currency === booksCurrency)
  const incoming = loose.filter((line) => !isOut(line))
  const matched = await matchEntries(db, incoming)
  const matches = new Map(incoming.map(({ id }, n) => [id, matched[n]!]))
  const coming = incoming.flatMap((line, n) => {
    const { noted, proposed } = matched[n]!
    if (noted) return { line, accountId: noted.accountId, isNoted: true }
    return proposed?.by === 'reference' ? { line, accountId: proposed.accountId, isNoted: false } : []
  })
  const bars = await planContributions(db, planner, brought, coming)
  const backs = pairWaysBack(await findReturning(db), loose.filter(isOut))
  return lines.map((line) => {
    const payment = payments.get(line.id)
    if (payment?.step) return { line, step: payment.step, bar: null, odd: null, payment: {} }
    const { orderId, batchId } = payment ?? {}
    return {
      ...{ line, ...stepOf(line, { matches, bars, backs }), odd: payment?.odd ?? null },
      payment: { ...(orderId && { orderId }), ...(batchId && { batchId }) },
    }
  })
}

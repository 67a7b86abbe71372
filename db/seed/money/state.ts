import type { DayCount } from '#db/types.ts'
import { addMonths, type DayNumber } from '#rules/calendar.ts'
import { toDayCountPosition } from '#rules/day-count.ts'
import type { SeedAccounts } from '../accounts.ts'
import { randomStreams, type SeedFirm } from '../firm.ts'
import { payoutMonths, seedProducts } from '../products.ts'
import { createRandom, type RandomSource } from '../random.ts'
import type { WithholdingCalculator } from '../withholding.ts'

/**
 * Takes journals of two lines. `amount` is what the first line's account sees, in cents: that line is booked with the opposite sign, because
 * debit is positive; the second line balances it. -1 = no client's account.
 */
export type MovementSink = (
  kind: number,
  booked: DayNumber,
  value: DayNumber,
  amount: number,
  ledger: number,
  account: number,
  counter: number,
  counterAccount: number,
) => void

/** What has become of every account so far. Cents; `accruedSinceOpening` in cents × parts of a year. */
export type SimulationState = {
  firm: SeedFirm
  accounts: SeedAccounts
  sink: MovementSink
  taxes: WithholdingCalculator
  random: RandomSource
  principal: Float64Array
  interest: Float64Array
  payable: Float64Array
  accruedSinceOpening: Float64Array
  /** Cents × days since the last payment: what Mexico's tax is on. */
  capitalDays: Float64Array
  postedInterest: Float64Array
  postedBonus: Float64Array
  accruedTo: Int32Array
  nextPayout: Int32Array
  payouts: Uint8Array
  /** What a renewed account brings along. */
  carriedOver: Float64Array
  /** Chance of an unplanned movement in an account and month of season 1. */
  unplannedMovementRate: number
  /** How many such months there were, by season: what `extras` is reckoned with. */
  accountMonths: number
  /** Where a day stands on each day count's scale, from the firm's opening. */
  positions: readonly Int32Array[]
}

const payoutMonthsByProduct = seedProducts.map(({ payout }) => payoutMonths[payout])

/** Sets the date of an account's next interest: opening + n periods, clipped to the month's end each time. */
export const schedulePayout = (s: SimulationState, k: number): void => {
  const step = payoutMonthsByProduct[s.accounts.product[k]!]!
  s.payouts[k]!++
  s.nextPayout[k] = step === 0 ? 2_000_000_000 : addMonths(s.accounts.openedOn[k]!, step * s.payouts[k]!)
}

/** The last payout that was booked; null where there was none. */
export const getLastPayoutDay = (s: SimulationState, k: number): DayNumber | null => {
  const step = payoutMonthsByProduct[s.accounts.product[k]!]!
  const next = s.payouts[k]! - 1
  return step === 0 || next < 1 ? null : addMonths(s.accounts.openedOn[k]!, step * next)
}

/** `extras`: how often an account has movements that its terms don't plan. */
export const createSimulationState = (
  firm: SeedFirm,
  accounts: SeedAccounts,
  taxes: WithholdingCalculator,
  extras: number,
  sink: MovementSink,
): SimulationState => {
  const { count } = accounts
  const scales = new Map<DayCount, Int32Array>()
  const scale = (basis: DayCount) => {
    const known =
      scales.get(basis) ??
      Int32Array.from({ length: firm.today - firm.opening + 8 }, (_, n) => toDayCountPosition(basis, firm.opening + n))
    scales.set(basis, known)
    return known
  }
  return {
    firm,
    accounts,
    sink,
    taxes,
    unplannedMovementRate: extras,
    random: createRandom(firm.salt, randomStreams.activity, 0),
    principal: new Float64Array(count),
    interest: new Float64Array(count),
    payable: new Float64Array(count),
    accruedSinceOpening: new Float64Array(count),
    capitalDays: new Float64Array(count),
    postedInterest: new Float64Array(count),
    postedBonus: new Float64Array(count),
    accruedTo: new Int32Array(count),
    nextPayout: new Int32Array(count).fill(-1),
    payouts: new Uint8Array(count),
    carriedOver: new Float64Array(count),
    accountMonths: 0,
    positions: seedProducts.map(({ basis }) => scale(basis)),
  }
}

export const getBalance = (s: SimulationState, k: number): number => s.principal[k]! + s.interest[k]!

/** Brings accrual up to a day: the closing balance of each day earns until the next. */
export const accrueInterest = (s: SimulationState, k: number, day: DayNumber): void => {
  const from = s.accruedTo[k]!
  if (day <= from) return
  s.accruedTo[k] = day
  const product = s.accounts.product[k]!
  if (!seedProducts[product]!.accrues) return
  const balance = getBalance(s, k)
  const position = s.positions[product]!
  const parts = balance * (position[day - s.firm.opening]! - position[from - s.firm.opening]!)
  s.accruedSinceOpening[k]! += parts
  s.capitalDays[k]! += balance * (day - from)
}

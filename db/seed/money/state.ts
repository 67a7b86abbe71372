import type { DayCount } from '#db/types.ts'
import { addMonths, type Day } from '#rules/calendar.ts'
import { positionOf } from '#rules/day-count.ts'
import type { Accounts } from '../accounts.ts'
import { type Firm, streams } from '../firm.ts'
import { payoutMonths, products } from '../products.ts'
import { type Random, randomOf } from '../random.ts'
import type { Taxes } from '../withholding.ts'

/**
 * Takes journals of two lines. `amount` is what the first line's account sees, in cents: that line is booked with the opposite sign, because
 * debit is positive; the second line balances it. -1 = no client's account.
 */
export type Sink = (
  kind: number,
  booked: Day,
  value: Day,
  amount: number,
  ledger: number,
  account: number,
  counter: number,
  counterAccount: number,
) => void

/** What has become of every account so far. Cents; `accrued` in cents × parts of a year. */
export type State = {
  firm: Firm
  accounts: Accounts
  sink: Sink
  taxes: Taxes
  random: Random
  principal: Float64Array
  interest: Float64Array
  payable: Float64Array
  /** Since the last payment and since the opening. */
  accrued: Float64Array
  accruedEver: Float64Array
  /** Cents × days since the last payment: what Mexico's tax is on. */
  capitalDays: Float64Array
  postedInterest: Float64Array
  postedBonus: Float64Array
  accruedTo: Int32Array
  nextPayout: Int32Array
  payouts: Uint8Array
  /** What a renewed account brings along. */
  brought: Float64Array
  /** Chance of an unplanned movement in an account and month of season 1. */
  extras: number
  /** How many such months there were, by season: what `extras` is reckoned with. */
  chances: number
  /** Where a day stands on each day count's scale, from the firm's opening. */
  positions: readonly Int32Array[]
}

const payoutStep = products.map(({ payout }) => payoutMonths[payout])

/** Sets the date of an account's next interest: opening + n periods, clipped to the month's end each time. */
export const schedulePayout = (s: State, k: number): void => {
  const step = payoutStep[s.accounts.product[k]!]!
  s.payouts[k]!++
  s.nextPayout[k] = step === 0 ? 2_000_000_000 : addMonths(s.accounts.openedOn[k]!, step * s.payouts[k]!)
}

/** The last payout that was booked; null where there was none. */
export const settledThrough = (s: State, k: number): Day | null => {
  const [step, next] = [payoutStep[s.accounts.product[k]!]!, s.payouts[k]! - 1]
  return step === 0 || next < 1 ? null : addMonths(s.accounts.openedOn[k]!, step * next)
}

export const openState = (firm: Firm, accounts: Accounts, taxes: Taxes, extras: number, sink: Sink): State => {
  const { count } = accounts
  const scales = new Map<DayCount, Int32Array>()
  const scale = (basis: DayCount) => {
    const known =
      scales.get(basis) ??
      Int32Array.from({ length: firm.today - firm.opening + 8 }, (_, n) => positionOf(basis, firm.opening + n))
    scales.set(basis, known)
    return known
  }
  return {
    firm,
    accounts,
    sink,
    taxes,
    extras,
    random: randomOf(firm.salt, streams.activity, 0),
    principal: new Float64Array(count),
    interest: new Float64Array(count),
    payable: new Float64Array(count),
    accrued: new Float64Array(count),
    accruedEver: new Float64Array(count),
    capitalDays: new Float64Array(count),
    postedInterest: new Float64Array(count),
    postedBonus: new Float64Array(count),
    accruedTo: new Int32Array(count),
    nextPayout: new Int32Array(count).fill(-1),
    payouts: new Uint8Array(count),
    brought: new Float64Array(count),
    chances: 0,
    positions: products.map(({ basis }) => scale(basis)),
  }
}

export const balanceOf = (s: State, k: number): number => s.principal[k]! + s.interest[k]!

/** Brings accrual up to a day: the closing balance of each day earns until the next. */
export const accrue = (s: State, k: number, day: Day): void => {
  const from = s.accruedTo[k]!
  if (day <= from) return
  s.accruedTo[k] = day
  const product = s.accounts.product[k]!
  if (!products[product]!.accrues) return
  const balance = balanceOf(s, k)
  const position = s.positions[product]!
  const parts = balance * (position[day - s.firm.opening]! - position[from - s.firm.opening]!)
  s.accrued[k]! += parts
  s.accruedEver[k]! += parts
  s.capitalDays[k]! += balance * (day - from)
}

import { type DayNumber, rollToWeekday } from '#rules/calendar.ts'
import { calculateInterestCents } from '#rules/day-count.ts'
import { ledgers } from '#rules/ledgers.ts'
import { type SeedProduct, seedProducts } from '../products.ts'
import {
  bonusKind,
  cancellationKind,
  counterLedgerByKind,
  interestKind,
  maturityKind,
  nonPrincipalFlagsByKind,
  penaltyKind,
  transferKind,
  withdrawalKind,
  withholdingKind,
} from './kinds.ts'
import { accrueInterest, getBalance, type SimulationState } from './state.ts'

/** Money in (positive) or out of an account's capital. */
export const bookMovement = (
  s: SimulationState,
  k: number,
  kind: number,
  booked: DayNumber,
  value: DayNumber,
  amount: number,
): void => {
  if (amount === 0) return
  accrueInterest(s, k, value)
  if (nonPrincipalFlagsByKind[kind]) s.interest[k]! += amount
  else s.principal[k]! += amount
  s.sink(kind, booked, value, amount, ledgers.capital, k, counterLedgerByKind[kind]!, -1)
}

const bookPayableMovement = (
  s: SimulationState,
  k: number,
  kind: number,
  booked: DayNumber,
  value: DayNumber,
  amount: number,
): void => {
  if (amount === 0) return
  s.payable[k]! += amount
  s.sink(kind, booked, value, amount, ledgers.payable, k, counterLedgerByKind[kind]!, -1)
}

/** Pays out what is on its way, if that day has come. */
const payOutPayable = (s: SimulationState, k: number, day: DayNumber): void => {
  const amount = s.payable[k]!
  if (amount > 0 && day <= s.firm.today) bookPayableMovement(s, k, withdrawalKind, day, day, -amount)
}

/** All capital leaves for the payable. */
const releaseCapital = (s: SimulationState, k: number, kind: number, booked: DayNumber, value: DayNumber): void => {
  const amount = getBalance(s, k)
  if (amount <= 0) return
  s.principal[k]! -= amount
  s.payable[k]! += amount
  s.sink(kind, booked, value, -amount, ledgers.capital, k, ledgers.payable, k)
}

/**
 * Posts interest, bonus and what is withheld from what stays of them after a penalty: each time what has been earned since the opening, less
 * what is posted, as the product does. A rounding of its own would be corrected by the first night, cent by cent.
 */
export const postEarnings = (
  s: SimulationState,
  k: number,
  booked: DayNumber,
  value: DayNumber,
  last: boolean,
  charged = 0,
): void => {
  accrueInterest(s, k, value)
  const { rate, bonus: bonusRate } = s.accounts
  const product = seedProducts[s.accounts.product[k]!]!
  if (!product.accrues) return
  const of = (annual: number, posted: Float64Array): number => {
    const cents = Number(calculateInterestCents(s.accruedSinceOpening[k]!, annual, product.basis)) - posted[k]!
    posted[k]! += Math.max(0, cents)
    return Math.max(0, cents)
  }
  const gross = of(rate[k]!, s.postedInterest)
  const extra = bonusRate[k]! > 0 ? of(bonusRate[k]!, s.postedBonus) : 0
  const tax = s.taxes(s.accounts.client[k]!, booked, Math.max(0, gross + extra - charged), s.capitalDays[k]!)
  s.capitalDays[k] = 0
  const post = product.capitalised ? bookMovement : bookPayableMovement
  post(s, k, interestKind, booked, value, gross)
  post(s, k, bonusKind, booked, value, extra)
  post(s, k, withholdingKind, booked, value, -tax)
  if (!product.capitalised && !last) payOutPayable(s, k, rollToWeekday(booked + 1))
}

/** The term is over: the last interest, then the principal goes on to the next account or out. */
export const matureAccount = (s: SimulationState, k: number): void => {
  const value = s.accounts.expiresOn[k]!
  const booked = s.accounts.closedOn[k]!
  postEarnings(s, k, booked, value, true)
  const next = s.accounts.renewedBy[k]!
  if (next >= 0) {
    const amount = s.accounts.agreed[k]!
    s.principal[k]! -= amount
    s.carriedOver[next] = amount
    s.sink(transferKind, booked, booked, -amount, ledgers.capital, k, ledgers.capital, next)
  }
  releaseCapital(s, k, maturityKind, booked, value)
  payOutPayable(s, k, rollToWeekday(booked + 1))
}

/** What leaving early costs: the interest at the rate less that with the points off, never more than there is. */
const calculatePenalty = (s: SimulationState, k: number, product: SeedProduct): number => {
  const rate = s.accounts.rate[k]!
  const less = Math.max(0, rate - Math.round(product.penalty * 1e6))
  const [whole, left] = [rate, less].map((micros) =>
    Number(calculateInterestCents(s.accruedSinceOpening[k]!, micros, product.basis)),
  )
  return product.accrues ? Math.min(whole! - left!, getBalance(s, k)) : 0
}

/** On the day on which the account closes: what it earned, the penalty, the capital, and its payout two days later or on the next weekday. */
export const cancelAccount = (s: SimulationState, k: number): void => {
  const day = s.accounts.closedOn[k]!
  accrueInterest(s, k, day)
  const charged = calculatePenalty(s, k, seedProducts[s.accounts.product[k]!]!)
  postEarnings(s, k, day, day, true, charged)
  bookMovement(s, k, penaltyKind, day, day, -charged)
  releaseCapital(s, k, cancellationKind, day, day)
  payOutPayable(s, k, rollToWeekday(day + 2))
}

import { businessDay, type Day } from '#rules/calendar.ts'
import { interestCents } from '#rules/day-count.ts'
import { ledgers } from '#rules/ledgers.ts'
import { type Product, products } from '../products.ts'
import {
  besidePrincipal,
  bonus,
  cancellation,
  counterLedger,
  interest,
  maturity,
  penalty,
  transfer,
  withdrawal,
  withholding,
} from './kinds.ts'
import { accrue, balanceOf, type State } from './state.ts'

/** Money in (positive) or out of an account's capital. */
export const move = (s: State, k: number, kind: number, booked: Day, value: Day, amount: number): void => {
  if (amount === 0) return
  accrue(s, k, value)
  if (besidePrincipal[kind]) s.interest[k]! += amount
  else s.principal[k]! += amount
  s.sink(kind, booked, value, amount, ledgers.capital, k, counterLedger[kind]!, -1)
}

const movePayable = (s: State, k: number, kind: number, booked: Day, value: Day, amount: number): void => {
  if (amount === 0) return
  s.payable[k]! += amount
  s.sink(kind, booked, value, amount, ledgers.payable, k, counterLedger[kind]!, -1)
}

/** Pays out what is on its way, if that day has come. */
const payOut = (s: State, k: number, day: Day): void => {
  const amount = s.payable[k]!
  if (amount > 0 && day <= s.firm.today) movePayable(s, k, withdrawal, day, day, -amount)
}

/** All capital leaves for the payable. */
const release = (s: State, k: number, kind: number, booked: Day, value: Day): void => {
  const amount = balanceOf(s, k)
  if (amount <= 0) return
  s.principal[k]! -= amount
  s.payable[k]! += amount
  s.sink(kind, booked, value, -amount, ledgers.capital, k, ledgers.payable, k)
}

/**
 * Posts interest, bonus and what is withheld from what stays of them after a penalty. The last time trues up, so that all postings are the
 * whole's rounding.
 */
export const earn = (s: State, k: number, booked: Day, value: Day, last: boolean, charged = 0): void => {
  accrue(s, k, value)
  const { rate, bonus: bonusRate } = s.accounts
  const product = products[s.accounts.product[k]!]!
  if (!product.accrues) return
  const of = (annual: number, posted: Float64Array): number => {
    const cents = last
      ? Number(interestCents(s.accruedEver[k]!, annual, product.basis)) - posted[k]!
      : Number(interestCents(s.accrued[k]!, annual, product.basis))
    posted[k]! += Math.max(0, cents)
    return Math.max(0, cents)
  }
  const gross = of(rate[k]!, s.postedInterest)
  const extra = bonusRate[k]! > 0 ? of(bonusRate[k]!, s.postedBonus) : 0
  const tax = s.taxes(s.accounts.client[k]!, booked, Math.max(0, gross + extra - charged), s.capitalDays[k]!)
  s.accrued[k] = 0
  s.capitalDays[k] = 0
  const post = product.capitalised ? move : movePayable
  post(s, k, interest, booked, value, gross)
  post(s, k, bonus, booked, value, extra)
  post(s, k, withholding, booked, value, -tax)
  if (!product.capitalised && !last) payOut(s, k, businessDay(booked + 1))
}

/** The term is over: the last interest, then the principal goes on to the next account or out. */
export const mature = (s: State, k: number): void => {
  const value = s.accounts.expiresOn[k]!
  const booked = s.accounts.closedOn[k]!
  earn(s, k, booked, value, true)
  const next = s.accounts.renewedBy[k]!
  if (next >= 0) {
    const amount = s.accounts.agreed[k]!
    s.principal[k]! -= amount
    s.brought[next] = amount
    s.sink(transfer, booked, booked, -amount, ledgers.capital, k, ledgers.capital, next)
  }
  release(s, k, maturity, booked, value)
  payOut(s, k, businessDay(booked + 1))
}

/** What leaving early costs: the interest at the rate less that with the points off, never more than there is. */
const penaltyFor = (s: State, k: number, product: Product): number => {
  const rate = s.accounts.rate[k]!
  const less = Math.max(0, rate - Math.round(product.penalty * 1e6))
  const [whole, left] = [rate, less].map((micros) => Number(interestCents(s.accruedEver[k]!, micros, product.basis)))
  return product.accrues ? Math.min(whole! - left!, balanceOf(s, k)) : 0
}

export const cancel = (s: State, k: number): void => {
  const day = s.accounts.closedOn[k]!
  accrue(s, k, day)
  const charged = penaltyFor(s, k, products[s.accounts.product[k]!]!)
  earn(s, k, day, day, true, charged)
  move(s, k, penalty, day, day, -charged)
  release(s, k, cancellation, day, day)
  payOut(s, k, businessDay(day + 2))
}

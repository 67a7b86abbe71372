import type { Selectable } from 'kysely'
import type { Account } from '#db/types.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import type { CountryCode } from '#rules/holidays.ts'
import { type AccruedInterest, calculateAccruedInterest, getAccrualEndDate } from '#rules/interest.ts'
import type { InterestColumnValues } from './interest-columns.ts'

/** What the interest of an account up to a day is reckoned from. */
export type AccrualFacts = Omit<InterestColumnValues, 'payout' | 'capitalised'> &
  Pick<Selectable<Account>, 'closedOn' | 'status'>

/** What it earns by, whatever is posted. */
type EarningTerms = Omit<AccrualFacts, 'interest' | 'bonus'>

/** By what an account earns, and until when: maturity or the day of an early cancellation. Only of an account that was opened. */
export const toInterestTerms = (accountEarning: EarningTerms, country: CountryCode) => {
  const { dayCount: basis, rate, bonusRate, openedOn, closedOn } = accountEarning
  const end = getAccrualEndDate(accountEarning, country)
  // An account that was closed early stopped earning then.
  const expiresOn = [end, closedOn].filter((day) => day !== null).sort()[0] ?? null
  return { basis, rate, bonusRate, openedOn: openedOn!, expiresOn }
}

const noInterest: AccruedInterest = { lines: [], interest: '0.00', bonus: '0.00' }
/** Earned up to and with `asOf`, paid or not; nothing where the account doesn't earn, wasn't opened or has no money. */
export const calculateEarnedInterest = (
  accountEarning: EarningTerms,
  country: CountryCode,
  asOf: string,
): AccruedInterest =>
  accountEarning.accrues && accountEarning.openedOn !== null && accountEarning.moves.length > 0
    ? calculateAccruedInterest(toInterestTerms(accountEarning, country), accountEarning.moves, asOf)
    : noInterest

export type EarnedSums = Pick<AccruedInterest, 'interest' | 'bonus'>

/** What is earned and not posted: nothing of a closed account, whose last posting made up for all. */
export const calculateInterestSums = (accountEarning: AccrualFacts, { interest, bonus }: EarnedSums) => {
  const earned = toCents(interest) + toCents(bonus)
  const posted = toCents(accountEarning.interest) + toCents(accountEarning.bonus)
  const accrued = accountEarning.status === 'active' && accountEarning.accrues ? earned - posted : 0n
  return {
    earned: centsToAmount(earned),
    posted: centsToAmount(posted),
    accrued: centsToAmount(accrued),
    toDate: centsToAmount(posted + accrued),
  }
}

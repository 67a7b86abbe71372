import type { Kysely } from 'kysely'
import type { OperationEligibility } from '#contract/clients/operation-eligibility.ts'
import { rateOfferDays } from '#contract/openings.ts'
import type { DB } from '#db/types.ts'
import { parseDay, shiftDay } from '#rules/calendar.ts'
import { toCents } from '#rules/cents.ts'
import { ledgers } from '#rules/ledgers.ts'
import type { Actor } from '#server/core/approval-task.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { activateAccount } from './activate-account.ts'
import { assertOperationAllowed, findAccountsEligibility } from './client-eligibility.ts'
import type { LockedAccount } from './lock-account.ts'
import { postJournal } from './post-journal.ts'
import { queueContributionNotice } from './queue-client-notices.ts'

type ContributionInput = { amount: string; valueDate: string }

/** An account opens on the day its money came, but no further back than an offer lasts: it would have earned before anybody agreed on it. */
const findEarliestEarningDate = ({ openedOn }: LockedAccount, businessDate: string): string =>
  openedOn ?? shiftDay(businessDate, -rateOfferDays)

/** From when money earns that came on a day of its own: neither before the account could, nor after today. */
export const clampValueDate = (account: LockedAccount, valueDate: string, businessDate: string): string => {
  const earliest = findEarliestEarningDate(account, businessDate)
  const value = valueDate < earliest ? earliest : valueDate
  return value > businessDate ? businessDate : value
}

/** Whether the terms of an open account let money come that the bank had on that day. */
const acceptsAdditions = ({ openedOn, additions, additionDays }: LockedAccount, valueDate: string): boolean =>
  additions === 'within_days' ? parseDay(valueDate) <= parseDay(openedOn!) + additionDays! : additions === 'always'

/** `account.overMaximum` where this much more principal would be above the maximum of the product, whoever brings it and however. */
export const assertWithinProductMaximum = (
  { principal, maximum }: Pick<LockedAccount, 'principal' | 'maximum'>,
  amount: string,
) => {
  if (maximum !== null && toCents(principal) + toCents(amount) > toCents(maximum))
    throw buildRefusal('account.overMaximum', { fields: { amount: 'overMaximum' } })
}

/** Whether its holders may bring money: the verdict on all of them together. */
type DepositEligibility = OperationEligibility['in']

/**
 * Refuses money that the account can't take: `account.notActive`, `account.matured`, `account.noAdditions`, what stops the holders from
 * bringing any, a value date outside of its time, `account.overMaximum`.
 */
export const assertContributionFits = (
  account: LockedAccount,
  verdict: DepositEligibility,
  { amount, valueDate }: ContributionInput,
  businessDate: string,
): void => {
  if (account.status !== 'active' && account.status !== 'pending') throw buildRefusal('account.notActive')
  if (account.expiresOn !== null && account.expiresOn <= businessDate) throw buildRefusal('account.matured')
  if (account.status === 'active' && !acceptsAdditions(account, valueDate)) throw buildRefusal('account.noAdditions')
  assertOperationAllowed(verdict)
  if (valueDate > businessDate) throw buildRefusal('request.invalid', { fields: { valueDate: 'future' } })
  if (valueDate < findEarliestEarningDate(account, businessDate))
    throw buildRefusal('request.invalid', { fields: { valueDate: account.openedOn ? 'beforeOpening' : 'tooLongAgo' } })
  assertWithinProductMaximum(account, amount)
}

/** The same of one account, which is locked: asks what its holders may. */
export const assertContributionAllowed = async (
  tx: Kysely<DB>,
  account: LockedAccount,
  contribution: ContributionInput,
  businessDate: string,
): Promise<void> => {
  const verdicts = await findAccountsEligibility(tx, [account.id], businessDate)
  assertContributionFits(account, verdicts.get(account.id)!.in, contribution, businessDate)
}

type ContributionPosting = ContributionInput & {
  bookingDate: string
  /** Where it stands until then: in the bank, or in unidentified receipts since the bank showed it. */
  from: 'bank' | 'unidentified'
  key: string
  source: string
  description: string | null
  /** The day on which the bank had it, where a statement says so; else that of its value. */
  bankDay?: string
}

/**
 * Books new money of the account, which is locked, tells its client where the firm does, and opens an account that waited for it. Whether it may come was asked before; the caller
 * refreshes the client's list row. Throws what the ledger refuses.
 */
export const postContribution = async (
  tx: Kysely<DB>,
  doer: Actor,
  account: LockedAccount,
  { amount, from, bankDay, ...booked }: ContributionPosting,
): Promise<{ journalId: string; opened: boolean }> => {
  const { journalId } = await postJournal(tx, doer, {
    kind: 'contribution',
    ...booked,
    lines: [
      { ledger: ledgers.capital, accountId: account.id, amount: `-${amount}` },
      { ledger: ledgers[from], accountId: null, amount },
    ],
  })
  await queueContributionNotice(tx, { accountId: account.id, journalId, bookingDate: booked.bookingDate, amount })
  const arrival = bankDay === undefined ? undefined : { valueDate: booked.valueDate, bankDay }
  const opened = account.status === 'pending' && (await activateAccount(tx, doer, account.id, { arrival })) === 'active'
  return { journalId, opened }
}

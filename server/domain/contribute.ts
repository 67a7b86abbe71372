import type { Kysely } from 'kysely'
import type { CanOperate } from '#contract/clients/can-operate.ts'
import { offerDays } from '#contract/openings.ts'
import type { DB } from '#db/types.ts'
import { isoDay, parseDay } from '#rules/calendar.ts'
import { centsOf } from '#rules/cents.ts'
import { ledgers } from '#rules/ledgers.ts'
import { refuse } from '#server/core/errors.ts'
import type { Doer } from '#server/core/task.ts'
import { activateAccount } from './activate-account.ts'
import { findAccountsCanOperate, refuseUnlessAllowed } from './can-operate.ts'
import type { LockedAccount } from './lock-account.ts'
import { postJournal } from './post-journal.ts'
import { queueReceived } from './queue-notices.ts'

type Coming = { amount: string; valueDate: string }

/** An account opens on the day its money came, but no further back than an offer lasts: it would have earned before anybody agreed on it. */
const earliestValue = ({ openedOn }: LockedAccount, businessDate: string): string =>
  openedOn ?? isoDay(parseDay(businessDate) - offerDays)

/** From when money earns that came on a day of its own: neither before the account could, nor after today. */
export const valueFor = (account: LockedAccount, valueDate: string, businessDate: string): string => {
  const earliest = earliestValue(account, businessDate)
  const value = valueDate < earliest ? earliest : valueDate
  return value > businessDate ? businessDate : value
}

/** Whether the terms of an open account let money come that the bank had on that day. */
const takesAdditions = ({ openedOn, additions, additionDays }: LockedAccount, valueDate: string): boolean =>
  additions === 'within_days' ? parseDay(valueDate) <= parseDay(openedOn!) + additionDays! : additions === 'always'

/** `account.overMaximum` where this much more principal would be above the maximum of the product, whoever brings it and however. */
export const refuseOverMaximum = (
  { principal, maximum }: Pick<LockedAccount, 'principal' | 'maximum'>,
  amount: string,
) => {
  if (maximum !== null && centsOf(principal) + centsOf(amount) > centsOf(maximum))
    throw refuse('account.overMaximum', { fields: { amount: 'overMaximum' } })
}

/** Whether its holders may bring money: the verdict on all of them together. */
type Verdict = CanOperate['in']

/**
 * Refuses money that the account can't take: `account.notActive`, `account.matured`, `account.noAdditions`, what stops the holders from
 * bringing any, a value date outside of its time, `account.overMaximum`.
 */
export const refuseContributionOf = (
  account: LockedAccount,
  verdict: Verdict,
  { amount, valueDate }: Coming,
  businessDate: string,
): void => {
  if (account.status !== 'active' && account.status !== 'pending') throw refuse('account.notActive')
  if (account.expiresOn !== null && account.expiresOn <= businessDate) throw refuse('account.matured')
  if (account.status === 'active' && !takesAdditions(account, valueDate)) throw refuse('account.noAdditions')
  refuseUnlessAllowed(verdict)
  if (valueDate > businessDate) throw refuse('request.invalid', { fields: { valueDate: 'future' } })
  if (valueDate < earliestValue(account, businessDate))
    throw refuse('request.invalid', { fields: { valueDate: account.openedOn ? 'beforeOpening' : 'tooLongAgo' } })
  refuseOverMaximum(account, amount)
}

/** The same of one account, which is locked: asks what its holders may. */
export const refuseContribution = async (
  tx: Kysely<DB>,
  account: LockedAccount,
  coming: Coming,
  businessDate: string,
): Promise<void> => {
  const verdicts = await findAccountsCanOperate(tx, [account.id], businessDate)
  refuseContributionOf(account, verdicts.get(account.id)!.in, coming, businessDate)
}

type Contribution = Coming & {
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
export const contribute = async (
  tx: Kysely<DB>,
  doer: Doer,
  account: LockedAccount,
  { amount, from, bankDay, ...booked }: Contribution,
): Promise<{ journalId: string; opened: boolean }> => {
  const { journalId } = await postJournal(tx, doer, {
    kind: 'contribution',
    ...booked,
    lines: [
      { ledger: ledgers.capital, accountId: account.id, amount: `-${amount}` },
      { ledger: ledgers[from], accountId: null, amount },
    ],
  })
  await queueReceived(tx, { accountId: account.id, journalId, bookingDate: booked.bookingDate, amount })
  const arrival = bankDay === undefined ? undefined : { valueDate: booked.valueDate, bankDay }
  const opened = account.status === 'pending' && (await activateAccount(tx, doer, account.id, { arrival })) === 'active'
  return { journalId, opened }
}

import { type Kysely, sql } from 'kysely'
import type { OperationEligibility } from '#contract/clients/operation-eligibility.ts'
import type { ErrorCode } from '#contract/core/errors.ts'
import type { DB } from '#db/types.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import { RefusalError } from '#rules/refusal-error.ts'
import type { Actor } from '#server/core/approval-task.ts'
import { findAccountsEligibility } from '#server/domain/client-eligibility.ts'
import { findRelatedAccounts } from '#server/domain/conflict-of-interest.ts'
import { findEarliestValueDate, isAboveBonusAmount } from '#server/domain/contribution-rules.ts'
import { type LockedAccount, readAccounts } from '#server/domain/lock-account.ts'
import { assertContributionFits, clampValueDate } from '#server/domain/post-contribution.ts'
import type { NewBankEntry } from './insert-statements.ts'
import { createHolderMatcher } from './payer-holders.ts'

/** Who plans or books a file: whoever decides on it. */
export type PlanningContext = Pick<Actor, 'person' | 'businessDate' | 'prefix'>

/** Who brought the file, and on which day. */
export type UploadOrigin = { uploaderId: string; uploadedOn: string }

/** Money that came in for an account; `isNoted`: somebody had noted it by hand, so that nothing is booked by it. */
export type IncomingContribution = { line: NewBankEntry; accountId: string; isNoted: boolean }

/** What may come to an account on that day, as a contribution from the bank. */
export type EligibilityByAccount = ReadonlyMap<string, OperationEligibility>

/** By account; asks nothing where there are none. */
export const findAccountEligibility = (
  db: Kysely<DB>,
  accountIds: readonly string[],
  today: string,
): Promise<EligibilityByAccount> =>
  accountIds.length === 0 ? Promise.resolve(new Map()) : findAccountsEligibility(db, accountIds, today)

/** The refusal that keeps a line's money from the account that it names, as the account stands; null where it may come. */
export const getContributionObstacle = (
  account: LockedAccount | undefined,
  eligibilityByAccount: EligibilityByAccount,
  { amount, valueDate: atBank }: Pick<NewBankEntry, 'amount' | 'valueDate'>,
  today: string,
): ErrorCode | null => {
  const verdict = account && eligibilityByAccount.get(account.id)?.in
  if (!account || !verdict) return 'account.notActive'
  try {
    const valueDate = clampValueDate(account, atBank, today)
    assertContributionFits(account, verdict, { amount, valueDate }, today)
  } catch (error) {
    if (error instanceof RefusalError) return error.code
    throw error
  }
  return isAboveBonusAmount(account, amount) ? 'contribution.beyondBonus' : null
}

/**
 * Of these accounts those that somebody behind the file may not write on: whoever approves it, or who brought it. Their lines wait for a third.
 */
const findConflictedAccounts = async (
  db: Kysely<DB>,
  { person, businessDate }: PlanningContext,
  uploaderId: string,
  accountIds: readonly string[],
): Promise<Set<string>> => {
  const { rows } = await sql<{ id: string }>`
    select e.id::text as id from employee e join registry.own_people() p on p.cvl = e.cvl where p.user_id = ${uploaderId}`.execute(
    db,
  )
  const behind = new Set([person.employeeId, ...rows.map(({ id }) => id)])
  const conflictedAccounts = new Set<string>()
  for (const employeeId of behind) {
    const own = await findRelatedAccounts(db, { person: { employeeId }, businessDate }, accountIds)
    for (const { id } of own) conflictedAccounts.add(id)
  }
  return conflictedAccounts
}

/** The account as this money leaves it, for the lines that follow: it has more, and opens once that is all of it. */
const applyContribution = (account: LockedAccount, { amount, valueDate }: NewBankEntry, today: string): void => {
  const openedOn = clampValueDate(account, valueDate, today)
  account.principal = centsToAmount(toCents(account.principal) + toCents(amount))
  const isComplete = account.agreedAmount !== null && toCents(account.principal) >= toCents(account.agreedAmount)
  if (account.status === 'pending' && isComplete) Object.assign(account, { status: 'active', openedOn })
}

/**
 * What keeps the money of these lines from the accounts that they name, in their order, by the id of the line; null where nothing does. Of what
 * was noted by hand: what keeps the line from confirming it. Changes nothing.
 */
export const planContributions = async (
  db: Kysely<DB>,
  planner: PlanningContext,
  { uploaderId, uploadedOn }: UploadOrigin,
  coming: readonly IncomingContribution[],
): Promise<Map<string, ErrorCode | null>> => {
  if (coming.length === 0) return new Map()
  const { businessDate: today } = planner
  const accountIds = [...new Set(coming.map(({ accountId }) => accountId))]
  const conflictedAccounts = await findConflictedAccounts(db, planner, uploaderId, accountIds)
  const isHolder = await createHolderMatcher(
    db,
    accountIds,
    coming.map(({ line }) => line),
  )
  const earliest = await findEarliestValueDate(db, planner.prefix, uploadedOn)
  const eligibilityByAccount = await findAccountEligibility(db, accountIds, today)
  const accounts = new Map((await readAccounts(db, accountIds)).map((account) => [account.id, account]))
  return new Map(
    coming.map(({ line, accountId, isNoted }) => {
      if (conflictedAccounts.has(accountId)) return [line.id, 'approval.ownRecord']
      if (!isHolder(accountId, line)) return [line.id, 'receipt.otherPayer']
      if (isNoted) return [line.id, null]
      // Interest is counted from it, and whoever uploads the file may have written it.
      if (line.valueDate < earliest) return [line.id, 'receipt.backDated']
      const account = accounts.get(accountId)
      const obstacle = getContributionObstacle(account, eligibilityByAccount, line, today)
      if (account && !obstacle) applyContribution(account, line, today)
      return [line.id, obstacle]
    }),
  )
}

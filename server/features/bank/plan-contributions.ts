import { type Kysely, sql } from 'kysely'
import type { CanOperate } from '#contract/clients/can-operate.ts'
import type { ErrorCode } from '#contract/core/errors.ts'
import type { DB } from '#db/types.ts'
import { centsOf, moneyOf } from '#rules/cents.ts'
import { Refused } from '#rules/refused.ts'
import type { Doer } from '#server/core/task.ts'
import { findAccountsCanOperate } from '#server/domain/can-operate.ts'
import { refuseContributionOf, valueFor } from '#server/domain/contribute.ts'
import { findEarliestValueDate, isBeyondBonus } from '#server/domain/contribution-rules.ts'
import { type LockedAccount, readAccounts } from '#server/domain/lock-account.ts'
import { findOwnAccounts } from '#server/domain/too-near.ts'
import type { Fresh } from './insert-statements.ts'
import { findIsHolder } from './payer-holders.ts'

/** Who plans or books a file: whoever decides on it. */
export type Planner = Pick<Doer, 'person' | 'businessDate' | 'prefix'>

/** Who brought the file, and on which day. */
export type Brought = { uploaderId: string; uploadedOn: string }

/** Money that came in for an account; `isNoted`: somebody had noted it by hand, so that nothing is booked by it. */
export type Coming = { line: Fresh; accountId: string; isNoted: boolean }

/** What may come to an account on that day, as a contribution from the bank. */
export type Verdicts = ReadonlyMap<string, CanOperate>

export const findVerdicts = (db: Kysely<DB>, accountIds: readonly string[], today: string): Promise<Verdicts> =>
  accountIds.length === 0 ? Promise.resolve(new Map()) : findAccountsCanOperate(db, accountIds, today)

/** The refusal that keeps a line's money from the account that it names, as the account stands; null where it may come. */
export const barOfContribution = (
  account: LockedAccount | undefined,
  verdicts: Verdicts,
  { amount, valueDate: atBank }: Pick<Fresh, 'amount' | 'valueDate'>,
  today: string,
): ErrorCode | null => {
  const verdict = account && verdicts.get(account.id)?.in
  if (!account || !verdict) return 'account.notActive'
  try {
    const valueDate = valueFor(account, atBank, today)
    refuseContributionOf(account, verdict, { amount, valueDate }, today)
  } catch (error) {
    if (error instanceof Refused) return error.code
    throw error
  }
  return isBeyondBonus(account, amount) ? 'contribution.beyondBonus' : null
}

/**
 * Of these accounts those that somebody behind the file may not write on: whoever approves it, or who brought it. Their lines wait for a third.
 */
const findNearAccounts = async (
  db: Kysely<DB>,
  { person, businessDate }: Planner,
  uploaderId: string,
  accountIds: readonly string[],
): Promise<Set<string>> => {
  const { rows } = await sql<{ id: string }>`
    select e.id::text as id from employee e join registry.own_people() p on p.cvl = e.cvl where p.user_id = ${uploaderId}`.execute(
    db,
  )
  const behind = new Set([person.employeeId, ...rows.map(({ id }) => id)])
  const near = new Set<string>()
  for (const employeeId of behind) {
    const own = await findOwnAccounts(db, { person: { employeeId }, businessDate }, accountIds)
    for (const { id } of own) near.add(id)
  }
  return near
}

/** The account as this money leaves it, for the lines that follow: it has more, and opens once that is all of it. */
const addTo = (account: LockedAccount, { amount, valueDate }: Fresh, today: string): void => {
  const openedOn = valueFor(account, valueDate, today)
  account.principal = moneyOf(centsOf(account.principal) + centsOf(amount))
  const isComplete = account.agreedAmount !== null && centsOf(account.principal) >= centsOf(account.agreedAmount)
  if (account.status === 'pending' && isComplete) Object.assign(account, { status: 'active', openedOn })
}

/**
 * What keeps the money of these lines from the accounts that they name, in their order, by the id of the line; null where nothing does. Of what
 * was noted by hand: what keeps the line from confirming it. Changes nothing.
 */
export const planContributions = async (
  db: Kysely<DB>,
  planner: Planner,
  { uploaderId, uploadedOn }: Brought,
  coming: readonly Coming[],
): Promise<Map<string, ErrorCode | null>> => {
  if (coming.length === 0) return new Map()
  const { businessDate: today } = planner
  const accountIds = [...new Set(coming.map(({ accountId }) => accountId))]
  const near = await findNearAccounts(db, planner, uploaderId, accountIds)
  const isHolder = await findIsHolder(
    db,
    accountIds,
    coming.map(({ line }) => line),
  )
  const earliest = await findEarliestValueDate(db, planner.prefix, uploadedOn)
  const verdicts = await findVerdicts(db, accountIds, today)
  const accounts = new Map((await readAccounts(db, accountIds)).map((account) => [account.id, account]))
  return new Map(
    coming.map(({ line, accountId, isNoted }) => {
      if (near.has(accountId)) return [line.id, 'approval.ownRecord']
      if (!isHolder(accountId, line)) return [line.id, 'receipt.otherPayer']
      if (isNoted) return [line.id, null]
      // Interest is counted from it, and whoever uploads the file may have written it.
      if (line.valueDate < earliest) return [line.id, 'receipt.backDated']
      const account = accounts.get(accountId)
      const bar = barOfContribution(account, verdicts, line, today)
      if (account && !bar) addTo(account, line, today)
      return [line.id, bar]
    }),
  )
}

import { type Kysely, sql } from 'kysely'
import type { ErrorCode } from '#contract/core/errors.ts'
import type { DB } from '#db/types.ts'
import { Refused } from '#server/core/errors.ts'
import type { Doer } from '#server/core/task.ts'
import { contribute, refuseContribution, valueFor } from '#server/domain/contribute.ts'
import { isBeyondBonus } from '#server/domain/contribution-rules.ts'
import { linkJournals } from '#server/domain/link-journals.ts'
import { type LockedAccount, lockedAccounts } from '#server/domain/lock-account.ts'
import { findOwnAccounts } from '#server/domain/too-near.ts'
import { bookLines, findBookingDay } from './bank-journals.ts'
import type { Fresh } from './insert-statements.ts'
import type { Match } from './match-entries.ts'
import { findIsHolder } from './payer-holders.ts'

export type Placed = { entry: Fresh; match: Match }

/** The refusal that keeps this money from the account; null where it may come. */
export const findBar = async (
  tx: Kysely<DB>,
  account: LockedAccount | undefined,
  coming: { amount: string; valueDate: string },
  today: string,
): Promise<ErrorCode | null> => {
  if (!account) return 'account.notActive'
  try {
    await refuseContribution(tx, account, coming, today)
    return null
  } catch (error) {
    if (error instanceof Refused) return error.code
    throw error
  }
}

const noteProposals = async (tx: Kysely<DB>, placed: readonly Placed[], bars: ReadonlyMap<string, string>) => {
  const rows = placed.flatMap(({ entry: { id }, match: { proposed, noted } }) => {
    if (noted)
      return {
        id,
        state: 'noted',
        account_id: noted.accountId,
        proposed_account_id: null,
        proposed_by: null,
        bar: null,
      }
    if (!proposed) return []
    const { accountId, by } = proposed
    return {
      id,
      state: 'waiting',
      account_id: null,
      proposed_account_id: accountId,
      proposed_by: by,
      bar: bars.get(id) ?? null,
    }
  })
  await sql`
    update bank_entry e
       set state = g.state::entry_state, account_id = g.account_id, proposed_account_id = g.proposed_account_id, proposed_by = g.proposed_by, bar = g.bar
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as g (id bigint, state text, account_id bigint, proposed_account_id bigint, proposed_by text, bar text)
     where e.id = g.id`.execute(tx)
}

/** Whose account the payer named, that is where it goes; answers the client whose list row has changed, or what stands against it. */
const contributeNamed = async (
  tx: Kysely<DB>,
  doer: Doer,
  { entry, accountId, bookedOn }: { entry: Fresh; accountId: string; bookedOn: string },
): Promise<{ bar: ErrorCode } | { clientId: string }> => {
  const [account] = await lockedAccounts(tx, [accountId])
  const valueDate = account ? valueFor(account, entry.valueDate, doer.businessDate) : entry.valueDate
  const bar = await findBar(tx, account, { amount: entry.amount, valueDate }, doer.businessDate)
  if (bar || !account) return { bar: bar ?? 'account.notActive' }
  if (isBeyondBonus(account, entry.amount)) return { bar: 'contribution.beyondBonus' }
  const { journalId } = await contribute(tx, doer, account, {
    ...{ amount: entry.amount, valueDate, bookingDate: bookedOn, from: 'unidentified' },
    ...{ key: `bank-entry:${entry.id}:named`, source: 'statement', description: entry.remittance.slice(0, 500) },
    bankDay: entry.bookingDate,
  })
  await tx
    .updateTable('bankEntry')
    .set({ state: 'posted', assignedJournalId: journalId, accountId, bar: null })
    .where('id', '=', entry.id)
    .execute()
  return { clientId: account.clientId }
}

/**
 * Of these accounts those that somebody behind the file may not write on: whoever approves it, or who brought it. Their lines wait for a third.
 */
const findNearAccounts = async (
  tx: Kysely<DB>,
  { person, businessDate }: Doer,
  uploaderId: string,
  accountIds: readonly string[],
): Promise<Set<string>> => {
  const { rows } = await sql<{ id: string }>`
    select e.id::text as id from employee e join registry.own_people() p on p.cvl = e.cvl where p.user_id = ${uploaderId}`.execute(
    tx,
  )
  const behind = new Set([person.employeeId, ...rows.map(({ id }) => id)])
  const near = new Set<string>()
  for (const employeeId of behind) {
    const own = await findOwnAccounts(tx, { person: { employeeId }, businessDate }, accountIds)
    for (const { id } of own) near.add(id)
  }
  return near
}

type Coming = { entry: Fresh; accountId: string }

/** What the payers named, into their accounts: what may not come is left waiting, and says why. Answers whose list rows have changed. */
const contributeAll = async (tx: Kysely<DB>, doer: Doer, uploaderId: string, coming: readonly Coming[]) => {
  const dayOf = await findBookingDay(tx, doer.businessDate)
  const accountIds = [...new Set(coming.map(({ accountId }) => accountId))]
  const near = await findNearAccounts(tx, doer, uploaderId, accountIds)
  const isHolder = await findIsHolder(tx, accountIds)
  const bars = new Map<string, ErrorCode>()
  const changed: string[] = []
  for (const { entry, accountId } of coming) {
    const bar = near.has(accountId)
      ? ('approval.ownRecord' as const)
      : isHolder(accountId, entry)
        ? null
        : ('receipt.otherPayer' as const)
    const came = bar
      ? { bar }
      : await contributeNamed(tx, doer, { entry, accountId, bookedOn: dayOf(entry.bookingDate) })
    if ('bar' in came) bars.set(entry.id, came.bar)
    else changed.push(came.clientId)
  }
  return { bars, changed }
}

/**
 * Books what came in: all of it on the bank's ledger and in unidentified receipts on its day, but what somebody had noted by hand; and from there
 * into the account that the payer named, where it may come. The accounts are locked. Answers whose list rows have changed.
 */
export const placeIncoming = async (
  tx: Kysely<DB>,
  doer: Doer,
  { placed, uploaderId }: { placed: readonly Placed[]; uploaderId: string },
): Promise<string[]> => {
  const unnoted = placed.filter(({ match }) => !match.noted)
  await linkJournals(
    tx,
    placed.flatMap(({ entry, match: { noted } }) => (noted ? { journalId: noted.journalId, entryId: entry.id } : [])),
  )
  await bookLines(
    tx,
    unnoted.map(({ entry }) => entry),
    doer.businessDate,
  )
  await noteProposals(tx, placed, new Map())
  const named = unnoted.flatMap(({ entry, match: { proposed } }) =>
    proposed?.by === 'reference' ? { entry, accountId: proposed.accountId } : [],
  )
  const { bars, changed } = await contributeAll(tx, doer, uploaderId, named)
  if (bars.size > 0)
    await noteProposals(
      tx,
      unnoted.filter(({ entry }) => bars.has(entry.id)),
      bars,
    )
  return changed
}

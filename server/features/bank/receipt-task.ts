import { type Kysely, sql } from 'kysely'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { DB } from '#db/types.ts'
import { audit } from '#server/core/audit.ts'
import { refuse } from '#server/core/errors.ts'
import type { Doer, Task } from '#server/core/task.ts'
import { contribute, refuseContribution, valueFor } from '#server/domain/contribute.ts'
import {
  findEarliestValueDate,
  findNotingFacts,
  findNotingObstacles,
  isOverContributionLimit,
  type NotingObstacle,
  refuseBeyondBonusLimit,
} from '#server/domain/contribution-rules.ts'
import { deciderRole } from '#server/domain/decider-role.ts'
import { type LockedAccount, lockedAccounts } from '#server/domain/lock-account.ts'
import { refreshClients } from '#server/domain/post-journal.ts'
import { limitDays } from '#server/domain/withdrawal-limit.ts'
import { findIsHolder } from './payer-holders.ts'
import { bookUnlessBooked, lockReceipt } from './send-back.ts'

/** Whose money a receipt is, as somebody has said it. */
export type Assigned = { entryId: string; accountId: string; key: string }

type Receipt = Awaited<ReturnType<typeof lockReceipt>>
type Coming = { amount: string; valueDate: string }

/**
 * What this person has said to be somebody's in the last thirty days, with this receipt, whichever accounts it went to: several of them are no way
 * around a limit. Of two receipts at once the second one is counted with the first.
 */
const findAssignedBy = async (
  tx: Kysely<DB>,
  { userId, entryId, today }: { userId: string; entryId: string; today: string },
) => {
  await sql`select pg_advisory_xact_lock(hashtext('receipts assigned ' || current_schema()), hashtext(${userId}))`.execute(
    tx,
  )
  const { rows } = await sql<{ amount: string; proposed: string | null; isReturn: boolean }>`
    select (n.amount + coalesce((
             select sum(e.amount) from journal j join bank_entry e on e.assigned_journal_id = j.id
              where j.booking_date > ${today}::date - ${sql.lit(limitDays)} and j.kind = 'contribution' and j.source = 'statement'
                and j.created_by = ${userId} and e.state = 'posted' and e.assigned_key is not null), 0))::numeric(18, 2)::text as amount,
           n.proposed_account_id::text as proposed, coalesce(n.proposed_by = 'return', false) as "isReturn"
      from bank_entry n where n.id = ${entryId}`.execute(tx)
  return rows[0]!
}

/** Whether this person brought the line or let it in, and the day on which it was brought. */
const findBrought = async (
  tx: Kysely<DB>,
  { person, prefix }: Pick<Doer, 'person' | 'prefix'>,
  entryId: string,
): Promise<{ isOwn: boolean; uploadedOn: string } | undefined> => {
  const { rows } = await sql<{ isOwn: boolean; uploadedOn: string }>`
    select coalesce(${person.userId} in (s.uploaded_by, s.approved_by), false) as "isOwn",
           (s.uploaded_at at time zone ${tenantFacts[prefix].timeZone})::date::text as "uploadedOn"
      from bank_statement_line l join bank_statement s on s.id = l.statement_id
     where l.entry_id = ${entryId} and not l.known`.execute(tx)
  return rows[0]
}

/**
 * Why a receipt takes a second person: what keeps money by hand from one, that the bank's line was recognised as somebody else's, that who paid
 * holds no such account, or that whoever assigns it could have written the line or let it in.
 */
export type AssigningObstacle = NotingObstacle | 'notProposed' | 'otherPayer' | 'ownStatement'

/** All that keeps somebody from saying alone whose money this is. How old its value date is counts from the day on which the file came. */
export const findAssigningObstacles = async (
  tx: Kysely<DB>,
  doer: Pick<Doer, 'person' | 'prefix' | 'businessDate'>,
  { account, receipt, coming, key }: { account: LockedAccount; receipt: Receipt; coming: Coming; key: string },
): Promise<AssigningObstacle[]> => {
  const { person, businessDate: today } = doer
  const accountId = account.id
  const facts = await findNotingFacts(tx, { accountId, role: person.role, key, today })
  const { amount, proposed, isReturn } = await findAssignedBy(tx, {
    userId: person.userId,
    entryId: receipt.id,
    today,
  })
  const isHolder = await findIsHolder(tx, [accountId], [receipt])
  const { isOwn, uploadedOn } = (await findBrought(tx, doer, receipt.id)) ?? { isOwn: true, uploadedOn: today }
  const earliest = await findEarliestValueDate(tx, doer.prefix, uploadedOn)
  const obstacles = findNotingObstacles(doer, account, coming, facts).filter((one) => one === 'overAgreed')
  return [
    ...(isOverContributionLimit(facts, amount) ? (['overLimit'] as const) : []),
    ...(receipt.valueDate < earliest ? (['backDated'] as const) : []),
    ...(obstacles.length > 0 ? (['overAgreed'] as const) : []),
    ...(isReturn || (proposed !== null && proposed !== accountId) ? (['notProposed'] as const) : []),
    ...(isHolder(accountId, receipt) ? [] : (['otherPayer'] as const)),
    ...(isOwn ? (['ownStatement'] as const) : []),
  ]
}

/** Refuses a receipt that the account can't take; answers what would come. Both are locked. */
export const judgeReceipt = async (tx: Kysely<DB>, account: LockedAccount, receipt: Receipt, businessDate: string) => {
  const coming = { amount: receipt.amount, valueDate: valueFor(account, receipt.valueDate, businessDate) }
  await refuseContribution(tx, account, coming, businessDate)
  return coming
}

/** Out of unidentified receipts into the account: booked today, earning from the day on which the bank had it. Both are locked. */
export const bookReceipt = async (
  tx: Kysely<DB>,
  doer: Doer,
  { account, receipt, key }: { account: LockedAccount; receipt: Receipt; key: string },
): Promise<string> => {
  const coming = await judgeReceipt(tx, account, receipt, doer.businessDate)
  await bookUnlessBooked(tx, doer, receipt.id)
  const { journalId } = await contribute(tx, doer, account, {
    ...{ ...coming, bookingDate: doer.businessDate, from: 'unidentified', key, source: 'statement' },
    description: receipt.remittance.slice(0, 500) || null,
    bankDay: receipt.bookingDate,
  })
  await tx
    .updateTable('bankEntry')
    .set({ state: 'posted', assignedJournalId: journalId, assignedKey: key, accountId: account.id, bar: null })
    .where('id', '=', receipt.id)
    .execute()
  await audit(tx, doer, {
    action: 'receipt.assigned',
    entity: 'receipt',
    entityId: receipt.id,
    before: { state: 'waiting' },
    after: { state: 'posted', account: account.number, amount: receipt.amount },
  })
  await refreshClients(tx, [account.clientId])
  return journalId
}

/** A receipt, said by a second person to be that client's money. */
export const receiptTask: Task<'receipt', Assigned> = {
  name: 'receipt',
  module: 'bt_Extractos',
  secondFactor: true,
  pageOf: (entryId) => entryId && `/crm/Ingresos/apuntes/${entryId}`,
  carryOut: async (tx, doer, { payload: { entryId, accountId, key }, approvalId }) => {
    // The account first, then the line, as whoever takes a contribution back.
    const [account] = await lockedAccounts(tx, [accountId])
    const receipt = await lockReceipt(tx, entryId)
    if (!account || receipt.state !== 'waiting') throw refuse('approval.changedSince')
    if (approvalId) {
      const role = await deciderRole(tx, doer, approvalId)
      const facts = await findNotingFacts(tx, { accountId, role, key, today: doer.businessDate })
      if (isOverContributionLimit(facts, receipt.amount)) throw refuse('contribution.overLimit')
      await refuseBeyondBonusLimit(tx, doer, account, { amount: receipt.amount, approvalId })
    }
    await bookReceipt(tx, doer, { account, receipt, key })
  },
}

import { type Kysely, sql } from 'kysely'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { DB } from '#db/types.ts'
import type { Actor, ApprovalTask } from '#server/core/approval-task.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { findApproverRole } from '#server/domain/approver-role.ts'
import {
  assertBonusLimitFor,
  type ContributionObstacle,
  findContributionFacts,
  findContributionObstacles,
  findEarliestValueDate,
  isOverContributionLimit,
} from '#server/domain/contribution-rules.ts'
import { type LockedAccount, lockAndReadAccounts } from '#server/domain/lock-account.ts'
import { assertContributionAllowed, clampValueDate, postContribution } from '#server/domain/post-contribution.ts'
import { refreshClientList } from '#server/domain/post-journal.ts'
import { isWithinLimitDaysSql } from '#server/domain/withdrawal-limit.ts'
import { createHolderMatcher } from './payer-holders.ts'
import { bookEntryUnlessBooked, lockReceipt } from './receipt-returns.ts'

/** Whose money a receipt is, as somebody has said it. */
export type ReceiptAssignment = { entryId: string; accountId: string; key: string }

type LockedReceipt = Awaited<ReturnType<typeof lockReceipt>>
type IncomingAmount = { amount: string; valueDate: string }

/**
 * What this person has said to be somebody's in the last thirty days, with this receipt, whichever accounts it went to: several of them are no way
 * around a limit. Of two receipts at once the second one is counted with the first.
 */
const findAssignedTotal = async (
  tx: Kysely<DB>,
  { userId, entryId, today }: { userId: string; entryId: string; today: string },
) => {
  await sql`select pg_advisory_xact_lock(hashtext('receipts assigned ' || current_schema()), hashtext(${userId}))`.execute(
    tx,
  )
  const { rows } = await sql<{ amount: string; proposed: string | null; isReturn: boolean }>`
    select (n.amount + coalesce((
             select sum(e.amount) from journal j join bank_entry e on e.assigned_journal_id = j.id
              where ${isWithinLimitDaysSql(sql`j.booking_date`, today)} and j.kind = 'contribution' and j.source = 'statement'
                and j.created_by = ${userId} and e.state = 'posted' and e.assigned_key is not null), 0))::numeric(18, 2)::text as amount,
           n.proposed_account_id::text as proposed, coalesce(n.proposed_by = 'return', false) as "isReturn"
      from bank_entry n where n.id = ${entryId}`.execute(tx)
  return rows[0]!
}

/** Whether this person brought the line or let it in, and the day on which it was brought. */
const findEntryUploader = async (
  tx: Kysely<DB>,
  { person, prefix }: Pick<Actor, 'person' | 'prefix'>,
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
export type AssignmentObstacle = ContributionObstacle | 'notProposed' | 'otherPayer' | 'ownStatement'

/** All that keeps somebody from saying alone whose money this is. How old its value date is counts from the day on which the file came. */
export const findAssignmentObstacles = async (
  tx: Kysely<DB>,
  actor: Pick<Actor, 'person' | 'prefix' | 'businessDate'>,
  {
    account,
    receipt,
    coming: incoming,
    key,
  }: { account: LockedAccount; receipt: LockedReceipt; coming: IncomingAmount; key: string },
): Promise<AssignmentObstacle[]> => {
  const { person, businessDate: today } = actor
  const accountId = account.id
  const facts = await findContributionFacts(tx, { accountId, role: person.role, key, today })
  const { amount, proposed, isReturn } = await findAssignedTotal(tx, {
    userId: person.userId,
    entryId: receipt.id,
    today,
  })
  const isHolder = await createHolderMatcher(tx, [accountId], [receipt])
  const { isOwn, uploadedOn } = (await findEntryUploader(tx, actor, receipt.id)) ?? { isOwn: true, uploadedOn: today }
  const earliest = await findEarliestValueDate(tx, actor.prefix, uploadedOn)
  const obstacles = findContributionObstacles(actor, account, incoming, facts).filter((one) => one === 'overAgreed')
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
export const validateReceipt = async (
  tx: Kysely<DB>,
  account: LockedAccount,
  receipt: LockedReceipt,
  businessDate: string,
) => {
  const incoming = { amount: receipt.amount, valueDate: clampValueDate(account, receipt.valueDate, businessDate) }
  await assertContributionAllowed(tx, account, incoming, businessDate)
  return incoming
}

/** Out of unidentified receipts into the account: booked today, earning from the day on which the bank had it. Both are locked. */
export const bookReceipt = async (
  tx: Kysely<DB>,
  actor: Actor,
  { account, receipt, key }: { account: LockedAccount; receipt: LockedReceipt; key: string },
): Promise<string> => {
  const incoming = await validateReceipt(tx, account, receipt, actor.businessDate)
  await bookEntryUnlessBooked(tx, actor, receipt.id)
  const { journalId } = await postContribution(tx, actor, account, {
    ...incoming,
    bookingDate: actor.businessDate,
    from: 'unidentified',
    key,
    source: 'statement',
    description: receipt.remittance.slice(0, 500) || null,
    bankDay: receipt.bookingDate,
  })
  await tx
    .updateTable('bankEntry')
    .set({ state: 'posted', assignedJournalId: journalId, assignedKey: key, accountId: account.id, bar: null })
    .where('id', '=', receipt.id)
    .execute()
  await recordAuditEvent(tx, actor, {
    action: 'receipt.assigned',
    entity: 'receipt',
    entityId: receipt.id,
    before: { state: 'waiting' },
    after: { state: 'posted', account: account.number, amount: receipt.amount },
  })
  await refreshClientList(tx, [account.clientId])
  return journalId
}

/** A receipt, said by a second person to be that client's money. */
export const receiptTask: ApprovalTask<'receipt', ReceiptAssignment> = {
  name: 'receipt',
  module: 'bt_Extractos',
  secondFactor: true,
  getRecordPath: (entryId) => entryId && `/crm/Ingresos/apuntes/${entryId}`,
  carryOut: async (tx, actor, { payload: { entryId, accountId, key }, approvalId }) => {
    // The account first, then the line, as whoever takes a contribution back.
    const [account] = await lockAndReadAccounts(tx, [accountId])
    const receipt = await lockReceipt(tx, entryId)
    if (!account || receipt.state !== 'waiting') throw buildRefusal('approval.changedSince')
    if (approvalId) {
      const role = await findApproverRole(tx, actor, approvalId)
      const facts = await findContributionFacts(tx, { accountId, role, key, today: actor.businessDate })
      if (isOverContributionLimit(facts, receipt.amount)) throw buildRefusal('contribution.overLimit')
      await assertBonusLimitFor(tx, actor, account, { amount: receipt.amount, approvalId })
    }
    await bookReceipt(tx, actor, { account, receipt, key })
  },
}

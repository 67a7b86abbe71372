import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { audit } from '#server/core/audit.ts'
import { refuse } from '#server/core/errors.ts'
import type { Doer, Task } from '#server/core/task.ts'
import { contribute, refuseContribution, valueFor } from '#server/domain/contribute.ts'
import { findNotingFacts, isOverContributionLimit } from '#server/domain/contribution-rules.ts'
import { deciderRole } from '#server/domain/decider-role.ts'
import { type LockedAccount, lockedAccounts } from '#server/domain/lock-account.ts'
import { refreshClients } from '#server/domain/post-journal.ts'
import { bookUnlessBooked, lockReceipt } from './send-back.ts'

/** Whose money a receipt is, as somebody has said it. */
export type Assigned = { entryId: string; accountId: string; key: string }

type Receipt = Awaited<ReturnType<typeof lockReceipt>>

/**
 * What a person has brought of this account's money by statements that nobody else has brought, with this receipt: written by one hand, as what is
 * noted by hand. Null where somebody else has brought the receipt too.
 */
const findOwnBrought = async (
  tx: Kysely<DB>,
  { userId, entryId, accountId }: { userId: string; entryId: string; accountId: string },
): Promise<string | null> => {
  const { rows } = await sql<{ amount: string | null }>`
    select sum(e.amount) filter (where is_own)::numeric(18, 2)::text as amount
      from (select e.id, e.amount, not exists (
              select from bank_statement_line l join bank_statement s on s.id = l.statement_id
               where l.entry_id = e.id and s.uploaded_by is distinct from ${userId}::bigint) as is_own
              from bank_entry e
             where e.id = ${entryId} or (e.account_id = ${accountId} and e.state = 'posted' and e.assigned_key is not null)) e
    having bool_or(is_own and e.id = ${entryId})`.execute(tx)
  return rows[0]?.amount ?? null
}

/** Whether this receipt is money that only its assigner has brought, and above what their role may note alone. */
export const needsSecondPerson = async (
  tx: Kysely<DB>,
  { person, businessDate }: Pick<Doer, 'person' | 'businessDate'>,
  { entryId, accountId, key }: Assigned,
): Promise<boolean> => {
  const brought = await findOwnBrought(tx, { userId: person.userId, entryId, accountId })
  if (brought === null) return false
  const facts = await findNotingFacts(tx, { accountId, role: person.role, key, today: businessDate })
  return isOverContributionLimit(facts, brought)
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

/** A receipt that only its assigner has brought, said by a second person to be that client's money. */
export const receiptTask: Task<Assigned> = {
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
    }
    await bookReceipt(tx, doer, { account, receipt, key })
  },
}

export const bankTasks: readonly Task[] = [receiptTask]

import type { ApprovalTask } from '#server/core/approval-task.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { findApproverRole } from '#server/domain/approver-role.ts'
import {
  assertBonusLimitFor,
  findContributionFacts,
  isOverContributionLimit,
} from '#server/domain/contribution-rules.ts'
import { lockAndReadAccounts } from '#server/domain/lock-account.ts'
import { assertContributionAllowed, postContribution } from '#server/domain/post-contribution.ts'
import { refreshClientList } from '#server/domain/post-journal.ts'

/** Money by hand as it was asked for. */
export type ManualContribution = {
  accountId: string
  amount: string
  valueDate: string
  reference: string
  key: string
}

const buildAccountPath = (accountId: string | null, clientId: string | null): string | null =>
  accountId && clientId && `/clientes/${clientId}/cuentas/${accountId}`

/** Money that somebody says has come and may not note alone. Booked on the day of the decision; the bank has yet to confirm it. */
export const contributionTask: ApprovalTask<'contribution', ManualContribution> = {
  name: 'contribution',
  module: 'bt_Ingresos',
  secondFactor: true,
  getRecordPath: buildAccountPath,
  carryOut: async (tx, actor, { payload, approvalId }) => {
    const { accountId, key, reference, ...incoming } = payload
    const [account] = await lockAndReadAccounts(tx, [accountId])
    if (!account) throw buildRefusal('approval.changedSince')
    if (approvalId) {
      const role = await findApproverRole(tx, actor, approvalId)
      const facts = await findContributionFacts(tx, { accountId, role, key, today: actor.businessDate })
      if (isOverContributionLimit(facts, incoming.amount)) throw buildRefusal('contribution.overLimit')
      await assertBonusLimitFor(tx, actor, account, { amount: incoming.amount, approvalId })
    }
    await assertContributionAllowed(tx, account, incoming, actor.businessDate)
    const { journalId } = await postContribution(tx, actor, account, {
      ...incoming,
      bookingDate: actor.businessDate,
      from: 'bank',
      key,
      source: 'manual',
      description: reference,
    })
    if (approvalId)
      await recordAuditEvent(tx, actor, {
        action: 'contribution.approved',
        entity: 'journal',
        entityId: journalId,
        after: { account: account.number, amount: incoming.amount, approval: approvalId },
      })
    await refreshClientList(tx, [account.clientId])
  },
}

type ConfirmationPayload = { accountId: string; journalId: string }

/**
 * A second person has seen the money at the bank as well: what it earned may leave. Direction, or two others: the one who let a contribution of
 * a colleague in is no witness of the money.
 */
export const confirmationTask: ApprovalTask<'confirmation', ConfirmationPayload> = {
  name: 'confirmation',
  module: 'bt_Ingresos',
  secondFactor: true,
  guarded: true,
  getRecordPath: buildAccountPath,
  carryOut: async (tx, actor, { payload: { journalId }, approvalId }) => {
    const { numDeletedRows } = await tx
      .deleteFrom('unconfirmedContribution')
      .where('journalId', '=', journalId)
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) throw buildRefusal('approval.changedSince')
    await recordAuditEvent(tx, actor, {
      action: 'contribution.confirmed',
      entity: 'journal',
      entityId: journalId,
      after: { approval: approvalId },
    })
  },
}

import { audit } from '#server/core/audit.ts'
import { refuse } from '#server/core/errors.ts'
import type { Task } from '#server/core/task.ts'
import { contribute, refuseContribution } from '#server/domain/contribute.ts'
import { findNotingFacts, isOverContributionLimit, refuseBeyondBonusLimit } from '#server/domain/contribution-rules.ts'
import { deciderRole } from '#server/domain/decider-role.ts'
import { lockedAccounts } from '#server/domain/lock-account.ts'
import { refreshClients } from '#server/domain/post-journal.ts'

/** Money by hand as it was asked for. */
export type Noted = { accountId: string; amount: string; valueDate: string; reference: string; key: string }

const pageOf = (accountId: string | null, clientId: string | null): string | null =>
  accountId && clientId && `/clientes/${clientId}/cuentas/${accountId}`

/** Money that somebody says has come and may not note alone. Booked on the day of the decision; the bank has yet to confirm it. */
export const contributionTask: Task<'contribution', Noted> = {
  name: 'contribution',
  module: 'bt_Ingresos',
  secondFactor: true,
  pageOf,
  carryOut: async (tx, doer, { payload, approvalId }) => {
    const { accountId, key, reference, ...coming } = payload
    const [account] = await lockedAccounts(tx, [accountId])
    if (!account) throw refuse('approval.changedSince')
    if (approvalId) {
      const role = await deciderRole(tx, doer, approvalId)
      const facts = await findNotingFacts(tx, { accountId, role, key, today: doer.businessDate })
      if (isOverContributionLimit(facts, coming.amount)) throw refuse('contribution.overLimit')
      await refuseBeyondBonusLimit(tx, doer, account, { amount: coming.amount, approvalId })
    }
    await refuseContribution(tx, account, coming, doer.businessDate)
    const { journalId } = await contribute(tx, doer, account, {
      ...coming,
      bookingDate: doer.businessDate,
      from: 'bank',
      ...{ key, source: 'manual', description: reference },
    })
    if (approvalId)
      await audit(tx, doer, {
        action: 'contribution.approved',
        entity: 'journal',
        entityId: journalId,
        after: { account: account.number, amount: coming.amount, approval: approvalId },
      })
    await refreshClients(tx, [account.clientId])
  },
}

type Confirmed = { accountId: string; journalId: string }

/**
 * A second person has seen the money at the bank as well: what it earned may leave. Direction, or two others: the one who let a contribution of
 * a colleague in is no witness of the money.
 */
export const confirmationTask: Task<'confirmation', Confirmed> = {
  name: 'confirmation',
  module: 'bt_Ingresos',
  secondFactor: true,
  guarded: true,
  pageOf,
  carryOut: async (tx, doer, { payload: { journalId }, approvalId }) => {
    const { numDeletedRows } = await tx
      .deleteFrom('unconfirmedContribution')
      .where('journalId', '=', journalId)
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) throw refuse('approval.changedSince')
    await audit(tx, doer, {
      action: 'contribution.confirmed',
      entity: 'journal',
      entityId: journalId,
      after: { approval: approvalId },
    })
  },
}

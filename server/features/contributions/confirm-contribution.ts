import { type Kysely, type SqlBool, sql } from 'kysely'
import type { ProposalResult } from '#contract/approvals.ts'
import type { confirmContribution } from '#contract/contributions.ts'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { proposeForApproval } from '#server/domain/approvals.ts'
import { findClientAssignment } from '#server/domain/client-assignment.ts'
import { assertJournalVisible } from '#server/domain/journal-visible.ts'
import { lockVisibleAccount } from '#server/domain/lock-account.ts'
import { confirmationTask } from './contribution-task.ts'

/** Whether somebody has been asked already, and hasn't answered yet. */
const isConfirmationPending = async (
  tx: Kysely<DB>,
  accountId: string,
  journalId: string,
  now: number,
): Promise<boolean> => {
  const approvalRow = await tx
    .selectFrom('approval')
    .where('task', '=', confirmationTask.name)
    .where('entity', '=', 'account')
    .where('entityId', '=', accountId)
    .where('state', '=', 'pending')
    .where('expiresAt', '>', new Date(now).toISOString())
    .where(sql<SqlBool>`payload ->> 'journalId' = ${journalId}`)
    .select('id')
    .executeTakeFirst()
  return approvalRow !== undefined
}

/** Proposes that money by hand counts as seen without a line of the bank: never done by one person alone. */
export const proposeConfirmation = (
  ctx: Ctx,
  { params, body: { reason } }: ParsedRequest<typeof confirmContribution>,
  { deps }: HttpContext,
): Promise<ProposalResult> =>
  ctx.db.transaction().execute(async (tx) => {
    const { accountId, journalId } = params
    const account = await lockVisibleAccount(tx, ctx, params)
    await assertJournalVisible(tx, ctx, params)
    const unconfirmed = await tx
      .selectFrom('unconfirmedContribution as u')
      .innerJoin('journal as j', 'j.id', 'u.journalId')
      .where('u.accountId', '=', accountId)
      .where('u.journalId', '=', journalId)
      .select(['u.amount', 'j.valueDate', 'j.description'])
      .executeTakeFirst()
    if (!unconfirmed) throw buildRefusal('contribution.confirmed')
    const now = deps.clock()
    if (await isConfirmationPending(tx, accountId, journalId, now)) throw buildRefusal('contribution.confirmWaits')
    const { managerId, cvl } = await findClientAssignment(tx, account.clientId)
    const { amount, valueDate, description } = unconfirmed
    return proposeForApproval(
      tx,
      ctx,
      confirmationTask,
      {
        payload: { accountId, journalId },
        reason,
        entity: 'account',
        entityId: accountId,
        params: { who: cvl, account: account.number, amount },
        after: { amount, valueDate, ...(description && { description }) },
        about: { clientId: account.clientId },
        assigneeId: managerId,
        always: true,
      },
      now,
    )
  })

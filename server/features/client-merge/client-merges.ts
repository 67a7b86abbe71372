import { sql } from 'kysely'
import type { ProposalResult } from '#contract/approvals.ts'
import type * as contract from '#contract/client-merge.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { naturalNameSql, userNameSql } from '#server/core/person-name.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { proposeForApproval } from '#server/domain/approvals.ts'
import { assertNoRelatedClients } from '#server/domain/conflict-of-interest.ts'
import { selectVisibleClients } from '#server/domain/visibility.ts'
import { lockMerge, lockMergePair } from './lock-merge.ts'
import { clientMergeTask } from './merge-task.ts'
import { executeMergeUndo, findUndoObstacle, getMergeUndoDeadline } from './undo-merge.ts'

const assertVisible = async (ctx: Pick<Ctx, 'db' | 'scopes'>, clientId: string) => {
  const seen = await selectVisibleClients(ctx)
    .where('c.clientId', '=', clientId)
    .select('c.managerId')
    .executeTakeFirst()
  if (!seen) throw buildRefusal('notFound')
  return seen
}

/** What was merged into a visible client, the latest first. */
export const findClientMerges = async (
  ctx: Ctx,
  { params: { clientId } }: ParsedRequest<typeof contract.listClientMerges>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof contract.listClientMerges>> => {
  await assertVisible(ctx, clientId)
  const rows = await ctx.db
    .selectFrom('clientMerge as m')
    .innerJoin('client', 'client.id', 'm.absorbedId')
    .where('client.mergedIntoId', '=', clientId)
    .where('m.state', '=', 'done')
    .select([
      'm.id',
      'm.survivorId',
      'm.absorbedId',
      'm.survivorBefore',
      'm.doneAt',
      'm.approvalId',
      'm.rowsAfter',
      'm.survivorVersion',
    ])
    .select(['m.movedRows', 'm.replacedRows', 'client.cvl'])
    .select([sql<string>`${naturalNameSql('client')}`.as('name'), userNameSql('m.asked_by').as('byName')])
    .orderBy('m.id', 'desc')
    .execute()
  const now = deps.clock()
  const merges: contract.ClientMerge[] = []
  // A client has been merged once or twice.
  for (const { id, cvl, name, byName, doneAt, ...merge } of rows)
    merges.push({
      id,
      cvl,
      name,
      byName,
      doneAt: doneAt!,
      undoUntil: new Date(getMergeUndoDeadline(doneAt!)).toISOString(),
      undoObstacle:
        merge.survivorId === clientId
          ? await findUndoObstacle(ctx.db, { ...merge, doneAt }, { now, exceptApprovalId: null })
          : 'newRecords',
    })
  return { merges }
}

/** Undoes it at once where nobody came to see more by the merge; otherwise direction, or two others, agree. */
export const undoClientMerge = (
  ctx: Ctx,
  { params: { clientId, mergeId }, body: { reason } }: ParsedRequest<typeof contract.undoClientMerge>,
  { deps }: HttpContext,
): Promise<ProposalResult> =>
  ctx.db.transaction().execute(async (tx) => {
    const now = deps.clock()
    const { managerId } = await assertVisible({ ...ctx, db: tx }, clientId)
    await assertNoRelatedClients(tx, ctx, [clientId])
    const merge = await lockMerge(tx, mergeId)
    if (merge?.survivorId !== clientId || merge.state === 'asked' || merge.state === 'dropped')
      throw buildRefusal('notFound')
    if (merge.state !== 'done') throw buildRefusal('conflict.changed')
    const { survivor, absorbed } = await lockMergePair(tx, merge)
    const obstacle = await findUndoObstacle(tx, merge, { now, exceptApprovalId: null })
    if (obstacle) throw buildRefusal(`merge.${obstacle}`)
    if (!merge.movesScope) {
      await executeMergeUndo(tx, ctx, mergeId, { approvalId: null, makerId: ctx.person.userId, now })
      return { state: 'done', approvalId: null }
    }
    const proposed = await proposeForApproval(
      tx,
      ctx,
      clientMergeTask,
      {
        payload: { mergeId, change: 'clientMergeUndo' },
        reason,
        entity: 'client',
        entityId: clientId,
        params: { change: 'clientMergeUndo', who: survivor.cvl, absorbed: absorbed.cvl },
        about: { clientIds: [survivor.id, absorbed.id] },
        assigneeId: managerId,
        guarded: true,
      },
      now,
    )
    await tx.updateTable('clientMerge').set({ undoApprovalId: proposed.approvalId }).where('id', '=', mergeId).execute()
    return proposed
  })

import type { Kysely } from 'kysely'
import type { ProposalResult } from '#contract/approvals.ts'
import type * as contract from '#contract/client-merge.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { proposeForApproval } from '#server/domain/approvals.ts'
import { assertClientsUnrestricted } from '#server/domain/find-client.ts'
import { lockMergePair } from './lock-merge.ts'
import { describeMerge } from './merge-facts.ts'
import { countSharedAccounts, findMergeObstacles } from './merge-obstacles.ts'
import { findMergeRecords } from './merge-records.ts'
import { clientMergeTask } from './merge-task.ts'

/** Both records side by side, and what stands in the way. */
export const previewClientMerge = async (
  ctx: Ctx,
  { params: { clientId, otherId } }: ParsedRequest<typeof contract.previewClientMerge>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof contract.previewClientMerge>> => {
  const { survivor, absorbed } = await findMergeRecords(ctx, clientId, otherId)
  const pair = { survivorId: clientId, absorbedId: otherId }
  return {
    survivor,
    absorbed,
    movesScope: survivor.links !== absorbed.links,
    sharedAccounts: await countSharedAccounts(ctx.db, pair),
    obstacles: await findMergeObstacles(ctx.db, pair, { now: deps.clock(), exceptId: null }),
  }
}

type MergeRequest = ParsedRequest<typeof contract.mergeClients>

const insertMerge = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  { params, body }: MergeRequest,
  { movesScope, at }: { movesScope: boolean; at: string },
): Promise<string> => {
  const made = await tx
    .insertInto('clientMerge')
    .values({
      survivorId: params.clientId,
      absorbedId: body.otherId,
      taken: [...new Set(body.taken)],
      survivorVersion: body.survivorVersion,
      absorbedVersion: body.absorbedVersion,
      movesScope,
      askedBy: ctx.person.userId,
      askedAt: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

const proposeLockedMerge = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  request: MergeRequest,
  now: number,
): Promise<ProposalResult> => {
  const { params, body } = request
  const { otherId, survivorVersion, absorbedVersion, reason } = body
  const pair = { survivorId: params.clientId, absorbedId: otherId }
  await findMergeRecords({ ...ctx, db: tx }, params.clientId, otherId)
  await lockMergePair(tx, pair)
  // Seen again under the lock: somebody may have merged one of them meanwhile.
  const { survivor, absorbed } = await findMergeRecords({ ...ctx, db: tx }, params.clientId, otherId)
  if (survivor.version !== survivorVersion || absorbed.version !== absorbedVersion)
    throw buildRefusal('conflict.changed')
  await assertClientsUnrestricted(tx, [survivor.id, absorbed.id])
  const [obstacle] = await findMergeObstacles(tx, pair, { now, exceptId: null })
  if (obstacle) throw buildRefusal(`merge.${obstacle}`)
  const movesScope = survivor.links !== absorbed.links
  const mergeId = await insertMerge(tx, ctx, request, { movesScope, at: new Date(now).toISOString() })
  const proposed = await proposeForApproval(
    tx,
    ctx,
    clientMergeTask,
    {
      payload: { mergeId, change: 'clientMerge' },
      reason,
      entity: 'client',
      entityId: survivor.id,
      params: { change: 'clientMerge', who: survivor.cvl, absorbed: absorbed.cvl },
      ...describeMerge(survivor, absorbed, body.taken),
      // What is personal stands in the approval, and in the audit nobody's.
      audited: {},
      about: { clientIds: [survivor.id, absorbed.id] },
      assigneeId: movesScope ? null : survivor.managerId,
      guarded: movesScope,
    },
    now,
  )
  await tx.updateTable('clientMerge').set({ approvalId: proposed.approvalId }).where('id', '=', mergeId).execute()
  return proposed
}

/** Asks for the merge. 404 where the caller doesn't see both records. */
export const mergeClients = (ctx: Ctx, request: MergeRequest, { deps }: HttpContext): Promise<ProposalResult> =>
  ctx.db.transaction().execute((tx) => proposeLockedMerge(tx, ctx, request, deps.clock()))

import { type Kysely, sql } from 'kysely'
import type { ProposalResult } from '#contract/approvals.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { proposeForApproval } from './approvals.ts'
import { type BlockPayload, clientBlockTask } from './client-block-task.ts'
import { lockOpenBlocks } from './client-blocks.ts'
import { isFreezingBlock } from './client-open-blocks.ts'

/** Whether the same change of the same block waits for a second person. */
const isChangePending = async (tx: Kysely<DB>, { clientId, kind, change }: BlockPayload, now: number) => {
  const found = await tx
    .selectFrom('approval')
    .where('task', '=', 'clientBlock')
    .where('state', '=', 'pending')
    .where('subjectClientId', '=', clientId)
    .where(sql<boolean>`payload ->> 'kind' = ${kind} and payload ->> 'change' = ${change}`)
    .where('expiresAt', '>', new Date(now).toISOString())
    .select('id')
    .executeTakeFirst()
  return found !== undefined
}

export type BlockChange = Pick<BlockPayload, 'change' | 'kind' | 'reason' | 'expectedEnd'>
type BlockedClient = { id: string; cvl: string; managerId: string | null }

/**
 * Blocks a client, or lifts a block of theirs: at once, or by a second person's word. What is so already, or waits, is refused; where
 * `isRepeatAllowed`, nothing is done then, and the answer is null.
 */
export const proposeClientBlock = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  { id: clientId, cvl, managerId }: BlockedClient,
  change: BlockChange,
  { now, isRepeatAllowed = false }: { now: number; isRepeatAllowed?: boolean },
): Promise<ProposalResult | null> => {
  const open = await lockOpenBlocks(tx, clientId)
  const isBlocked = open.some(({ kind }) => kind === change.kind)
  const words = {
    change: change.change === 'block' ? 'clientBlock' : 'clientUnblock',
    who: cvl,
    kind: change.kind,
  } as const
  const payload: BlockPayload = { clientId, ...change, words }
  const isWaiting = await isChangePending(tx, payload, now)
  if (isRepeatAllowed && (isBlocked || isWaiting)) return null
  if (change.change === 'block' && isBlocked) throw buildRefusal('client.alreadyBlocked')
  if (change.change === 'lift' && !isBlocked) throw buildRefusal('client.notBlocked')
  if (isWaiting) throw buildRefusal('client.blockWaits')
  // What stops money at once needs nobody else, unless it freezes all of it.
  if (change.change === 'block' && !isFreezingBlock(change.kind)) {
    await clientBlockTask.carryOut(tx, ctx, { payload, approvalId: null, makerId: ctx.person.userId, now })
    return { state: 'done', approvalId: null }
  }
  return proposeForApproval(
    tx,
    ctx,
    clientBlockTask,
    {
      payload,
      reason: change.reason,
      entity: 'client',
      entityId: clientId,
      params: words,
      ...(change.expectedEnd && { after: { expectedEnd: change.expectedEnd } }),
      about: { clientId },
      assigneeId: managerId,
      always: isFreezingBlock(change.kind),
      guarded: change.change === 'lift' && isFreezingBlock(change.kind),
    },
    now,
  )
}

import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { lockPaymentDestination, paymentTaskNames } from '#server/domain/payment-destination.ts'
import { findPaymentDestinations } from './payment-destination.ts'

/** What somebody reads before they decide. The bank account by its id: a hash of its number would tell the number. */
type ApprovalContent = {
  task: unknown
  params: unknown
  before: unknown
  after: unknown
  reason: string
  /** Of a decision that was taken back, what was sent with it is over. */
  undoneRejections: number
  bankAccountId: string | null
}

/** The same text for the same change, another one where the change or the bank account that it pays is another. */
export const hashApprovalVersion = ({
  task,
  params,
  before,
  after,
  reason,
  undoneRejections,
  bankAccountId,
}: ApprovalContent): string =>
  createHash('sha256')
    .update(JSON.stringify([task, params, before, after, reason, undoneRejections, bankAccountId]))
    .digest('base64url')
    .slice(0, 22)

/** Throws `conflict.changed` where the change is no longer what was shown. */
export const assertApprovalVersion = async (
  db: Kysely<DB>,
  ctx: Ctx,
  approvalId: string,
  version: string,
): Promise<void> => {
  const change = await db
    .selectFrom('approval')
    .where('id', '=', approvalId)
    .select(['task', 'params', 'before', 'after', 'reason', 'undoneRejections'])
    .executeTakeFirstOrThrow()
  const destination = (await findPaymentDestinations(db, ctx, [approvalId])).get(approvalId)
  if (hashApprovalVersion({ ...change, bankAccountId: destination?.bankAccountId ?? null }) !== version)
    throw buildRefusal('conflict.changed')
}

/**
 * Throws `conflict.changed` where a rejection of it was taken back: one without a version may be the same that arrives again, and who rejects it
 * anew says what they saw.
 */
export const assertNoUndoneRejection = async (db: Kysely<DB>, approvalId: string): Promise<void> => {
  const { undoneRejections } = await db
    .selectFrom('approval')
    .where('id', '=', approvalId)
    .select('undoneRejections')
    .executeTakeFirstOrThrow()
  if (undoneRejections > 0) throw buildRefusal('conflict.changed')
}

/**
 * Throws `approval.changedSince` where a change would pay another bank account than when it was proposed: it is proposed anew, and shown anew. One that was
 * proposed before that was kept is decided by its version only.
 */
export const assertDestinationUnchanged = async (
  tx: Kysely<DB>,
  { id, task, payload }: { id: string; task: string; payload: { destinationId?: string | null } },
  version: string | undefined,
): Promise<void> => {
  if (!paymentTaskNames.some((name) => name === task)) return
  if (payload.destinationId === undefined) {
    if (version === undefined) throw buildRefusal('conflict.changed')
    return
  }
  if ((await lockPaymentDestination(tx, id)) !== payload.destinationId) throw buildRefusal('approval.changedSince')
}

import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import { findDestinations } from './destination.ts'

/** What somebody reads before they decide. The bank account by its id: a hash of its number would tell the number. */
type Shown = {
  task: unknown
  params: unknown
  before: unknown
  after: unknown
  reason: string
  bankAccountId: string | null
}

/** The same text for the same change, another one where the change or the bank account that it pays is another. */
export const versionOf = ({ task, params, before, after, reason, bankAccountId }: Shown): string =>
  createHash('sha256')
    .update(JSON.stringify([task, params, before, after, reason, bankAccountId]))
    .digest('base64url')
    .slice(0, 22)

/** Throws `conflict.changed` where the change is no longer what was shown. */
export const assertVersion = async (db: Kysely<DB>, ctx: Ctx, approvalId: string, version: string): Promise<void> => {
  const change = await db
    .selectFrom('approval')
    .where('id', '=', approvalId)
    .select(['task', 'params', 'before', 'after', 'reason'])
    .executeTakeFirstOrThrow()
  const destination = (await findDestinations(db, ctx, [approvalId])).get(approvalId)
  if (versionOf({ ...change, bankAccountId: destination?.bankAccountId ?? null }) !== version)
    throw refuse('conflict.changed')
}

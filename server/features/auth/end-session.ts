import type { Prefix } from '#contract/core/values.ts'
import type { PreparedStatements } from '#server/core/in-transaction.ts'
import type { HttpContext } from '#server/core/routes.ts'

/** Ends a session of the person, once: the prefix it was in, or null where it is over already or somebody else's. */
export const endSession = async (
  tx: PreparedStatements,
  { deps }: HttpContext,
  { userId }: { userId: string },
  sessionId: string,
): Promise<Prefix | null> => {
  const [ended] = await tx.queryPrepared<{ prefix: Prefix }>(
    'end session',
    `update session set revoked_at = $3 where id = $1 and user_id = $2 and revoked_at is null and expires_at > $3
     returning prefix`,
    [sessionId, userId, new Date(deps.clock()).toISOString()],
  )
  return ended?.prefix ?? null
}

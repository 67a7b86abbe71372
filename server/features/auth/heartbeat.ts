import type { heartbeat as contract } from '#contract/auth.ts'
import { idleLimit } from '#contract/auth.ts'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { Ctx } from '#server/core/ctx.ts'
import type { Raw } from '#server/core/serve.ts'

/** Moves the mark of activity to when the person moved, never back. Answers when the session ends if they don't move again. */
export const heartbeat = async (
  { person }: Ctx,
  { body: { idleFor } }: Parsed<typeof contract>,
  { serving }: Raw,
): Promise<Answer<typeof contract>> => {
  const movedAt = new Date(serving.clock() - idleFor).toISOString()
  const [row] = await serving.tenants
    .signIn()
    .fixed<{ active_at: string }>(
      'heartbeat',
      `update session set active_at = greatest(coalesce(active_at, created_at), $2::timestamptz) where id = $1 returning active_at`,
      [person.sessionId, movedAt],
    )
  const activeAt = Date.parse(row?.active_at ?? person.activeAt)
  return { endsAt: new Date(Math.min(activeAt + idleLimit, Date.parse(person.expiresAt))).toISOString() }
}

import type { sendHeartbeat } from '#contract/auth.ts'
import { idleLimitMs } from '#contract/auth.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { Ctx } from '#server/core/ctx.ts'
import type { HttpContext } from '#server/core/routes.ts'

/** Moves the mark of activity to when the person moved, never back. Answers when the session ends if they don't move again. */
export const recordHeartbeat = async (
  { person }: Ctx,
  { body: { idleFor } }: ParsedRequest<typeof sendHeartbeat>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof sendHeartbeat>> => {
  const movedAt = new Date(deps.clock() - idleFor).toISOString()
  const [row] = await deps.tenants
    .signIn()
    .queryPrepared<{ active_at: string }>(
      'heartbeat',
      `update session set active_at = greatest(coalesce(active_at, created_at), $2::timestamptz) where id = $1 returning active_at`,
      [person.sessionId, movedAt],
    )
  const activeAt = Date.parse(row?.active_at ?? person.activeAt)
  return { endsAt: new Date(Math.min(activeAt + idleLimitMs, Date.parse(person.expiresAt))).toISOString() }
}

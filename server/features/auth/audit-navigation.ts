import type { auditNavigation } from '#contract/auth.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import type { HttpContext } from '#server/core/routes.ts'

/** Opened modules that one session may write into the audit in a minute: more is no person. */
const maxNavigationsPerMinute = 30

/** Counts on the session's row, so that all processes count together. No row once the minute is full. */
const countNavigationSql = `
  update session set noted_since = case when noted_since > $2 then noted_since else $3 end,
                     noted = case when noted_since > $2 then noted + 1 else 1 end
   where id = $1 and (noted_since is null or noted_since <= $2 or noted < ${maxNavigationsPerMinute}) returning noted`

/** Notes that the session's person opened a module, whoever `usuario` says it was. What is too much in a minute isn't written. */
export const recordNavigation = async (
  ctx: Ctx,
  { body: { modulo } }: ParsedRequest<typeof auditNavigation>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof auditNavigation>> => {
  const now = deps.clock()
  const values = [ctx.person.sessionId, new Date(now - 60_000).toISOString(), new Date(now).toISOString()]
  const counted = await deps.tenants.signIn().queryPrepared('count navigation', countNavigationSql, values)
  if (counted.length > 0) await recordAuditEvent(ctx.db, ctx, { action: 'navigation', entity: modulo })
  return { noted: true }
}

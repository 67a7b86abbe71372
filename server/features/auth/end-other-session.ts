import type * as contract from '#contract/auth.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { runInTransaction } from '#server/core/in-transaction.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { recordRegistryAuditEvent } from '#server/domain/registry-audit.ts'
import { endSession } from './end-session.ts'

/** Ends another sign-in of mine. Somebody else's, or one that is over, isn't found. */
export const endOtherSession = async (
  { person }: Ctx,
  { params: { sessionId } }: ParsedRequest<typeof contract.endOtherSession>,
  raw: HttpContext,
): Promise<ResponseBody<typeof contract.endOtherSession>> =>
  runInTransaction(raw.deps.tenants.signIn(), async (tx) => {
    const prefix = await endSession(tx, raw, person, sessionId)
    if (!prefix) throw buildRefusal('notFound')
    const by = person.sessionId
    await recordRegistryAuditEvent(tx, raw, {
      action: 'session.ended',
      userId: person.userId,
      prefix,
      details: { sessionId, by },
    })
    return { ended: true }
  })

import type * as contract from '#contract/auth.ts'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { runInTransaction } from '#server/core/in-transaction.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { recordRegistryAuditEvent } from '#server/domain/registry-audit.ts'
import { endSession } from './end-session.ts'

/** Ends the session that asks. */
export const signOut = async (
  { person, prefix }: Ctx,
  _: unknown,
  raw: HttpContext,
): Promise<ResponseBody<typeof contract.signOut>> =>
  runInTransaction(raw.deps.tenants.signIn(), async (tx) => {
    if (await endSession(tx, raw, person, person.sessionId))
      await recordRegistryAuditEvent(tx, raw, { action: 'signOut', userId: person.userId, prefix })
    return { signedOut: true }
  })

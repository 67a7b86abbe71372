import type { endOtherSession as contract } from '#contract/auth.ts'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import { inTransaction } from '#server/core/in-transaction.ts'
import type { Raw } from '#server/core/serve.ts'
import { auditRegistry } from '#server/domain/registry-audit.ts'
import { endSession } from './end-session.ts'

/** Ends another sign-in of mine. Somebody else's, or one that is over, isn't found. */
export const endOtherSession = async (
  { person }: Ctx,
  { params: { sessionId } }: Parsed<typeof contract>,
  raw: Raw,
): Promise<Answer<typeof contract>> =>
  inTransaction(raw.serving.tenants.signIn(), async (tx) => {
    const prefix = await endSession(tx, raw, person, sessionId)
    if (!prefix) throw refuse('notFound')
    const by = person.sessionId
    await auditRegistry(tx, raw, { action: 'session.ended', userId: person.userId, prefix, details: { sessionId, by } })
    return { ended: true }
  })

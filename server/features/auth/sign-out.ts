import type { signOut as contract } from '#contract/auth.ts'
import type { Answer } from '#contract/core/endpoint.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { inTransaction } from '#server/core/in-transaction.ts'
import type { Raw } from '#server/core/serve.ts'
import { auditRegistry } from '#server/domain/registry-audit.ts'
import { endSession } from './end-session.ts'

/** Ends the session that asks. */
export const signOut = async ({ person, prefix }: Ctx, _: unknown, raw: Raw): Promise<Answer<typeof contract>> =>
  inTransaction(raw.serving.tenants.signIn(), async (tx) => {
    if (await endSession(tx, raw, person, person.sessionId))
      await auditRegistry(tx, raw, { action: 'signOut', userId: person.userId, prefix })
    return { signedOut: true }
  })

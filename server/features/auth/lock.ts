import type { lock as contract } from '#contract/auth.ts'
import type { Answer } from '#contract/core/endpoint.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { inTransaction } from '#server/core/in-transaction.ts'
import type { Raw } from '#server/core/serve.ts'
import { auditRegistry } from '#server/domain/registry-audit.ts'

/** Locks the session that asks; locking it again changes nothing. */
export const lock = async ({ person, prefix }: Ctx, _: unknown, raw: Raw): Promise<Answer<typeof contract>> =>
  inTransaction(raw.serving.tenants.signIn(), async (tx) => {
    const locked = await tx.fixed(
      'lock session',
      'update session set locked_at = $2 where id = $1 and locked_at is null returning id',
      [person.sessionId, new Date(raw.serving.clock()).toISOString()],
    )
    if (locked.length > 0) await auditRegistry(tx, raw, { action: 'lock', userId: person.userId, prefix })
    return { locked: true }
  })

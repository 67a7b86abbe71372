import type * as contract from '#contract/auth.ts'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { runInTransaction } from '#server/core/in-transaction.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { recordRegistryAuditEvent } from '#server/domain/registry-audit.ts'

/** Locks the session that asks; locking it again changes nothing. */
export const lockSession = async (
  { person, prefix }: Ctx,
  _: unknown,
  raw: HttpContext,
): Promise<ResponseBody<typeof contract.lockSession>> =>
  runInTransaction(raw.deps.tenants.signIn(), async (tx) => {
    const locked = await tx.queryPrepared(
      'lock session',
      'update session set locked_at = $2 where id = $1 and locked_at is null returning id',
      [person.sessionId, new Date(raw.deps.clock()).toISOString()],
    )
    if (locked.length > 0) await recordRegistryAuditEvent(tx, raw, { action: 'lock', userId: person.userId, prefix })
    return { locked: true }
  })

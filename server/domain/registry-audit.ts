import type { HttpContext } from '#server/core/routes.ts'
import type { DatabaseAccess } from '#server/core/tenancy.ts'

type RegistryAuditEvent = {
  /** What was done or refused, 'signIn.refused'. */
  action: string
  userId: string | null
  /** Whom the caller said to be, where that is all there is. */
  identity?: string | null
  prefix?: string | null
  /** Never a password, a code or a token. */
  details?: object
}

/** Writes into the registry's own audit what happens before, or beside, a prefix: signing in and what guards it. */
export const recordRegistryAuditEvent = async (
  signIn: Pick<DatabaseAccess, 'queryPrepared'>,
  { request }: HttpContext,
  event: RegistryAuditEvent,
): Promise<void> => {
  await signIn.queryPrepared(
    'audit',
    `insert into audit_event (user_id, action, identity, address, request_id, prefix, details) values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      event.userId,
      event.action,
      event.identity ?? null,
      request.ip,
      request.id,
      event.prefix ?? null,
      event.details ? JSON.stringify(event.details) : null,
    ],
  )
}

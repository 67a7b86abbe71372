import type { FastifyRequest } from 'fastify'
import { tabSessionHeader } from '#contract/auth.ts'
import type { Clock } from './clock.ts'
import { getIdleThreshold, type SessionUser } from './session.ts'
import type { TenantDatabases } from './tenancy.ts'

type ActivityDeps = { tenants: TenantDatabases; clock: Clock }

/** How stale the mark of activity may be, in milliseconds. */
const activityUpdateIntervalMs = 60_000

/** Our pages say by heartbeat when their user moves; any other caller has no pages, and moves by calling. */
export const recordActivity = async (
  { headers }: Pick<FastifyRequest, 'headers'>,
  person: Pick<SessionUser, 'sessionId' | 'activeAt'>,
  { tenants, clock }: ActivityDeps,
): Promise<void> => {
  const now = clock()
  if (headers[tabSessionHeader] !== undefined || now - Date.parse(person.activeAt) < activityUpdateIntervalMs) return
  const values = [person.sessionId, new Date(now).toISOString()]
  await tenants.signIn().queryPrepared('activity', 'update session set active_at = $2 where id = $1', values)
}

/** Ends a session that was found idle, and writes it down: once, and not where its person has moved meanwhile. */
export const endIdleSession = async (
  { ip, id }: Pick<FastifyRequest, 'ip' | 'id'>,
  sessionId: string,
  { tenants, clock }: ActivityDeps,
): Promise<void> => {
  const now = clock()
  await tenants.signIn().queryPrepared(
    'end idle',
    `with ended as (
       update session set revoked_at = $2
        where id = $1 and revoked_at is null and coalesce(active_at, created_at) <= $3 returning user_id, prefix)
     insert into audit_event (user_id, action, prefix, address, request_id)
     select user_id, 'session.idle', prefix, $4, $5 from ended`,
    [sessionId, new Date(now).toISOString(), new Date(getIdleThreshold(now)).toISOString(), ip, id],
  )
}

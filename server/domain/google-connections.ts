import { sql } from 'kysely'
import type { GoogleProblem } from '#contract/google-calendar/words.ts'
import type { Interval } from '#rules/free-slots.ts'
import type { GoogleCalendarConfig } from '#server/core/config.ts'
import type { Ctx } from '#server/core/ctx.ts'
import type { HttpContext } from '#server/core/routes.ts'
import type { SecretBox } from '#server/core/secret-box.ts'
import { findGoogleFreeBusy, GoogleCallError, type GoogleGrant } from './google-client.ts'

/** Seals lasting tokens, and the titles of events. */
export const googlePurpose = 'google-calendar'

/** A calendar is read every five minutes: what is older than this may have changed. */
export const maxCalendarAgeMs = 30 * 60_000

/** Around the day on which a calendar was read whole: of others nothing of it is known. */
export const keptGoogleDays = { before: 30, after: 200 }

/** What is kept in the database is known; of others Google is asked, with the caller's own consent. */
export type GoogleDeps = {
  google: GoogleCalendarConfig | undefined
  box: SecretBox
  now: number
  /** Of what Google doesn't answer: never a token, a title or an address. */
  warn: (facts: object, message: string) => void
}

/** What calls to Google need of a request. */
export const buildGoogleDeps = ({ deps, request }: HttpContext): GoogleDeps => ({
  google: deps.config.googleCalendar,
  box: deps.getSecretBox(googlePurpose),
  now: deps.clock(),
  warn: (facts, message) => request.log.warn(facts, message),
})

/** What Google is asked with: the caller's own consent, unless they have none or have to give it again. */
export const findOwnGrant = async ({ db, person }: Ctx, box: SecretBox) => {
  const row = await db
    .selectFrom('googleConnection')
    .where('userId', '=', person.userId)
    .where('state', '=', 'connected')
    .select(['connectionId', 'refreshToken', 'scopes', 'email'])
    .executeTakeFirst()
  if (!row) return null
  const grant: GoogleGrant = { id: row.connectionId, refreshToken: box.decrypt(row.refreshToken) }
  return { grant, scopes: row.scopes, email: row.email }
}

type BusyRow = { employeeId: string; from: string; to: string }
type ConnectedRow = { employeeId: string; syncedAt: string | null; isRead: boolean }

/** Of those whose calendar of these days is read here: when it was last, and when they are busy. `withoutMeeting`: our own copy of it doesn't count. */
const findKeptBusy = async (
  { db }: Pick<Ctx, 'db'>,
  employees: readonly string[],
  { from, to }: Interval,
  withoutMeeting: string | undefined,
): Promise<{ connected: ConnectedRow[]; busy: BusyRow[] }> => {
  const interval = { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
  const { before, after } = keptGoogleDays
  const isReadSql = sql`(g.full_sync_on is null or ${interval.from}::timestamptz >= (g.full_sync_on - ${before}::int)::timestamp at time zone 'UTC'
    and ${interval.to}::timestamptz <= (g.full_sync_on + ${after}::int)::timestamp at time zone 'UTC')`
  const connectedSql = sql`
    select e.id::text as employee_id, g.user_id, g.synced_at, ${isReadSql} as is_read
      from employee e
      join registry.own_people() p on p.cvl = e.cvl and p.ended_at is null and not p.disabled
      join google_connection g on g.user_id = p.user_id
     where e.id = any(${employees}::bigint[])`
  const { rows: connected } = await sql<ConnectedRow>`${connectedSql}`.execute(db)
  if (connected.length === 0) return { connected, busy: [] }
  const { rows: busy } = await sql<BusyRow>`
    select c.employee_id, v.starts_at as "from", v.ends_at as "to"
      from (${connectedSql}) c join google_event v on v.user_id = c.user_id
     where c.is_read and v.is_busy and v.ends_at > ${interval.from} and v.starts_at < ${interval.to}
       and not exists (select from meeting m left join meeting_series s on s.id = m.series_id
            where m.id = ${withoutMeeting ?? null}::bigint and coalesce(s.uid, m.uid)::text || '@atalaya' = v.ical_uid
              and (s.id is null or v.starts_at = m.starts_at))`.execute(db)
  return { connected, busy }
}

const cacheMs = 5 * 60_000
const maxCached = 500
const freeBusyCache = new Map<string, { until: number; busy: Interval[] }>()

/** Asks Google when these addresses are busy, and remembers it for some minutes. */
const askFreeBusy = async (
  google: GoogleCalendarConfig,
  grant: GoogleGrant,
  emails: readonly string[],
  { from, to }: Interval,
  now: number,
): Promise<Map<string, Interval[]>> => {
  const toKey = (email: string): string => `${grant.id} ${email} ${from} ${to}`
  const known = new Map<string, Interval[]>()
  for (const email of emails) {
    const cached = freeBusyCache.get(toKey(email))
    if (cached && cached.until > now) known.set(email, cached.busy)
  }
  const unknownEmails = emails.filter((email) => !known.has(email))
  if (unknownEmails.length === 0) return known
  for (const [email, busy] of await findGoogleFreeBusy(google, grant, { emails: unknownEmails, from, to })) {
    known.set(email, busy)
    if (freeBusyCache.size >= maxCached) freeBusyCache.delete(freeBusyCache.keys().next().value!)
    freeBusyCache.set(toKey(email), { until: now + cacheMs, busy })
  }
  return known
}

export type ColleagueBusy = {
  /** Of everybody of whom anything is known; who isn't in here is unknown. */
  busy: Map<string, Interval[]>
  /** When what is kept of each was read, of those whose calendar is read here. */
  syncedAt: Map<string, string | null>
  /** Whose calendar is connected, whatever days of it are read. */
  connected: Set<string>
  /** Why Google didn't tell of the others. */
  problem: GoogleProblem | null
}

const toProblem = (error: unknown): GoogleProblem => {
  if (!(error instanceof GoogleCallError)) throw error
  return error.kind === 'resync' || error.kind === 'unauthorized' ? 'unreachable' : error.kind
}

/**
 * When colleagues are busy by Google: by their own calendars where they are read and fresh, else by what Google tells the caller. Nothing that goes
 * wrong with Google fails it.
 */
export const findColleagueBusy = async (
  ctx: Ctx,
  { google, box, now, warn }: GoogleDeps,
  {
    employees,
    interval,
    withoutMeeting,
  }: { employees: readonly string[]; interval: Interval; withoutMeeting?: string | undefined },
): Promise<ColleagueBusy> => {
  const found: ColleagueBusy = { busy: new Map(), syncedAt: new Map(), connected: new Set(), problem: null }
  if (!google || employees.length === 0) return found
  const kept = await findKeptBusy(ctx, employees, interval, withoutMeeting)
  for (const { employeeId, syncedAt, isRead } of kept.connected) {
    found.connected.add(employeeId)
    if (!isRead) continue
    found.syncedAt.set(employeeId, syncedAt)
    if (syncedAt !== null) found.busy.set(employeeId, [])
  }
  for (const { employeeId, from, to } of kept.busy)
    found.busy.get(employeeId)?.push({ from: Date.parse(from), to: Date.parse(to) })
  const isFresh = (id: string): boolean => now - Date.parse(found.syncedAt.get(id) ?? '') < maxCalendarAgeMs
  const others = employees.filter((id) => !isFresh(id))
  const own = others.length > 0 ? await findOwnGrant(ctx, box) : null
  if (!own) return found
  const people = await ctx.db
    .selectFrom('employee')
    .where('id', 'in', others)
    .where('email', 'is not', null)
    .select(['id', 'email'])
    .execute()
  const emails = people.map(({ email }) => email!.toLowerCase())
  try {
    const freeBusy = await askFreeBusy(google, own.grant, emails, interval, now)
    for (const { id, email } of people) {
      const busy = freeBusy.get(email!.toLowerCase())
      if (busy) found.busy.set(id, busy)
    }
  } catch (error) {
    found.problem = toProblem(error)
    warn({ problem: found.problem, reason: (error as Error).message }, 'Google does not tell when colleagues are busy')
  }
  return found
}

import { randomInt, randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { tenantFacts } from '#contract/core/tenants.ts'
import { BusinessDate, type Prefix } from '#contract/core/values.ts'
import type { GoogleProblem } from '#contract/google-calendar/words.ts'
import type { DB } from '#db/types.ts'
import { endOfCalendar, parseDay, toIsoDate } from '#rules/calendar.ts'
import { toInstant } from '#rules/zoned-time.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import { toJsonRecords } from '#server/core/column-names.ts'
import type { GoogleCalendarConfig } from '#server/core/config.ts'
import type { SecretBox } from '#server/core/secret-box.ts'
import {
  type EventSelection,
  GoogleCallError,
  type GoogleEventShape,
  listGoogleEvents,
} from '#server/domain/google-client.ts'
import { keptGoogleDays } from '#server/domain/google-connections.ts'
import { notifyUser } from '#server/domain/notify-user.ts'
import { buildSubjectRights, findRightsSubject } from '#server/domain/rights-subjects.ts'

export type SyncDeps = {
  db: Kysely<DB>
  google: GoogleCalendarConfig
  box: SecretBox
  prefix: Prefix
  clock: () => number
  today: string
}

const syncEverySeconds = 300
/** While it is read nobody else reads it; whoever dies doing so is followed after this. */
const claimSeconds = 600
const maxBackOffSeconds = 3600
/** After so many days all events are read anew, so that the days of which they are kept move along. */
const fullSyncDays = 7
/** Nobody's half year has more; each page is some hundred. */
const maxEvents = 20_000
const maxPages = 400
const maxTitleLength = 300

type ClaimedConnection = {
  userId: string
  connectionId: string
  refreshToken: string
  syncToken: string | null
  fullSyncOn: string | null
  failures: number
}

/** The connection was taken away, or made anew, while its calendar was read. */
class ConnectionGoneError extends Error {
  override name = 'ConnectionGoneError'
}

const claimConnection = async (db: Kysely<DB>, userId: string, now: number): Promise<ClaimedConnection | undefined> => {
  const { rows } = await sql<ClaimedConnection>`
    update google_connection set next_sync_at = ${new Date(now + claimSeconds * 1000).toISOString()}
     where user_id = ${userId} and state = 'connected' and next_sync_at <= ${new Date(now).toISOString()}::timestamptz
    returning user_id::text as "userId", connection_id::text as "connectionId", refresh_token as "refreshToken", sync_token as "syncToken",
              full_sync_on::text as "fullSyncOn", failures`.execute(db)
  return rows[0]
}

type EventRow = {
  eventId: string
  startsAt: string
  endsAt: string
  isAllDay: boolean
  isBusy: boolean
  title: string
  icalUid: string | null
}

/** Where somebody works, or whose birthday it is, keeps nobody from meeting. */
const idleEventTypes = new Set(['birthday', 'workingLocation'])

const firstMoment = Date.parse('0001-01-02')
const endOfMoments = endOfCalendar * 86_400_000

/** In milliseconds, a day from its beginning by the firm's clock; NaN for what is no time, or none that is kept. */
const toMoment = (time: GoogleEventShape['start'], timeZone: string): number => {
  const day = BusinessDate.safeParse(time?.date).data
  const moment = Date.parse(day === undefined ? (time?.dateTime ?? '') : toInstant(`${day}T00:00`, timeZone))
  return moment >= firstMoment && moment < endOfMoments ? moment : Number.NaN
}

/** As invitations of this installation name meetings: of what others call theirs nothing is kept. */
const ownUidPattern = /^[\da-f-]{36}@atalaya$/

/** The event as it is kept; null for one without times, or with times that are none. */
const toEventRow = (event: GoogleEventShape, timeZone: string, box: SecretBox): EventRow | null => {
  const { start, end, iCalUID = '', attendees = [] } = event
  const from = toMoment(start, timeZone)
  const to = toMoment(end, timeZone)
  if (!(to >= from)) return null
  const isDeclined = attendees.some(({ self, responseStatus }) => self && responseStatus === 'declined')
  return {
    eventId: event.id,
    startsAt: new Date(from).toISOString(),
    endsAt: new Date(to).toISOString(),
    isAllDay: start?.date !== undefined,
    isBusy: event.transparency !== 'transparent' && !isDeclined && !idleEventTypes.has(event.eventType ?? ''),
    title: box.encrypt((event.summary ?? '').slice(0, maxTitleLength)),
    icalUid: ownUidPattern.test(iCalUID) ? iCalUID : null,
  }
}

/** Writes a page, as long as the connection is still the one that was asked with. */
const storePage = (
  { db, box, prefix }: SyncDeps,
  { userId, connectionId }: ClaimedConnection,
  items: readonly GoogleEventShape[],
  readBy: string,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql`
      select from google_connection where user_id = ${userId} and connection_id = ${connectionId} for key share`.execute(
      tx,
    )
    if (rows.length === 0) throw new ConnectionGoneError()
    const { timeZone } = tenantFacts[prefix]
    const kept = items.flatMap((item) => (item.status === 'cancelled' ? [] : (toEventRow(item, timeZone, box) ?? [])))
    const keptIds = new Set(kept.map(({ eventId }) => eventId))
    const gone = items.map(({ id }) => id).filter((id) => !keptIds.has(id))
    if (gone.length > 0)
      await tx.deleteFrom('googleEvent').where('userId', '=', userId).where('eventId', 'in', gone).execute()
    if (kept.length === 0) return
    // The same event twice in a page: the last word counts.
    const rows2 = [...new Map(kept.map((row) => [row.eventId, row])).values()]
    await sql`
      insert into google_event (user_id, event_id, starts_at, ends_at, is_all_day, is_busy, title, ical_uid, read_by)
      select ${userId}::bigint, r.event_id, r.starts_at, r.ends_at, r.is_all_day, r.is_busy, r.title, r.ical_uid, ${readBy}::uuid
        from jsonb_to_recordset(${toJsonRecords(rows2)}::jsonb)
          as r(event_id text, starts_at timestamptz, ends_at timestamptz, is_all_day boolean, is_busy boolean, title text, ical_uid text)
      on conflict (user_id, event_id) do update
         set starts_at = excluded.starts_at, ends_at = excluded.ends_at, is_all_day = excluded.is_all_day, is_busy = excluded.is_busy,
             title = excluded.title, ical_uid = excluded.ical_uid, read_by = excluded.read_by`.execute(tx)
  })

/** All pages of what was asked for; answers the token by which the changes from here on are asked for. */
const readPages = async (
  deps: SyncDeps,
  connection: ClaimedConnection,
  selection: EventSelection,
  readBy: string,
  signal: AbortSignal,
): Promise<string> => {
  const grant = { id: connection.connectionId, refreshToken: deps.box.decrypt(connection.refreshToken) }
  let pageToken: string | undefined
  let seen = 0
  for (let page = 0; page < maxPages; page += 1) {
    signal.throwIfAborted()
    const { items, nextPageToken, nextSyncToken } = await listGoogleEvents(deps.google, grant, selection, pageToken)
    seen += items.length
    if (seen > maxEvents) throw new GoogleCallError('tooMany', `more than ${maxEvents} events`)
    await storePage(deps, connection, items, readBy)
    if (nextSyncToken) return nextSyncToken
    if (!nextPageToken) throw new GoogleCallError('unreachable', 'a page says neither what follows nor where it ends')
    pageToken = nextPageToken
  }
  throw new GoogleCallError('tooMany', `more than ${maxPages} pages`)
}

const readAll = async (deps: SyncDeps, connection: ClaimedConnection, signal: AbortSignal): Promise<string> => {
  const readBy = randomUUID()
  const day = parseDay(deps.today)
  const selection = {
    from: `${toIsoDate(day - keptGoogleDays.before)}T00:00:00Z`,
    to: `${toIsoDate(day + keptGoogleDays.after)}T00:00:00Z`,
  }
  const syncToken = await readPages(deps, connection, selection, readBy, signal)
  // Only now is it known what isn't there any more: half an answer takes nothing away.
  await deps.db
    .deleteFrom('googleEvent')
    .where('userId', '=', connection.userId)
    .where('readBy', '<>', readBy)
    .where(
      sql<boolean>`exists (select from google_connection g where g.connection_id = ${connection.connectionId}::uuid)`,
    )
    .execute()
  return syncToken
}

type SyncOutcome = { syncToken: string; isFull: boolean }

/** What has changed since the last time; all of it where there was none, it is some days ago, or Google no longer knows. */
const readCalendar = async (
  deps: SyncDeps,
  connection: ClaimedConnection,
  signal: AbortSignal,
): Promise<SyncOutcome> => {
  const { syncToken, fullSyncOn } = connection
  const isDue = fullSyncOn === null || parseDay(deps.today) - parseDay(fullSyncOn) >= fullSyncDays
  if (syncToken !== null && !isDue)
    try {
      return { syncToken: await readPages(deps, connection, { syncToken }, randomUUID(), signal), isFull: false }
    } catch (error) {
      if (!(error instanceof GoogleCallError) || error.kind !== 'resync') throw error
    }
  return { syncToken: await readAll(deps, connection, signal), isFull: true }
}

const noteSuccess = async (
  { db, clock, today }: SyncDeps,
  { connectionId }: ClaimedConnection,
  { syncToken, isFull }: SyncOutcome,
): Promise<void> => {
  const now = clock()
  await db
    .updateTable('googleConnection')
    .where('connectionId', '=', connectionId)
    .set({
      problem: null,
      failures: 0,
      syncToken,
      syncedAt: new Date(now).toISOString(),
      nextSyncAt: new Date(now + syncEverySeconds * 1000).toISOString(),
      ...(isFull && { fullSyncOn: today }),
    })
    .execute()
}

/** Doubles with each failure up to an hour, and is spread, so that all don't come back at once. */
const getBackOffSeconds = (failures: number, retryAfterSeconds: number): number => {
  const longest = Math.min(60 * 2 ** Math.min(failures, 10), maxBackOffSeconds)
  return Math.max(retryAfterSeconds, Math.round((longest * (500 + randomInt(501))) / 1000))
}

/** What only the person can mend, by consenting anew. */
const lostProblems: ReadonlySet<GoogleProblem> = new Set(['revoked', 'scope', 'blocked'])

const noteFailure = (
  { db, clock }: SyncDeps,
  { userId, connectionId, failures }: ClaimedConnection,
  { kind, retryAfterSeconds }: GoogleCallError,
): Promise<void> => {
  const problem = kind === 'resync' || kind === 'unauthorized' ? 'unreachable' : kind
  const isLost = lostProblems.has(problem)
  const next = clock() + getBackOffSeconds(failures, retryAfterSeconds) * 1000
  return db.transaction().execute(async (tx) => {
    const lost = await tx
      .updateTable('googleConnection')
      .where('connectionId', '=', connectionId)
      .where('state', '=', 'connected')
      .set({
        problem,
        failures: failures + 1,
        nextSyncAt: new Date(next).toISOString(),
        ...(isLost && { state: 'reconnect', syncToken: null }),
      })
      .returning('email')
      .executeTakeFirst()
    if (!lost || !isLost) return
    await recordAuditEvent(tx, null, {
      action: 'googleCalendar.lost',
      entity: 'user',
      entityId: userId,
      after: { reason: problem },
    })
    await notifyUser(tx, {
      userId,
      kind: 'googleCalendar.lost',
      params: { email: lost.email },
      link: '/crm/Calendario',
    })
  })
}

/** Whoever has left, or may no longer connect a calendar, has none read. */
const mayConnect = async ({ db, today }: SyncDeps, userId: string): Promise<boolean> => {
  const subject = await findRightsSubject(db, { userId }, today)
  return subject !== undefined && buildSubjectRights(subject).may('bt_Calendario', 'view')
}

/**
 * Reads somebody's calendar if it is due: what has changed since, or all of it. What goes wrong at Google is noted in the connection, and answers
 * in what it was; nothing of it throws.
 */
export const syncCalendar = async (
  deps: SyncDeps,
  userId: string,
  signal: AbortSignal,
  onProblem: (error: Error) => void,
): Promise<void> => {
  if (!(await mayConnect(deps, userId))) {
    await deps.db.deleteFrom('googleConnection').where('userId', '=', userId).execute()
    return
  }
  const connection = await claimConnection(deps.db, userId, deps.clock())
  if (!connection) return
  try {
    await noteSuccess(deps, connection, await readCalendar(deps, connection, signal))
  } catch (error) {
    if (error instanceof ConnectionGoneError) return
    if (!(error instanceof GoogleCallError)) throw error
    onProblem(error)
    await noteFailure(deps, connection, error)
  }
}

import { sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { GoogleProblem } from '#contract/google-calendar/words.ts'
import type * as contract from '#contract/google-calendar.ts'
import { endOfCalendar, parseDay, toIsoDate } from '#rules/calendar.ts'
import { type Interval, mergeIntervals } from '#rules/free-slots.ts'
import { toInstant, toLocalDateTime } from '#rules/zoned-time.ts'
import type { Ctx } from '#server/core/ctx.ts'
import type { EndpointDeps, HttpContext } from '#server/core/routes.ts'
import { GoogleCallError, googleDirectoryScope, searchGoogleDirectory } from '#server/domain/google-client.ts'
import {
  buildGoogleDeps,
  findColleagueBusy,
  findOwnGrant,
  googlePurpose,
  maxCalendarAgeMs,
} from '#server/domain/google-connections.ts'
import { assertWithinRateLimit } from '#server/domain/rate-limit.ts'
import { isOwnerVisibleSql } from '#server/domain/visibility.ts'

type Query = ParsedRequest<typeof contract.getGoogleEvents>['query']
type Answer = ResponseBody<typeof contract.getGoogleEvents>

/** So many are drawn. */
const maxShown = 2000

const toInterval = ({ prefix }: Ctx, { from, days }: Query): Interval => {
  const { timeZone } = tenantFacts[prefix]
  const end = toIsoDate(Math.min(parseDay(from) + days, endOfCalendar))
  return { from: Date.parse(toInstant(`${from}T00:00`, timeZone)), to: Date.parse(toInstant(`${end}T00:00`, timeZone)) }
}

/** One's own events. Those that are copies of meetings of ours stand in the agenda already. */
const findOwnEvents = async (ctx: Ctx, deps: EndpointDeps, query: Query): Promise<Answer> => {
  const isConfigured = deps.config.googleCalendar !== undefined
  const { userId } = ctx.person
  const connection = await ctx.db
    .selectFrom('googleConnection')
    .where('userId', '=', userId)
    .select(['state', 'problem', 'syncedAt'])
    .executeTakeFirst()
  if (!connection || !isConfigured)
    return { isConfigured, knowledge: 'none', syncedAt: null, problem: null, events: [] }
  const { from, to } = toInterval(ctx, query)
  const rows = await ctx.db
    .selectFrom('googleEvent as v')
    .where('v.userId', '=', userId)
    .where('v.endsAt', '>', new Date(from).toISOString())
    .where('v.startsAt', '<', new Date(to).toISOString())
    .where(sql<boolean>`not exists (select from meeting m where m.uid::text || '@atalaya' = v.ical_uid
      and m.starts_at > ${new Date(from).toISOString()}::timestamptz - interval '25 hours' and m.starts_at < ${new Date(to).toISOString()}::timestamptz)`)
    .where(sql<boolean>`not exists (select from meeting_series s where s.uid::text || '@atalaya' = v.ical_uid)`)
    .select(['v.eventId', 'v.startsAt', 'v.endsAt', 'v.isAllDay', 'v.title'])
    .orderBy('v.startsAt')
    .orderBy('v.eventId')
    .limit(maxShown)
    .execute()
  const { timeZone } = tenantFacts[ctx.prefix]
  const box = deps.getSecretBox(googlePurpose)
  const isRecent = connection.syncedAt !== null && deps.clock() - Date.parse(connection.syncedAt) < maxCalendarAgeMs
  return {
    isConfigured,
    knowledge: connection.syncedAt === null ? 'unknown' : isRecent && connection.problem === null ? 'fresh' : 'stale',
    syncedAt: connection.syncedAt,
    problem: connection.problem as GoogleProblem | null,
    events: rows.map(({ eventId, startsAt, endsAt, isAllDay, title }) => ({
      id: eventId,
      startsAt: toLocalDateTime(startsAt, timeZone),
      endsAt: toLocalDateTime(endsAt, timeZone),
      isAllDay,
      title: box.decrypt(title),
    })),
  }
}

/** When a colleague is busy, without a word of why. */
const findBusyStretches = async (ctx: Ctx, http: HttpContext, query: Query, owner: string): Promise<Answer> => {
  const deps = buildGoogleDeps(http)
  const isConfigured = deps.google !== undefined
  const { rows } =
    await sql`select from employee e where e.id = ${owner} and ${isOwnerVisibleSql(ctx, sql`e.id`)}`.execute(ctx.db)
  if (rows.length === 0) return { isConfigured, knowledge: 'none', syncedAt: null, problem: null, events: [] }
  const interval = toInterval(ctx, query)
  const { busy, syncedAt, problem } = await findColleagueBusy(ctx, deps, { employees: [owner], interval })
  const { timeZone } = tenantFacts[ctx.prefix]
  const known = busy.get(owner)
  const readAt = syncedAt.get(owner) ?? null
  const isStale = readAt !== null && deps.now - Date.parse(readAt) >= maxCalendarAgeMs && problem !== null
  return {
    isConfigured,
    knowledge: known ? (isStale ? 'stale' : 'fresh') : problem ? 'unknown' : 'none',
    syncedAt: readAt,
    problem,
    events: mergeIntervals(known ?? [])
      .slice(0, maxShown)
      .map(({ from, to }) => ({
        id: String(from),
        startsAt: toLocalDateTime(Math.max(from, interval.from), timeZone),
        endsAt: toLocalDateTime(Math.min(to, interval.to), timeZone),
        isAllDay: false,
        title: null,
      })),
  }
}

/** What Google has for the days of an agenda: one's own events, or when a colleague in reach is busy. */
export const findGoogleEvents = (
  ctx: Ctx,
  { query }: ParsedRequest<typeof contract.getGoogleEvents>,
  http: HttpContext,
): Promise<Answer> => {
  const { membership, actingCvl } = ctx.person
  const owner = query.owner ?? membership.employeeId
  // Whoever looks as somebody else sees no more of their Google than of a colleague's.
  if (actingCvl === null && (owner === null || owner === membership.employeeId))
    return findOwnEvents(ctx, http.deps, query)
  return owner === null ? findOwnEvents(ctx, http.deps, query) : findBusyStretches(ctx, http, query, owner)
}

const directoryLimits = [{ maxCalls: 300, seconds: 3600 }]

/** People of one's organisation at Google; none where that wasn't consented to, and why not where Google doesn't answer. */
export const findDirectoryPeople = async (
  ctx: Ctx,
  { query: { q } }: ParsedRequest<typeof contract.findDirectoryPeople>,
  { deps, request }: HttpContext,
): Promise<ResponseBody<typeof contract.findDirectoryPeople>> => {
  const google = deps.config.googleCalendar
  const own = google && (await findOwnGrant(ctx, deps.getSecretBox(googlePurpose)))
  if (!google || !own?.scopes.includes(googleDirectoryScope)) return { people: [], problem: null }
  await assertWithinRateLimit(deps, `google directory of ${ctx.prefix} ${ctx.person.userId}`, directoryLimits)
  try {
    return { people: await searchGoogleDirectory(google, own.grant, q), problem: null }
  } catch (error) {
    if (!(error instanceof GoogleCallError)) throw error
    request.log.warn({ problem: error.kind, reason: error.message }, 'the directory of Google does not answer')
    return {
      people: [],
      problem: error.kind === 'resync' || error.kind === 'unauthorized' ? 'unreachable' : error.kind,
    }
  }
}

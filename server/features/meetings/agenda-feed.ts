import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { type Prefix, prefixes } from '#contract/core/values.ts'
import type * as contract from '#contract/meetings/feed.ts'
import type { DB } from '#db/types.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import { getBusinessDate } from '#server/core/clock.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { naturalNameSql } from '#server/core/person-name.ts'
import type { EndpointDeps, HttpContext } from '#server/core/routes.ts'
import { toNetworkAddress } from '#server/domain/network-address.ts'
import { assertWithinRateLimit } from '#server/domain/rate-limit.ts'
import { buildSubjectRights, findRightsSubject } from '#server/domain/rights-subjects.ts'
import { buildFeed, type CalendarMeeting } from './meeting-ics.ts'
import { findSeriesEvents } from './series-events.ts'

const feedPurpose = 'agenda-feed'
/** Programs ask every few minutes, of every telephone behind one address. */
const readLimits = [{ maxCalls: 300, seconds: 600 }]
/** What a telephone shows: some weeks back, half a year ahead. */
const feedDays = { before: 30, after: 180 }
const tokenPattern = /^(dino_uab|dino|cfl)-[\w-]{43}$/

const digest = (deps: Pick<EndpointDeps, 'getSecretBox'>, token: string): string =>
  deps.getSecretBox(feedPurpose).fingerprint(token)

/** Whether one's own agenda can be read from elsewhere, since when, and when that was done last. The address itself stands nowhere. */
export const findAgendaFeed = async (ctx: Ctx): Promise<ResponseBody<typeof contract.getAgendaFeed>> => {
  const feed = await ctx.db
    .selectFrom('agendaFeed')
    .where('userId', '=', ctx.person.userId)
    .select(['createdAt', 'readAt'])
    .executeTakeFirst()
  return { feed: feed ?? null }
}

/** A new address for one's own agenda; the one before is none any more. Told once. */
export const createAgendaFeed = async (
  ctx: Ctx,
  _: unknown,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof contract.createAgendaFeed>> => {
  const token = `${ctx.prefix}-${randomBytes(32).toString('base64url')}`
  const values = { tokenDigest: digest(deps, token), createdAt: new Date(deps.clock()).toISOString(), readAt: null }
  await ctx.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('agendaFeed')
      .values({ userId: ctx.person.userId, ...values })
      .onConflict((conflict) => conflict.column('userId').doUpdateSet(values))
      .execute()
    await recordAuditEvent(tx, ctx, { action: 'agendaFeed.created', entity: 'user', entityId: ctx.person.userId })
  })
  return { address: `${deps.config.publicUrl}/api/v1/public/agenda/${token}/agenda.ics` }
}

/** Takes the address away: whoever has it reads nothing any more. */
export const removeAgendaFeed = (ctx: Ctx): Promise<ResponseBody<typeof contract.removeAgendaFeed>> =>
  ctx.db.transaction().execute(async (tx) => {
    const removed = await tx
      .deleteFrom('agendaFeed')
      .where('userId', '=', ctx.person.userId)
      .returning('userId')
      .executeTakeFirst()
    if (removed)
      await recordAuditEvent(tx, ctx, { action: 'agendaFeed.removed', entity: 'user', entityId: ctx.person.userId })
    return { removed: true }
  })

/** Whose feed it is, while they work here and may see the agenda. */
const findReader = async (db: Kysely<DB>, tokenDigest: string, today: string) => {
  const { rows } = await sql<{ userId: string; employeeId: string; name: string }>`
    select f.user_id::text as "userId", e.id::text as "employeeId", ${naturalNameSql('e')} as name
      from agenda_feed f
      join registry.own_people() p on p.user_id = f.user_id and p.ended_at is null and not p.disabled
      join employee e on e.cvl = p.cvl and (e.terminated_on is null or e.terminated_on >= ${today}::date)
     where f.token_digest = ${tokenDigest}`.execute(db)
  const [reader] = rows
  if (!reader) return null
  const subject = await findRightsSubject(db, { userId: reader.userId }, today)
  return subject && buildSubjectRights(subject).may('bt_AgendaComercial', 'view') ? reader : null
}

/** By the same UID as invitations name them: a series is one, with its meetings in it. */
const findFeedMeetings = async (db: Kysely<DB>, employeeId: string, now: string): Promise<CalendarMeeting[]> => {
  const shown = await db
    .selectFrom('meetingAttendee as a')
    .innerJoin('meeting as m', 'm.id', 'a.meetingId')
    .where('a.employeeId', '=', employeeId)
    .where('a.answer', '<>', 'declined')
    .where(sql<boolean>`a.starts_at > ${now}::timestamptz - make_interval(days => ${feedDays.before})`)
    .where(sql<boolean>`a.starts_at < ${now}::timestamptz + make_interval(days => ${feedDays.after})`)
    .where(sql<boolean>`m.state <> 'canceled'`)
    .select(['m.uid', 'm.sequence', 'm.startsAt', 'm.endsAt', 'm.subject', 'm.place', 'm.link', 'm.seriesId'])
    .select(sql<boolean>`false`.as('isCanceled'))
    .orderBy('m.startsAt')
    .orderBy('m.id')
    .execute()
  const seriesIds = [...new Set(shown.flatMap(({ seriesId }) => seriesId ?? []))]
  const isAttended = sql<boolean>`exists (select from meeting_attendee a where a.meeting_id = m.id and a.employee_id = ${employeeId} and a.answer <> 'declined')`
  const ofSeries = await findSeriesEvents(db, seriesIds, isAttended)
  return [...shown.filter(({ seriesId }) => seriesId === null), ...ofSeries]
}

const findPrefix = (token: string): Prefix | undefined => {
  const [, found] = tokenPattern.exec(token) ?? []
  return prefixes.find((prefix) => prefix === found)
}

/** The calendar behind an address. `notFound` where there is none, it was taken away, or its person no longer sees the agenda. */
export const readAgendaFeed = async (
  { params: { token } }: ParsedRequest<typeof contract.readAgendaFeed>,
  { deps, request, reply }: HttpContext,
): Promise<string> => {
  await assertWithinRateLimit(deps, `agenda feed from ${toNetworkAddress(request.ip)}`, readLimits)
  const prefix = findPrefix(token)
  if (!prefix) throw buildRefusal('notFound')
  const { db } = deps.tenants.of(prefix)
  const now = new Date(deps.clock()).toISOString()
  const reader = await findReader(db, digest(deps, token), getBusinessDate(prefix, deps.clock))
  if (!reader) throw buildRefusal('notFound')
  // Asked for all day long: noted once an hour.
  await sql`update agenda_feed set read_at = ${now} where user_id = ${reader.userId}
    and (read_at is null or read_at < ${now}::timestamptz - interval '1 hour')`.execute(db)
  void reply.type('text/calendar; charset=utf-8').header('cache-control', 'private, no-store')
  return buildFeed(reader.name, await findFeedMeetings(db, reader.employeeId, now), deps.clock())
}

import { type Kysely, sql } from 'kysely'
import { defaultLanguageByPrefix } from '#contract/core/languages.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { DB } from '#db/types.ts'
import en from '#locales/en/meeting-mail.ts'
import es from '#locales/es/meeting-mail.ts'
import pt from '#locales/pt/meeting-mail.ts'
import { shiftDay } from '#rules/calendar.ts'
import { endRuleOn, expandKeptRule } from '#rules/recurrence.ts'
import { toLocalDateTime } from '#rules/zoned-time.ts'
import { toJsonRecords } from '#server/core/column-names.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { EndpointDeps } from '#server/core/routes.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { assertClientsUnrestricted } from '#server/domain/find-client.ts'
import { type AttendeeValues, findRemovedAttendeeIds, listAttendeeKeys, toAttendeeKey } from './attendees.ts'
import { assertConsentForStage } from './contact-stage.ts'
import { queueInvitations } from './invite-attendees.ts'
import { isAfter, type LockedMeeting, type MeetingAction, toMeetingTimes } from './lock-meeting.ts'
import { matchOccurrences } from './match-occurrences.ts'
import { type ChangeBody, findAttendeeValues, resetAttendeeReplies, writeFields } from './meeting-fields.ts'
import {
  countDays,
  createSeries,
  expandSeries,
  type LocalTimes,
  listAhead,
  lockSiblings,
  type OccurrenceTimes,
} from './series.ts'

const getTexts = buildTextsGetter({ es, en, pt })

type RuleChange = { meeting: LockedMeeting; body: ChangeBody; rule: string; at: string; deps: EndpointDeps }
type SeriesRow = { id: string; uid: string; rule: string; beginsAt: string; sequence: number }
type PlannedMeeting = { id: string; startsAt: string; seriesAt: string | null }

const findSeries = (tx: Kysely<DB>, seriesId: string): Promise<SeriesRow> =>
  tx
    .selectFrom('meetingSeries as r')
    .innerJoin('meeting as m', 'm.seriesId', 'r.id')
    .where('r.id', '=', seriesId)
    .groupBy('r.id')
    .select(['r.id', 'r.uid', 'r.rule'])
    .select([
      sql<string>`coalesce(r.starts_at, min(m.series_at))`.as('beginsAt'),
      sql<number>`max(m.sequence)`.as('sequence'),
    ])
    .executeTakeFirstOrThrow()

/** From one on that is still to come; all of them while none was held and none has begun, nor was to by the rule. */
const assertRuleChangeable = async (tx: Kysely<DB>, { meeting, body, at }: RuleChange): Promise<void> => {
  if (meeting.seriesId === null) return
  if (body.scope === 'this') throw buildRefusal('request.invalid', { fields: { scope: 'invalid' } })
  const begun =
    body.scope === 'all' &&
    (await tx
      .selectFrom('meeting')
      .where('seriesId', '=', meeting.seriesId)
      .where('state', '<>', 'canceled')
      .where((eb) => eb.or([eb('state', '<>', 'scheduled'), eb('startsAt', '<=', at), eb('seriesAt', '<=', at)]))
      .select('id')
      .limit(1)
      .executeTakeFirst())
  if (begun || !isAfter(meeting.startsAt, at)) throw buildRefusal('meeting.seriesBegun')
}

type StayingMeeting = PlannedMeeting & { seriesAt: string; isCanceled: boolean }

/** What of the series stays as it is: what was closed, what is over, and what the caller doesn't reach. */
const findStaying = (
  tx: Kysely<DB>,
  seriesId: string | null,
  going: readonly PlannedMeeting[],
): Promise<StayingMeeting[]> =>
  seriesId === null
    ? Promise.resolve([])
    : tx
        .selectFrom('meeting as m')
        .where('m.seriesId', '=', seriesId)
        .where(
          'm.id',
          'not in',
          going.map(({ id }) => id),
        )
        .select(['m.id', 'm.startsAt', sql<string>`m.series_at`.as('seriesAt')])
        .select(sql<boolean>`m.state = 'canceled'`.as('isCanceled'))
        .orderBy('m.seriesAt')
        .execute()

/**
 * Where the rule begins: at the meeting, or, where all of a series changes, as many days from it as the first of them had by the rule of before. One
 * that was moved by itself takes the others nowhere.
 */
const findBegin = (
  { prefix }: Pick<Ctx, 'prefix'>,
  { meeting, body }: RuleChange,
  going: readonly PlannedMeeting[],
): { times: LocalTimes; days: number } => {
  const { timeZone } = tenantFacts[prefix]
  const toLocal = (moment: string): string => toLocalDateTime(new Date(moment).toISOString(), timeZone)
  const days = countDays(toLocal(meeting.startsAt), body.startsAt)
  const { seriesAt } = meeting
  if (body.scope !== 'all' || seriesAt === null) return { times: body, days }
  const places = going.map((one) => one.seriesAt!)
  const first = places.reduce((one, other) => (isAfter(one, other) ? other : one))
  const day = shiftDay(body.startsAt, countDays(toLocal(seriesAt), toLocal(first)))
  const nights = countDays(body.startsAt, body.endsAt)
  return {
    times: {
      startsAt: `${day}${body.startsAt.slice(10)}`,
      endsAt: `${shiftDay(day, nights)}${body.endsAt.slice(10)}`,
    },
    days,
  }
}

/** The last meeting of before that stays: calendars keep the series with it, and what follows becomes another. */
const findSplit = (
  { meeting: { seriesAt }, body: { scope } }: RuleChange,
  series: SeriesRow | null,
  staying: readonly StayingMeeting[],
): StayingMeeting | undefined => {
  if (series === null || scope !== 'following' || !isAfter(seriesAt!, series.beginsAt)) return undefined
  return staying.findLast((one) => !one.isCanceled && isAfter(seriesAt!, one.seriesAt))
}

/** The rule of before ends with the last of its times before that one, if it doesn't already. */
const endSeriesBefore = async (
  tx: Kysely<DB>,
  { prefix }: Pick<Ctx, 'prefix'>,
  { id, rule, beginsAt }: SeriesRow,
  seriesAt: string,
): Promise<void> => {
  const { timeZone } = tenantFacts[prefix]
  const end = toLocalDateTime(seriesAt, timeZone)
  const { times } = expandKeptRule(rule, toLocalDateTime(beginsAt, timeZone), timeZone)
  const last = times.findLast((time) => time < end)
  await tx
    .updateTable('meetingSeries')
    .set({ rule: endRuleOn(rule, last!.slice(0, 10)) })
    .where('id', '=', id)
    .execute()
}

type SeriesChange = RuleChange & { series: SeriesRow | null; isSplit: boolean; beginsAt: string }

/** The series from now on: a new one, that of before by another rule, or one by which calendars know the single meeting. */
const writeSeries = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  { meeting, rule, at, series, isSplit, beginsAt }: SeriesChange,
): Promise<string> => {
  if (series === null) return createSeries(tx, ctx, { rule, startsAt: beginsAt, at, uid: meeting.uid })
  if (!isSplit) {
    await tx.updateTable('meetingSeries').set({ rule, startsAt: beginsAt }).where('id', '=', series.id).execute()
    return series.id
  }
  await endSeriesBefore(tx, ctx, series, meeting.seriesAt!)
  return createSeries(tx, ctx, { rule, startsAt: beginsAt, at })
}

type Placement = {
  meeting: LockedMeeting
  seriesId: string
  sequence: number
  placed: readonly ({ id: string } & OccurrenceTimes)[]
}

/** Others than the one whose change it is are other versions by then. */
const writePlaced = async (tx: Kysely<DB>, { meeting, seriesId, sequence, placed }: Placement): Promise<void> => {
  await sql`
    update meeting m set starts_at = n.starts_at, ends_at = n.ends_at, series_id = ${seriesId}::bigint, series_at = n.starts_at,
           sequence = ${sequence}, version = version + (m.id <> ${meeting.id}::bigint)::int
      from jsonb_to_recordset(${toJsonRecords(placed)}::jsonb) as n(id bigint, starts_at timestamptz, ends_at timestamptz)
     where m.id = n.id`.execute(tx)
}

type Addition = RuleChange & { seriesId: string; sequence: number; added: readonly OccurrenceTimes[] }

const insertAdded = async (
  tx: Kysely<DB>,
  { person }: Ctx,
  { meeting: { contactId, clientId }, body, at, seriesId, sequence, added }: Addition,
): Promise<string[]> => {
  if (added.length === 0) return []
  const { subject, stage, place, link, note, invites, ownerId } = body
  const fields = { subject, stage, place, link, note, invites, employeeId: ownerId, contactId, clientId }
  const made = await tx
    .insertInto('meeting')
    .values(
      added.map((times) => ({
        ...fields,
        ...times,
        seriesId,
        seriesAt: times.startsAt,
        sequence,
        createdBy: person.userId,
        createdAt: at,
      })),
    )
    .returning('id')
    .execute()
  return made.map(({ id }) => id)
}

/** What the rule no longer has is cancelled, as a meeting by itself: calendars knew it as one of the series, which has it no more. */
const cancelDropped = async (
  tx: Kysely<DB>,
  { prefix, person }: Ctx,
  { meeting, at }: RuleChange,
  dropped: readonly string[],
): Promise<void> => {
  if (dropped.length === 0) return
  await tx
    .updateTable('meeting')
    .set({
      state: 'canceled',
      result: getTexts(defaultLanguageByPrefix[prefix]).dropped,
      closedAt: at,
      closedBy: person.userId,
      seriesId: null,
      seriesAt: null,
      uid: sql`gen_random_uuid()`,
      version: sql`version + (id <> ${meeting.id}::bigint)::int`,
    })
    .where('id', 'in', [...dropped])
    .execute()
}

type Farewell = RuleChange & {
  going: readonly PlannedMeeting[]
  series: SeriesRow | null
  split: StayingMeeting | undefined
  sequence: number
  values: readonly AttendeeValues[]
}

/** Who keeps the series of before is told that it ends earlier; whoever knew only what is off, and who is invited no more, that it is off. */
const queueFarewells = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  { meeting, at, deps, going, series, split, sequence, values }: Farewell,
): Promise<void> => {
  if (!meeting.invites) return
  const { id: meetingId } = meeting
  const keys = split ? await listAttendeeKeys(tx, split.id) : values.map(toAttendeeKey)
  const meetingIds = going.map(({ id }) => id)
  const attendeeIds = await findRemovedAttendeeIds(tx, meetingIds, keys)
  const times = split ? going.map(({ seriesAt }) => seriesAt!) : []
  const left = { uid: series?.uid ?? meeting.uid, times }
  if (attendeeIds.length > 0)
    await queueInvitations(tx, ctx, deps, { meetingId, method: 'cancel', attendeeIds, left, at })
  if (!split) return
  await tx.updateTable('meeting').set({ sequence }).where('id', '=', split.id).execute()
  await queueInvitations(tx, ctx, deps, { meetingId: split.id, method: 'request', isWholeSeries: true, at })
}

/**
 * Makes a series of a meeting, or changes by what rule one repeats: from a meeting on, which then is a series of its own where others of before stay,
 * or all of it. Planned meetings of before become those of the new rule, on the same day where it has one; further ones are planned, and what is left
 * over is cancelled. On a day on which one of the series was closed no other is planned.
 */
export const changeRule = async (tx: Kysely<DB>, ctx: Ctx, change: RuleChange): Promise<MeetingAction> => {
  const { meeting, body, rule, at, deps } = change
  await assertRuleChangeable(tx, change)
  toMeetingTimes(ctx, body)
  // What is planned anew needs what any new meeting needs.
  await assertConsentForStage(tx, meeting, body.stage)
  if (meeting.clientId !== null) await assertClientsUnrestricted(tx, [meeting.clientId])
  const planned = meeting.seriesId === null ? [] : await lockSiblings(tx, ctx, meeting, { scope: body.scope })
  const going = [meeting, ...planned.filter(({ startsAt }) => isAfter(startsAt, at))].sort(
    (one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt),
  )
  const series = meeting.seriesId === null ? null : await findSeries(tx, meeting.seriesId)
  const staying = await findStaying(tx, meeting.seriesId, going)
  const { times, days } = findBegin(ctx, change, going)
  const occurrences = expandSeries(ctx, { rule, times })
  const { placed, added, dropped } = matchOccurrences({
    planned: going,
    leadId: body.scope === 'all' && meeting.seriesId !== null ? null : meeting.id,
    occurrences,
    taken: staying.flatMap(({ startsAt, seriesAt }) => [startsAt, seriesAt]),
    days,
    timeZone: tenantFacts[ctx.prefix].timeZone,
  })
  const split = findSplit(change, series, staying)
  const sequence = Math.max(series?.sequence ?? 0, meeting.sequence) + 1
  const values = await findAttendeeValues(tx, ctx, meeting, body)
  const beginsAt = occurrences[0]!.startsAt
  const seriesId = await writeSeries(tx, ctx, { ...change, series, isSplit: split !== undefined, beginsAt })
  // Two of a series never have the same time of it, not even between two rows of one statement.
  await tx
    .updateTable('meeting')
    .set({ seriesId: null, seriesAt: null })
    .where(
      'id',
      'in',
      going.map(({ id }) => id),
    )
    .execute()
  await writePlaced(tx, { meeting, seriesId, sequence, placed })
  await cancelDropped(tx, ctx, change, dropped)
  await queueFarewells(tx, ctx, { ...change, going, series, split, sequence, values })
  const meetingIds = [
    ...placed.map(({ id }) => id),
    ...(await insertAdded(tx, ctx, { ...change, seriesId, sequence, added })),
  ]
  const [leadId] = await listAhead(tx, meetingIds, at)
  await writeFields(tx, { meeting, meetingIds, body, values, leadId })
  await resetAttendeeReplies(tx, ctx, { meetingIds, leadId, kind: 'meeting.repeated' })
  if (body.invites && leadId !== undefined)
    await queueInvitations(tx, ctx, deps, { meetingId: leadId, method: 'request', isWholeSeries: true, at })
  return 'meeting.repeated'
}

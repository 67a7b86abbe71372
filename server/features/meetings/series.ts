import { type Kysely, sql } from 'kysely'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { SeriesScope } from '#contract/meetings/words.ts'
import type { DB } from '#db/types.ts'
import { shiftDay } from '#rules/calendar.ts'
import { expandRule } from '#rules/recurrence.ts'
import { toInstant, toLocalDateTime } from '#rules/zoned-time.ts'
import { toJsonRecords } from '#server/core/column-names.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { isOwnerVisibleSql } from '#server/domain/visibility.ts'

/** Times by the firm's clock, 'YYYY-MM-DDTHH:MM'. */
export type LocalTimes = { startsAt: string; endsAt: string }
/** The same as moments, ISO 8601 in UTC. */
export type OccurrenceTimes = LocalTimes

const dayMs = 86_400_000
export const countDays = (from: string, to: string): number =>
  Math.round((Date.parse(to.slice(0, 10)) - Date.parse(from.slice(0, 10))) / dayMs)

const toFloating = (local: string): number => Date.parse(`${local}:00Z`)

/** Where clocks change in between, and nothing or more than a day would be left, a meeting lasts as long as its clock says. */
const toOccurrenceTimes = (local: LocalTimes, timeZone: string): OccurrenceTimes => {
  const startsAt = toInstant(local.startsAt, timeZone)
  const endsAt = toInstant(local.endsAt, timeZone)
  const length = Date.parse(endsAt) - Date.parse(startsAt)
  if (length > 0 && length <= dayMs) return { startsAt, endsAt }
  const byClock = Math.min(toFloating(local.endsAt) - toFloating(local.startsAt), dayMs)
  return { startsAt, endsAt: new Date(Date.parse(startsAt) + byClock).toISOString() }
}

/** When the meetings of a rule are: each as long as the first by the firm's clock. */
export const expandSeries = (
  { prefix }: Pick<Ctx, 'prefix'>,
  { rule, times }: { rule: string; times: LocalTimes },
): OccurrenceTimes[] => {
  const { timeZone } = tenantFacts[prefix]
  const nights = countDays(times.startsAt, times.endsAt)
  return expandRule(rule, times.startsAt, timeZone).map((startsAt) =>
    toOccurrenceTimes({ startsAt, endsAt: `${shiftDay(startsAt, nights)}${times.endsAt.slice(10)}` }, timeZone),
  )
}

/** The series of a rule. Calendars know it by `uid`: that of the meeting that repeats from now on, or one of its own. */
export const createSeries = async (
  tx: Kysely<DB>,
  { prefix }: Pick<Ctx, 'prefix'>,
  { rule, startsAt, at, uid }: { rule: string; startsAt: string; at: string; uid?: string },
): Promise<string> => {
  const { timeZone } = tenantFacts[prefix]
  const { id } = await tx
    .insertInto('meetingSeries')
    .values({ rule, timeZone, startsAt, createdAt: at, ...(uid !== undefined && { uid }) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type SeriesMeeting = { id: string; seriesId: string | null; seriesAt: string | null }
export type Sibling = { id: string; startsAt: string; endsAt: string; version: number; seriesAt: string | null }

/**
 * The other planned meetings of a series that a change of one is about, locked: those of owners in reach. With `at`, an ISO moment, those alone that
 * are not over then: what took place is closed by itself, and isn't moved or cancelled along with what comes.
 */
export const lockSiblings = (
  tx: Kysely<DB>,
  ctx: Ctx,
  { id, seriesId, seriesAt }: SeriesMeeting,
  { scope, at }: { scope: SeriesScope; at?: string },
): Promise<Sibling[]> => {
  if (scope === 'this' || seriesId === null) return Promise.resolve([])
  return tx
    .selectFrom('meeting as m')
    .where('m.seriesId', '=', seriesId)
    .where('m.id', '<>', id)
    .where('m.state', '=', 'scheduled')
    .where(isOwnerVisibleSql(ctx, sql`m.employee_id`))
    .$if(scope === 'following', (rows) => rows.where('m.seriesAt', '>', seriesAt!))
    .$if(at !== undefined, (rows) => rows.where('m.endsAt', '>', at!))
    .select(['m.id', 'm.startsAt', 'm.endsAt', 'm.version', 'm.seriesAt'])
    .orderBy('m.id')
    .forNoKeyUpdate()
    .execute()
}

/** Writes the times of meetings, as moments. */
export const setMeetingTimes = async (
  tx: Kysely<DB>,
  meetings: readonly ({ id: string } & OccurrenceTimes)[],
): Promise<void> => {
  await sql`
    update meeting m set starts_at = n.starts_at, ends_at = n.ends_at
      from jsonb_to_recordset(${toJsonRecords(meetings)}::jsonb) as n(id bigint, starts_at timestamptz, ends_at timestamptz)
     where m.id = n.id`.execute(tx)
}

/** The others go along by as many days as the one was moved, to its new time of day. */
export const moveSiblings = async (
  tx: Kysely<DB>,
  { prefix }: Pick<Ctx, 'prefix'>,
  siblings: readonly Sibling[],
  { before, times }: { before: string; times: LocalTimes },
): Promise<void> => {
  if (siblings.length === 0) return
  const { timeZone } = tenantFacts[prefix]
  const days = countDays(toLocalDateTime(before, timeZone), times.startsAt)
  const nights = countDays(times.startsAt, times.endsAt)
  const moved = siblings.map(({ id, startsAt }) => {
    const day = shiftDay(toLocalDateTime(startsAt, timeZone), days)
    const local = {
      startsAt: `${day}${times.startsAt.slice(10)}`,
      endsAt: `${shiftDay(day, nights)}${times.endsAt.slice(10)}`,
    }
    return { id, ...toOccurrenceTimes(local, timeZone) }
  })
  await setMeetingTimes(tx, moved)
}

/** Of a meeting and others of its series those that are still to come, itself first: attendees are told of these, and by the first of them. */
export const listAhead = async (tx: Kysely<DB>, meetingIds: readonly string[], at: string): Promise<string[]> => {
  const ahead = await tx
    .selectFrom('meeting')
    .where('id', 'in', [...meetingIds])
    .where('startsAt', '>', at)
    .select('id')
    .orderBy(sql`id <> ${meetingIds[0]}`)
    .orderBy('startsAt')
    .orderBy('id')
    .execute()
  return ahead.map(({ id }) => id)
}

/** Others of the series that are changed with one are other versions by then, for their readers and for calendars. */
export const touchSiblings = async (tx: Kysely<DB>, siblings: readonly Sibling[]): Promise<void> => {
  if (siblings.length === 0) return
  await tx
    .updateTable('meeting')
    .set({ sequence: sql`sequence + 1`, version: sql`version + 1` })
    .where(
      'id',
      'in',
      siblings.map(({ id }) => id),
    )
    .execute()
}

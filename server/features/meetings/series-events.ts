import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { expandKeptRule } from '#rules/recurrence.ts'
import { toInstant, toLocalDateTime } from '#rules/zoned-time.ts'
import type { CalendarMeeting } from './meeting-ics.ts'

type Words = Pick<CalendarMeeting, 'subject' | 'place' | 'link'>
type Occurrence = Words & { sequence: number; seriesAt: string; startsAt: string; endsAt: string }
type CalendarSeries = {
  uid: string
  rule: string
  timeZone: string
  beginsAt: string
  sequence: number
  /** Those that take place, or did, in the order of the rule. */
  occurrences: readonly Occurrence[]
}

const toFloating = (local: string): number => Date.parse(`${local}:00Z`)

/** How long something lasts by the clock of a zone. */
const getClockLength = ({ startsAt, endsAt }: Occurrence, timeZone: string): number => {
  const [from, to] = [startsAt, endsAt].map((moment) => toFloating(toLocal(moment, timeZone)))
  return to! - from!
}

const toLocal = (moment: string, timeZone: string): string => toLocalDateTime(new Date(moment).toISOString(), timeZone)

const isAtItsTime = ({ startsAt, seriesAt }: Occurrence): boolean => Date.parse(startsAt) === Date.parse(seriesAt)
const haveSameWords = (one: Words, other: Words): boolean =>
  one.subject === other.subject && one.place === other.place && one.link === other.link

/**
 * A series as calendars know it (RFC 5545, 3.8.4.4 and 3.8.5): its rule without the times at which nothing takes place, and by `RECURRENCE-ID` each
 * meeting that is otherwise than the rule has it. Nothing where nothing takes place.
 */
export const buildSeriesEvents = ({
  uid,
  rule,
  timeZone,
  beginsAt,
  sequence,
  occurrences,
}: CalendarSeries): CalendarMeeting[] => {
  const model = occurrences.find(isAtItsTime) ?? occurrences[0]
  if (!model) return []
  const begin = toLocal(beginsAt, timeZone)
  const kept = expandKeptRule(rule, begin, timeZone)
  const times = new Set(kept.times.map((local) => Date.parse(toInstant(local, timeZone))))
  const present = new Set(occurrences.map(({ seriesAt }) => Date.parse(seriesAt)))
  const length = getClockLength(model, timeZone)
  const except = [...times].filter((time) => !present.has(time)).map((time) => new Date(time).toISOString())
  const changed = occurrences.filter(
    (one) =>
      !(
        isAtItsTime(one) &&
        times.has(Date.parse(one.seriesAt)) &&
        haveSameWords(one, model) &&
        getClockLength(one, timeZone) === length
      ),
  )
  const { subject, place, link } = model
  const end = toInstant(new Date(toFloating(begin) + length).toISOString().slice(0, 16), timeZone)
  return [
    {
      uid,
      sequence,
      subject,
      place,
      link,
      startsAt: beginsAt,
      endsAt: end,
      isCanceled: false,
      series: { rule: kept.rule, timeZone, except },
    },
    ...changed.map(({ seriesAt, ...one }) => ({ ...one, uid, isCanceled: false, recurrenceAt: seriesAt })),
  ]
}

/** These series as calendars are told of them: of each the meetings `m` that `isShown` chooses, without those that are cancelled. */
export const findSeriesEvents = async (
  db: Kysely<DB>,
  seriesIds: readonly string[],
  isShown: RawBuilder<SqlBool>,
): Promise<CalendarMeeting[]> => {
  if (seriesIds.length === 0) return []
  const { rows } = await sql<CalendarSeries>`
    select r.uid::text as uid, r.rule, r.time_zone as "timeZone", coalesce(r.starts_at, min(m.series_at)) as "beginsAt", max(m.sequence) as sequence,
           coalesce(json_agg(json_build_object('sequence', m.sequence, 'seriesAt', m.series_at, 'startsAt', m.starts_at, 'endsAt', m.ends_at,
             'subject', m.subject, 'place', m.place, 'link', m.link) order by m.series_at) filter (where m.state <> 'canceled' and ${isShown}), '[]') as occurrences
      from meeting_series r join meeting m on m.series_id = r.id
     where r.id = any(${seriesIds}::bigint[]) group by r.id order by r.id`.execute(db)
  return rows.flatMap(buildSeriesEvents)
}

import { type Kysely, sql } from 'kysely'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { MeetingStage, MeetingState } from '#contract/meetings/words.ts'
import type { DB } from '#db/types.ts'
import { toInstant } from '#rules/zoned-time.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { changeAgendaRow } from '#server/domain/change-agenda-row.ts'
import { isOwnerVisibleSql } from '#server/domain/visibility.ts'

/** By the firm's clock or as moments: of a call, or of the database. */
export type MeetingTimes = { startsAt: string; endsAt: string }
export type MeetingPerson = { contactId: string | null; clientId: string | null }

/** A meeting ends within a day. */
export const longestMeetingMs = 24 * 3_600_000

/** Where the clocks of a zone are behind, the last hours of the calendar's last year are moments of another, which nothing keeps. */
export const isKeptMoment = (moment: string): boolean => /^\d{4}-/.test(moment)

/** The moments of a meeting. It ends after it begins, within a day: fields `startsAt`, `endsAt`. */
export const toMeetingTimes = ({ prefix }: Pick<Ctx, 'prefix'>, { startsAt, endsAt }: MeetingTimes): MeetingTimes => {
  const { timeZone } = tenantFacts[prefix]
  const times = { startsAt: toInstant(startsAt, timeZone), endsAt: toInstant(endsAt, timeZone) }
  if (!isKeptMoment(times.startsAt) || !isKeptMoment(times.endsAt))
    throw buildRefusal('request.invalid', { fields: { startsAt: 'invalid' } })
  const length = Date.parse(times.endsAt) - Date.parse(times.startsAt)
  if (length <= 0) throw buildRefusal('request.invalid', { fields: { endsAt: 'afterStart' } })
  if (length > longestMeetingMs) throw buildRefusal('request.invalid', { fields: { endsAt: 'withinDay' } })
  return times
}

/** Whether one moment comes after another: they may be written in several ways. */
export const isAfter = (moment: string, other: string): boolean => Date.parse(moment) > Date.parse(other)

type MeetingRequest = { params: { meetingId: string }; body: { version: number } }
export type LockedMeeting = MeetingPerson & {
  id: string
  uid: string
  sequence: number
  version: number
  ownerId: string
  stage: MeetingStage | null
  stageBefore: string | null
  state: MeetingState
  startsAt: string
  endsAt: string
  day: string
  invites: boolean
  seriesId: string | null
  seriesAt: string | null
}
export type MeetingAction = `meeting.${'changed' | 'repeated' | 'moved' | 'held' | 'missed' | 'canceled' | 'reopened'}`

/** The meeting, under its lock; before it the series: two who change several of its meetings never wait for each other crosswise. */
const lockMeeting = async (tx: Kysely<DB>, ctx: Ctx, meetingId: string): Promise<LockedMeeting | undefined> => {
  await sql`
    select from meeting_series s where s.id = (select m.series_id from meeting m where m.id = ${meetingId}) for no key update`.execute(
    tx,
  )
  return tx
    .selectFrom('meeting as m')
    .where('m.id', '=', meetingId)
    .where(isOwnerVisibleSql(ctx, sql`m.employee_id`))
    .select(['m.id', 'm.version', 'm.contactId', 'm.clientId', 'm.stageBefore', 'm.startsAt', 'm.endsAt', 'm.invites'])
    .select([
      'm.uid',
      'm.sequence',
      'm.seriesId',
      'm.seriesAt',
      'm.employeeId as ownerId',
      sql<MeetingStage | null>`m.stage`.as('stage'),
    ])
    .select(sql<MeetingState>`m.state`.as('state'))
    .select(sql<string>`(m.starts_at at time zone ${tenantFacts[ctx.prefix].timeZone})::date`.as('day'))
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** A write on a meeting whose owner is in reach. 404, `approval.ownRecord`, `conflict.changed`. */
export const changeLockedMeeting = (
  ctx: Ctx,
  { params, body: { version } }: MeetingRequest,
  change: (tx: Kysely<DB>, meeting: LockedMeeting) => Promise<MeetingAction | null>,
): Promise<{ version: number }> =>
  changeAgendaRow(ctx, {
    table: 'meeting',
    version,
    lock: (tx) => lockMeeting(tx, ctx, params.meetingId),
    change: async (tx, meeting) => {
      const action = await change(tx, meeting)
      return action && { action, after: { day: meeting.day } }
    },
  })

/** Throws `meeting.closed` for one that was held or cancelled. */
export const assertMeetingPlanned = ({ state }: LockedMeeting): void => {
  if (state !== 'scheduled') throw buildRefusal('meeting.closed')
}

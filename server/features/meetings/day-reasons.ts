import { sql } from 'kysely'
import type { Ctx } from '#server/core/ctx.ts'
import { type DayReasonSource, maxReasonsOfKind } from '#server/core/day-reason.ts'
import { dayStartSql } from '#server/core/day-start.ts'
import { selectDayPersonColumns, toDayPerson } from '#server/domain/day-person.ts'
import { localTimeSql } from './meeting-scope.ts'

/** Of an older one nobody knows any more what came of it. */
const unclosedDays = 60

/** Planned meetings in which that member of staff takes part, with whom they are about. */
const selectPlannedMeetings = (ctx: Ctx, employeeId: string) =>
  ctx.db
    .selectFrom('meetingAttendee as a')
    .innerJoin('meeting as m', 'm.id', 'a.meetingId')
    .leftJoin('client as k', 'k.id', 'm.clientId')
    .leftJoin('contact as x', 'x.id', 'm.contactId')
    .where('a.employeeId', '=', employeeId)
    .where('m.state', '=', 'scheduled')
    .select(['m.id', 'm.subject', localTimeSql(ctx, 'm.starts_at').as('startsAt')])
    .select(localTimeSql(ctx, 'm.ends_at').as('endsAt'))
    .select(selectDayPersonColumns(ctx))
    .orderBy('m.startsAt')
    .orderBy('m.id')
    .limit(maxReasonsOfKind)

type PlannedMeeting = Awaited<ReturnType<ReturnType<typeof selectPlannedMeetings>['execute']>>[number]
const toReason = (row: PlannedMeeting) => ({
  id: row.id,
  path: `/crm/AgendaComercial/reuniones/${row.id}`,
  person: toDayPerson(row),
  text: row.subject,
  date: row.startsAt.slice(0, 10),
  time: `${row.startsAt.slice(11)}–${row.endsAt.slice(11)}`,
})

/** Meetings that today still has. */
const todayReason: DayReasonSource = {
  kind: 'meeting',
  module: 'bt_AgendaComercial',
  find: async (ctx, employeeId, { clock }) => {
    const now = new Date(clock()).toISOString()
    const rows = await selectPlannedMeetings(ctx, employeeId)
      .where('a.answer', '<>', 'declined')
      .where(sql<boolean>`a.starts_at >= ${dayStartSql(ctx, sql`${ctx.businessDate}::date`)}`)
      .where(sql<boolean>`a.starts_at < ${dayStartSql(ctx, sql`${ctx.businessDate}::date + 1`)}`)
      .where('m.endsAt', '>', now)
      .execute()
    return rows.map(toReason)
  },
}

/** One's own meetings that are over, and of which nobody has said what came of them. */
const unclosedReason: DayReasonSource = {
  kind: 'unclosedMeeting',
  module: 'bt_AgendaComercial',
  find: async (ctx, employeeId, { clock }) => {
    const now = new Date(clock()).toISOString()
    const rows = await selectPlannedMeetings(ctx, employeeId)
      .where('m.employeeId', '=', employeeId)
      .where(
        sql<boolean>`a.starts_at >= ${dayStartSql(ctx, sql`${ctx.businessDate}::date - ${sql.lit(unclosedDays)}`)}`,
      )
      .where('a.startsAt', '<', now)
      .where('m.endsAt', '<=', now)
      .execute()
    return rows.map(toReason)
  },
}

export const meetingReasons: readonly DayReasonSource[] = [todayReason, unclosedReason]

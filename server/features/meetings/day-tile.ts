import { sql } from 'kysely'
import { maxDayRows } from '#server/core/day-tile.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import type { DayTileSource } from '#server/core/routes.ts'
import { dayStartSql, localTimeSql } from './meeting-scope.ts'

/** Today's meetings in which one takes part, in their order. */
export const meetingTile: DayTileSource = {
  key: 'meetings',
  module: 'bt_AgendaComercial',
  find: async (ctx) => {
    const { employeeId } = ctx.person.membership
    const rows = await ctx.db
      .selectFrom('meetingAttendee as a')
      .innerJoin('meeting as m', 'm.id', 'a.meetingId')
      .leftJoin('client as c', 'c.id', 'm.clientId')
      .leftJoin('contact as x', 'x.id', 'm.contactId')
      .where('a.employeeId', '=', employeeId)
      .where('a.answer', '<>', 'declined')
      .where(sql<boolean>`m.state <> 'canceled'`)
      .where(sql<boolean>`a.starts_at >= ${dayStartSql(ctx, sql`${ctx.businessDate}::date`)}`)
      .where(sql<boolean>`a.starts_at < ${dayStartSql(ctx, sql`${ctx.businessDate}::date + 1`)}`)
      .select(['m.id', 'm.subject', localTimeSql(ctx, 'm.starts_at').as('startsAt')])
      .select(localTimeSql(ctx, 'm.ends_at').as('endsAt'))
      .select(sql<string | null>`coalesce(${fullNameSql('c')}, ${fullNameSql('x')})`.as('personName'))
      .orderBy('m.startsAt')
      .orderBy('m.id')
      .execute()
    return {
      total: rows.length,
      amount: null,
      path: '/crm/AgendaComercial?view=day',
      rows: rows.slice(0, maxDayRows).map(({ id, subject, startsAt, endsAt, personName }) => ({
        id,
        path: `/crm/AgendaComercial/reuniones/${id}`,
        title: subject,
        code: `${startsAt.slice(11)}–${endsAt.slice(11)}`,
        person: personName,
      })),
    }
  },
}

import { type SqlBool, sql } from 'kysely'
import { type DayReasonSource, maxReasonsOfKind } from '#server/core/day-reason.ts'
import { isDayPersonVisibleSql, selectDayPersonColumns, toDayPerson } from '#server/domain/day-person.ts'

/** After so many days nobody expects the call any more. */
const repeatDays = 30

/** Whether `row` (a call, a follow-up) is about whom the call `l` was made to. */
const isSamePersonSql = (row: string) =>
  sql<SqlBool>`(${sql.ref(`${row}.client_id`)} = l.client_id or (l.client_id is null and ${sql.ref(`${row}.contact_id`)} = l.contact_id))`

/**
 * Whom one has to call again: the last call to them was one's own, before today, and reached nobody or asked for another. Not whom somebody called since, whoever
 * has a follow-up or a meeting ahead, and contacts that are lost.
 */
export const callReason: DayReasonSource = {
  kind: 'call',
  module: 'bt_AgendaComercial',
  find: async (ctx, employeeId) => {
    const rows = await ctx.db
      .selectFrom('call as l')
      .leftJoin('client as k', 'k.id', 'l.clientId')
      .leftJoin('contact as x', 'x.id', 'l.contactId')
      .where('l.employeeId', '=', employeeId)
      .where('l.deactivatedAt', 'is', null)
      .where('l.outcome', 'in', ['no_answer', 'call_back'])
      .where(sql<SqlBool>`l.called_at >= ${ctx.businessDate}::date - ${sql.lit(repeatDays)}`)
      .where(sql<SqlBool>`l.called_at < ${ctx.businessDate}::date`)
      .where(sql<SqlBool>`(l.client_id is not null or (x.stage <> 'lost' and x.deleted_at is null))`)
      .where(
        sql<SqlBool>`not exists (select from call n where ${isSamePersonSql('n')} and n.deactivated_at is null
          and (n.called_at, n.id) > (l.called_at, l.id))`,
      )
      .where(
        sql<SqlBool>`not exists (select from follow_up n where ${isSamePersonSql('n')} and n.state = 'in_progress')`,
      )
      .where(
        sql<SqlBool>`not exists (select from meeting n where ${isSamePersonSql('n')} and n.state = 'scheduled' and n.starts_at > l.called_at)`,
      )
      // Whom somebody else looks after by now is called by them: left out before the limit, or they would take the place of one's own.
      .where(isDayPersonVisibleSql(ctx))
      .select(['l.id', 'l.attempts', 'l.outcome'])
      .select(sql<string>`l.called_on::text`.as('calledOn'))
      .select(selectDayPersonColumns(ctx))
      .orderBy(sql`l.called_at`)
      .orderBy('l.id')
      .limit(maxReasonsOfKind)
      .execute()
    return rows.map((row) => {
      const person = toDayPerson(row)
      const { id, attempts, calledOn, outcome } = row
      const path = person?.path ?? '/crm/AgendaComercial/llamadas'
      return { id, path, person, text: String(attempts), date: calledOn, state: outcome }
    })
  },
}

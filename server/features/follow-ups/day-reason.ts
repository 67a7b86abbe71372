import { type DayReasonSource, maxReasonsOfKind } from '#server/core/day-reason.ts'
import { selectDayPersonColumns, toDayPerson } from '#server/domain/day-person.ts'

/** What one has to do until today, the longest overdue first. */
export const followUpReason: DayReasonSource = {
  kind: 'followUp',
  module: 'bt_AgendaComercial',
  find: async (ctx, employeeId) => {
    const rows = await ctx.db
      .selectFrom('followUp as f')
      .leftJoin('client as k', 'k.id', 'f.clientId')
      .leftJoin('contact as x', 'x.id', 'f.contactId')
      .where('f.employeeId', '=', employeeId)
      .where('f.state', '=', 'in_progress')
      .where('f.dueOn', '<=', ctx.businessDate)
      .select(['f.id', 'f.subject', 'f.dueOn', 'f.amount', 'f.priority'])
      .select(selectDayPersonColumns(ctx))
      .orderBy('f.dueOn')
      .orderBy('f.id')
      .limit(maxReasonsOfKind)
      .execute()
    return rows.map((row) => ({
      id: row.id,
      path: `/crm/AgendaComercial/seguimientos/${row.id}`,
      person: toDayPerson(row),
      text: row.subject,
      date: row.dueOn,
      amount: row.amount,
      isPressing: row.priority === 'high',
    }))
  },
}

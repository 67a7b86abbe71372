import { maxDayRows } from '#server/core/day-tile.ts'
import type { DayTileSource } from '#server/core/routes.ts'
import { countFollowUps, selectFollowUps } from './follow-ups.queries.ts'

/** What one has to do until today, the longest overdue first. */
export const followUpTile: DayTileSource = {
  key: 'followUps',
  module: 'bt_AgendaComercial',
  find: async (ctx) => {
    const { employeeId } = ctx.person.membership
    if (employeeId === null) return { total: 0, amount: null, path: null, rows: [] }
    const filters = { owner: [employeeId], to: ctx.businessDate }
    const [{ total, amount }, rows] = await Promise.all([
      countFollowUps(ctx, filters),
      selectFollowUps(ctx, filters).orderBy('f.dueOn').orderBy('f.id').limit(maxDayRows).execute(),
    ])
    return {
      total,
      amount: amount === '0.00' ? null : amount,
      path: `/crm/AgendaComercial/seguimientos?owner=${employeeId}&to=today`,
      rows: rows.map((row) => ({
        id: row.id,
        path: `/crm/AgendaComercial/seguimientos/${row.id}`,
        title: row.subject,
        person: row.personName,
        amount: row.amount,
        date: row.dueOn,
      })),
    }
  },
}

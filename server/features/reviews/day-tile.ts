import { maxDayRows } from '#server/core/day-tile.ts'
import type { DayTileSource } from '#server/core/routes.ts'
import { countReviews, selectReviews } from './reviews.queries.ts'

const filters = { overdue: true }

/** Whose next review is due and not planned, the longest overdue first. */
export const reviewTile: DayTileSource = {
  key: 'reviews',
  module: 'bt_AgendaComercial',
  find: async (ctx) => {
    const [{ total }, rows] = await Promise.all([
      countReviews(ctx, filters),
      selectReviews(ctx, filters).orderBy('m.nextReviewOn').orderBy('m.id').limit(maxDayRows).execute(),
    ])
    return {
      total,
      amount: null,
      path: '/crm/AgendaComercial/revisiones?overdue=true',
      rows: rows.map((row) => ({
        id: row.id,
        path: row.clientId === null ? `/crm/AgendaComercial/contactos/${row.contactId}` : `/clientes/${row.clientId}`,
        title: row.personName,
        code: row.stage.toUpperCase(),
        amount: row.value,
        date: row.dueOn,
      })),
    }
  },
}

import { maxDayRows } from '#server/core/day-tile.ts'
import type { DayTileSource } from '#server/core/routes.ts'
import { countOpenings, type OpeningFilters, selectOpenings } from './pending-openings.queries.ts'

const filters: OpeningFilters = { waitsFor: ['money'] }

/** Accounts that wait for their money, the longest first. */
export const openingTile: DayTileSource = {
  key: 'openings',
  module: 'bt_Pendientes',
  find: async (ctx) => {
    const [{ total, missing }, rows] = await Promise.all([
      countOpenings(ctx, filters),
      selectOpenings(ctx, filters).orderBy('askedOn').orderBy('a.id').limit(maxDayRows).execute(),
    ])
    return {
      total,
      amount: missing,
      path: '/crm/Pendientes?waitsFor=money',
      rows: rows.map((row) => ({
        id: row.id,
        path: `/clientes/${row.clientId}/cuentas/${row.id}`,
        title: row.clientName,
        code: row.accountNumber,
        amount: row.missing,
        date: row.askedOn,
      })),
    }
  },
}

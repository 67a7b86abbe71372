import { maxDayRows } from '#server/core/day-tile.ts'
import type { DayTileSource } from '#server/core/routes.ts'
import { countMaturities, selectMaturities } from './maturities.queries.ts'

const filters = { view: 'coming', within: '7' } as const

/** Whose term ends within a week, with what becomes of it and whom to call. */
export const maturityTile: DayTileSource = {
  key: 'maturities',
  module: 'bt_Vencimientos',
  find: async (ctx) => {
    const [{ total, balance }, rows] = await Promise.all([
      countMaturities(ctx, filters),
      selectMaturities(ctx, filters)
        .select('client.phone')
        .orderBy('a.expiresOn')
        .orderBy('a.id')
        .limit(maxDayRows)
        .execute(),
    ])
    return {
      total,
      amount: balance,
      path: '/crm/Vencimientos?within=7',
      rows: rows.map((row) => ({
        id: row.id,
        path: `/clientes/${row.clientId}/cuentas/${row.id}`,
        title: row.clientName,
        code: row.accountNumber,
        phone: row.phone,
        amount: row.balance,
        date: row.expiresOn,
        state: row.instruction,
      })),
    }
  },
}

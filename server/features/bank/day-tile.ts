import { maxDayRows } from '#server/core/day-tile.ts'
import type { DayTileSource } from '#server/core/routes.ts'
import { countReceipts, selectReceipts } from './bank.queries.ts'

/** Money that the bank shows and nobody has assigned to an account, the longest first. */
export const receiptTile: DayTileSource = {
  key: 'receipts',
  module: 'bt_Extractos',
  find: async (ctx) => {
    const [{ total, amount }, rows] = await Promise.all([
      countReceipts(ctx, {}),
      selectReceipts(ctx, {}).orderBy('e.bookingDate').orderBy('e.id').limit(maxDayRows).execute(),
    ])
    return {
      total,
      amount,
      path: '/crm/Ingresos/sin-identificar',
      rows: rows.map((row) => ({
        id: row.id,
        path: `/crm/Ingresos/apuntes/${row.id}`,
        title: row.counterpartyName || row.remittance || row.id,
        code: row.proposedNumber,
        person: row.proposedClientName,
        amount: row.amount,
        date: row.bookingDate,
      })),
    }
  },
}

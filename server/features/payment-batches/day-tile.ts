import { getBusinessDate } from '#server/core/clock.ts'
import { maxDayRows } from '#server/core/day-tile.ts'
import type { DayTileSource } from '#server/core/routes.ts'
import { countWaitingOrders, selectWaitingOrders } from './waiting-orders.ts'

/** Approved payments that no batch has sent, the longest first. */
export const paymentTile: DayTileSource = {
  key: 'payments',
  module: 'bt_Remesas',
  find: async (ctx, raw) => {
    const [{ total, amount }, rows] = await Promise.all([
      countWaitingOrders(ctx, {}, raw),
      selectWaitingOrders(ctx, {}, raw).orderBy('o.requestedAt').orderBy('o.id').limit(maxDayRows).execute(),
    ])
    return {
      total,
      amount,
      path: '/crm/Retiradas/por-enviar',
      rows: rows.map((row) => ({
        id: row.id,
        path: `/crm/Retiradas/${row.id}`,
        title: row.clientName,
        code: row.accountNumber,
        amount: row.amount,
        date: getBusinessDate(ctx.prefix, () => Date.parse(row.requestedAt)),
      })),
    }
  },
}

import { sql } from 'kysely'
import { maxDayRows } from '#server/core/day-tile.ts'
import type { DayTileSource } from '#server/core/routes.ts'

/** What is on sale. */
export const productTile: DayTileSource = {
  key: 'products',
  module: 'bt_Productos',
  find: async (ctx) => {
    const rows = await ctx.db
      .selectFrom('product as p')
      .where('p.onSale', '=', true)
      .where('p.family', '<>', 'current')
      .select(['p.id', 'p.code', 'p.name'])
      .select(sql<number>`(count(*) over ())::int`.as('total'))
      .orderBy('p.name')
      .limit(maxDayRows)
      .execute()
    return {
      total: rows[0]?.total ?? 0,
      amount: null,
      path: '/crm/Productos?onSale=true',
      rows: rows.map(({ id, code, name }) => ({ id, path: `/crm/Productos/${id}`, title: name, code })),
    }
  },
}

import { sql } from 'kysely'
import type { DayTileSource } from '#server/core/routes.ts'
import { localDaySql } from '#server/reports/local-time-column.ts'

/** The last check of the books that has ended: how many differences it found. */
export const verificationTile: DayTileSource = {
  key: 'verification',
  module: 'bt_Contabilidad',
  find: async (ctx) => {
    const last = await ctx.db
      .selectFrom('ledgerVerification')
      .where('finishedAt', 'is not', null)
      .select(['id', sql<number>`coalesce(differences, 0)::int`.as('differences')])
      .select(localDaySql(ctx, 'finishedAt').as('finishedOn'))
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    const path = '/crm/Contabilidad/comprobacion'
    return {
      total: last?.differences ?? 0,
      amount: null,
      path,
      rows: last
        ? [
            {
              id: last.id,
              path,
              title: '',
              date: last.finishedOn,
              state: last.differences > 0 ? 'differences' : 'equal',
            },
          ]
        : [],
    }
  },
}

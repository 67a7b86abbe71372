import { sql } from 'kysely'
import { maxDayRows } from '#server/core/day-tile.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import type { DayTileSource } from '#server/core/routes.ts'
import { selectVisibleClients } from '#server/domain/visibility.ts'
import { localDaySql } from '#server/reports/local-time-column.ts'

/** Visible clients who are blocked, the latest first. */
export const blockedClientTile: DayTileSource = {
  key: 'blocked',
  module: 'bt_Clientes',
  find: async (ctx) => {
    const blocked = selectVisibleClients(ctx)
      .innerJoin('client', 'client.id', 'c.clientId')
      .where('client.blockKind', 'is not', null)
    const [{ total }, rows] = await Promise.all([
      blocked.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
      blocked
        .select(['client.id', 'client.cvl', 'client.phone', 'client.blockKind', fullNameSql('client').as('name')])
        .select(localDaySql(ctx, 'client.blockedAt').$castTo<string | null>().as('blockedOn'))
        .orderBy(sql`client.blocked_at desc nulls last`)
        .orderBy('client.id')
        .limit(maxDayRows)
        .execute(),
    ])
    return {
      total,
      amount: null,
      path: '/clientes?blocked=true',
      rows: rows.map(({ id, cvl, name, phone, blockKind, blockedOn }) => ({
        id,
        path: `/clientes/${id}`,
        title: name,
        code: cvl,
        phone,
        date: blockedOn,
        state: blockKind,
      })),
    }
  },
}

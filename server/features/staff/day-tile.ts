import { sql } from 'kysely'
import { maxDayRows } from '#server/core/day-tile.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import type { DayTileSource } from '#server/core/routes.ts'
import { selectVisibleStaff } from '#server/domain/visibility.ts'

/** Days ahead. */
const staffHorizonDays = 60

/** Whose probation ends, or who leaves, in the next weeks. */
export const staffTile: DayTileSource = {
  key: 'staff',
  module: 'bt_RRHH',
  find: async (ctx) => {
    const soon = sql`between ${ctx.businessDate}::date and ${ctx.businessDate}::date + ${sql.lit(staffHorizonDays)}`
    const isLeavingSql = sql<boolean>`(e.terminated_on ${soon}) is true`
    const rows = await selectVisibleStaff(ctx)
      .innerJoin('employeeDetail as d', 'd.employeeId', 'e.id')
      .where(sql<boolean>`(e.terminated_on ${soon} or (d.probation_end_on ${soon} and e.terminated_on is null))`)
      .select(['e.id', 'e.cvl', fullNameSql('e').as('name'), isLeavingSql.as('isLeaving')])
      .select(
        sql<string>`(case when ${isLeavingSql} then e.terminated_on else d.probation_end_on end)::text`.as('date'),
      )
      .select(sql<number>`(count(*) over ())::int`.as('total'))
      .orderBy(sql`"date"`)
      .orderBy('e.id')
      .limit(maxDayRows)
      .execute()
    return {
      total: rows[0]?.total ?? 0,
      amount: null,
      path: null,
      rows: rows.map(({ id, cvl, name, isLeaving, date }) => ({
        id,
        path: `/crm/RRHH/${id}`,
        title: name,
        code: cvl,
        date,
        state: isLeaving ? 'leaving' : 'probation',
      })),
    }
  },
}

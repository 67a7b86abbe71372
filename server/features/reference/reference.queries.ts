import { sql } from 'kysely'
import type { ReferenceData } from '#contract/reference.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { findPendingSettingChanges } from '#server/domain/pending-settings.ts'

/** One statement for each kind: whatever is counted is counted once, in an index. */
export const findReference = async ({ db }: Ctx, now: number): Promise<ReferenceData> => {
  const [zones, offices, subcompanies, reasons, waiting] = await Promise.all([
    sql<ReferenceData['zones'][number]>`
      select z.id, z.name, coalesce(o.count, 0) as offices, coalesce(c.count, 0) as clients
        from zone z
        left join (select zone_id, count(*)::int as count from office group by 1) o on o.zone_id = z.id
        left join (select zone_id, count(*)::int as count from client_list group by 1) c on c.zone_id = z.id
       order by lower(z.name), z.id`.execute(db),
    sql<ReferenceData['offices'][number]>`
      select o.id, o.name, o.zone_id as "zoneId", z.name as "zoneName", o.city,
             coalesce(e.count, 0) as employees, coalesce(a.count, 0) as accounts
        from office o
        join zone z on z.id = o.zone_id
        left join (select office_id, count(*)::int as count from employee group by 1) e on e.office_id = o.id
        left join (select office_id, count(*)::int as count from account group by 1) a on a.office_id = o.id
       order by lower(z.name), lower(o.name), o.id`.execute(db),
    sql<ReferenceData['subcompanies'][number]>`
      select s.id, s.name, s.tax_id as "taxId", coalesce(e.count, 0) as employees
        from subcompany s
        left join (select subcompany_id, count(*)::int as count from employee group by 1) e on e.subcompany_id = s.id
       order by lower(s.name), s.id`.execute(db),
    sql<ReferenceData['cancellationReasons'][number]>`
      select r.id, r.name, coalesce(q.count, 0) as quotes
        from cancellation_reason r
        left join (select reason_id, count(*)::int as count from cancellation_quote group by 1) q on q.reason_id = r.id
       order by lower(r.name), r.id`.execute(db),
    findPendingSettingChanges(db, ['office'], now),
  ])
  return {
    zones: zones.rows,
    offices: offices.rows,
    subcompanies: subcompanies.rows,
    cancellationReasons: reasons.rows,
    waiting,
  }
}

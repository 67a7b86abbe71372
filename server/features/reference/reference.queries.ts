import { sql } from 'kysely'
import type { ReferenceData } from '#contract/reference.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { findPendingSettingChanges } from '#server/domain/pending-settings.ts'

const contactLists = {
  contactTypes: { table: 'contact_type', column: 'type_id' },
  contactWorks: { table: 'contact_work', column: 'work_id' },
  contactReferences: { table: 'contact_reference', column: 'reference_id' },
  contactSources: { table: 'contact_source', column: 'source_id' },
} as const
type ContactListName = keyof typeof contactLists

/** What a contact is described by; deleted contacts count too, as their records name it. */
const findContactList = async ({ db }: Pick<Ctx, 'db'>, name: ContactListName) => {
  const { table, column } = contactLists[name]
  const { rows } = await sql<ReferenceData[ContactListName][number]>`
    select l.id, l.name, coalesce(k.count, 0) as contacts
      from ${sql.table(table)} l
      left join (select ${sql.ref(column)} as id, count(*)::int as count from contact group by 1) k on k.id = l.id
     order by lower(l.name), l.id`.execute(db)
  return rows
}

/** One statement for each kind: whatever is counted is counted once, in an index. */
export const findReference = async (ctx: Ctx, now: number): Promise<ReferenceData> => {
  const { db } = ctx
  const [
    zones,
    offices,
    subcompanies,
    reasons,
    waiting,
    contactTypes,
    contactWorks,
    contactReferences,
    contactSources,
  ] = await Promise.all([
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
    findContactList(ctx, 'contactTypes'),
    findContactList(ctx, 'contactWorks'),
    findContactList(ctx, 'contactReferences'),
    findContactList(ctx, 'contactSources'),
  ])
  return {
    zones: zones.rows,
    offices: offices.rows,
    subcompanies: subcompanies.rows,
    cancellationReasons: reasons.rows,
    contactTypes,
    contactWorks,
    contactReferences,
    contactSources,
    waiting,
  }
}

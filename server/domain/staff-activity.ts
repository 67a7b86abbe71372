import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { isOwnerVisibleSql } from './visibility.ts'

/** Whether the caller may hear what a member of staff did: their calls, meetings and contacts are those of the agenda. */
export const isActivityVisibleSql = (
  { person: { rights } }: Pick<Ctx, 'person'>,
  employeeId: RawBuilder<unknown>,
): RawBuilder<SqlBool> =>
  rights.may('bt_AgendaComercial', 'view')
    ? isOwnerVisibleSql({ scopes: rights.getScopes('bt_AgendaComercial', 'view') }, employeeId)
    : sql<SqlBool>`false`

/** What each member of staff did from a day to a day, both in, by the firm's clock: a row for whoever did something of a kind. */
export const selectStaffActivity = ({ prefix }: Pick<Ctx, 'prefix'>, from: string, to: string) => {
  const zone = tenantFacts[prefix].timeZone
  const isIn = (moment: string) => sql`${sql.ref(moment)} >= ${from}::date::timestamp at time zone ${zone}
    and ${sql.ref(moment)} < (${to}::date + 1)::timestamp at time zone ${zone}`
  return {
    calls: sql<{ employeeId: string; calls: number }>`(
      select l.employee_id, count(*)::int as calls from call l
       where l.called_at >= ${from}::date and l.called_at < ${to}::date + 1 and l.deactivated_at is null group by l.employee_id)`,
    meetings: sql<{ employeeId: string; meetings: number; r1: number; r2: number; r3: number; r4: number }>`(
      select m.employee_id, count(*)::int as meetings, (count(*) filter (where m.stage = 'r1'))::int as r1,
             (count(*) filter (where m.stage = 'r2'))::int as r2, (count(*) filter (where m.stage = 'r3'))::int as r3,
             (count(*) filter (where m.stage = 'r4'))::int as r4
        from meeting m where m.state = 'held' and ${isIn('m.starts_at')} group by m.employee_id)`,
    contacts: sql<{ employeeId: string; newContacts: number; converted: number }>`(
      select x.employee_id, (count(*) filter (where ${isIn('x.created_at')}))::int as new_contacts,
             (count(*) filter (where ${isIn('x.converted_at')}))::int as converted
        from contact x where x.employee_id is not null and x.deleted_at is null group by x.employee_id)`,
    entered: sql<{ employeeId: string; entered: number }>`(
      select m.employee_id, count(distinct m.contact_id)::int as entered from meeting m
       where m.state = 'held' and m.stage = 'r1' and m.contact_id is not null
         and m.starts_at >= (${to}::date - interval '1 year') at time zone ${zone} and m.starts_at < (${to}::date + 1)::timestamp at time zone ${zone}
       group by m.employee_id)`,
  }
}

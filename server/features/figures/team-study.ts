import { sql } from 'kysely'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import * as contract from '#contract/figures/team-study.ts'
import en from '#locales/en/figures.ts'
import es from '#locales/es/figures.ts'
import pt from '#locales/pt/figures.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { selectCaptationByPerson } from '#server/domain/captation.ts'
import { isOwnerVisibleSql, selectVisibleStaff, worksHereSql } from '#server/domain/visibility.ts'
import { buildListRoutes } from '#server/reports/list-routes.ts'
import { resolvePeople, resolvePeriod } from './figure-scope.ts'

type StudyFilters = ParsedRequest<typeof contract.listTeamStudy.count>['query']

/** What each of them did from a day to a day, both in, by the firm's clock. */
const buildActivity = ({ prefix }: Pick<Ctx, 'prefix'>, from: string, to: string) => {
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

/** Whoever works here and is in reach, or was chosen. Throws 404 for whom the caller doesn't see. */
const selectStudy = async (ctx: Ctx, filters: StudyFilters) => {
  // What is credited belongs to the member of staff: the right to the study tells whose, as that to the team does on its cards.
  const people = await resolvePeople(ctx, filters)
  const { from, to } = resolvePeriod(ctx, filters)
  const request = { ctx, people, from, to }
  const rowModules = ['bt_Dashboard1', 'bt_Clientes'] as const
  const { rights } = ctx.person
  const opens = rowModules.every((module) => rights.may(module, 'view'))
    ? isOwnerVisibleSql({ scopes: rowModules.flatMap((module) => rights.getScopes(module, 'view')) }, sql`e.id`)
    : sql<boolean>`false`
  const { calls, meetings, contacts, entered } = buildActivity(ctx, from, to)
  const stocks = sql<{ employeeId: string; clients: number; capital: string }>`(
    select c.manager_id as employee_id, count(*)::int as clients, sum(c.capital) as capital from client_list c
     where c.manager_id is not null group by c.manager_id)`
  return selectVisibleStaff(ctx)
    .where(worksHereSql(ctx.businessDate))
    .$if(people !== null, (staff) => staff.where('e.id', '=', sql<string>`any(${[...(people ?? [])]}::bigint[])`))
    .leftJoin(calls.as('k'), 'k.employeeId', 'e.id')
    .leftJoin(meetings.as('m'), 'm.employeeId', 'e.id')
    .leftJoin(contacts.as('x'), 'x.employeeId', 'e.id')
    .leftJoin(entered.as('i'), 'i.employeeId', 'e.id')
    .leftJoin(selectCaptationByPerson(request).as('f'), 'f.personId', 'e.id')
    .leftJoin(stocks.as('s'), 's.employeeId', 'e.id')
    .select(['e.id', 'e.cvl', fullNameSql('e').as('name')])
    .select((eb) => [
      eb.fn.coalesce('k.calls', sql<number>`0`).as('calls'),
      eb.fn.coalesce('m.meetings', sql<number>`0`).as('meetings'),
      eb.fn.coalesce('m.r1', sql<number>`0`).as('r1'),
      eb.fn.coalesce('m.r2', sql<number>`0`).as('r2'),
      eb.fn.coalesce('m.r3', sql<number>`0`).as('r3'),
      eb.fn.coalesce('m.r4', sql<number>`0`).as('r4'),
      eb.fn.coalesce('x.newContacts', sql<number>`0`).as('newContacts'),
      eb.fn.coalesce('x.converted', sql<number>`0`).as('converted'),
      eb.fn.coalesce('s.clients', sql<number>`0`).as('clients'),
    ])
    .select([
      sql<boolean>`${opens}`.as('opens'),
      sql<
        string | null
      >`case when i.entered > 0 then (100.0 * coalesce(x.converted, 0) / i.entered)::numeric(9, 1)::text end`.as(
        'conversion',
      ),
      sql<string>`coalesce(s.capital, 0)::numeric(18, 2)`.as('capital'),
      sql<string>`coalesce(f.gross, 0)::numeric(18, 2)`.as('gross'),
      sql<string>`coalesce(f.out, 0)::numeric(18, 2)`.as('out'),
      sql<string>`(coalesce(f.gross, 0) + coalesce(f.out, 0))::numeric(18, 2)`.as('net'),
    ])
}

const countStudy = async (ctx: Ctx, filters: StudyFilters) => {
  const rows = await selectStudy(ctx, filters)
  const sumCount = (column: string) => sql<number>`coalesce(sum(${sql.ref(column)}), 0)::int`
  const sumMoney = (column: string) => sql<string>`coalesce(sum(${sql.ref(column)}), 0)::numeric(18, 2)`
  return ctx.db
    .selectFrom(rows.as('t'))
    .select([
      sql<number>`count(*)::int`.as('total'),
      sumCount('t.calls').as('calls'),
      sumCount('t.meetings').as('meetings'),
      sumCount('t.new_contacts').as('newContacts'),
      sumCount('t.converted').as('converted'),
      sumCount('t.clients').as('clients'),
      sumMoney('t.capital').as('capital'),
      sumMoney('t.gross').as('gross'),
      sumMoney('t.out').as('out'),
      sumMoney('t.net').as('net'),
    ])
    .executeTakeFirstOrThrow()
}

const getTexts = buildTextsGetter({ es, en, pt })

export const teamStudyRoutes = buildListRoutes(contract.listTeamStudy, {
  select: selectStudy,
  count: countStudy,
  sortColumns: {
    gross: 'gross',
    net: 'net',
    calls: 'calls',
    meetings: 'meetings',
    converted: 'converted',
    capital: 'capital',
    name: 'name',
  },
  key: 'e.id',
  file: {
    texts: getTexts,
    title: (t) => t.study.title,
    audited: { action: 'figures.exported', entity: 'figure' },
  },
})

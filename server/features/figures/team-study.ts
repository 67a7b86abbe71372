import { sql } from 'kysely'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import * as contract from '#contract/figures/team-study.ts'
import en from '#locales/en/figures.ts'
import es from '#locales/es/figures.ts'
import pt from '#locales/pt/figures.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { selectCaptationByPerson } from '#server/domain/captation.ts'
import { resolvePeople, resolvePeriod } from '#server/domain/figure-scope.ts'
import { selectStaffActivity } from '#server/domain/staff-activity.ts'
import { isOwnerVisibleSql, selectVisibleStaff, worksHereSql } from '#server/domain/visibility.ts'
import { buildListRoutes } from '#server/reports/list-routes.ts'

type StudyFilters = ParsedRequest<typeof contract.listTeamStudy.count>['query']

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
  const { calls, meetings, contacts, entered } = selectStaffActivity(ctx, from, to)
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

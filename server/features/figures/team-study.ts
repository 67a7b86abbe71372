import { type SqlBool, sql } from 'kysely'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import * as contract from '#contract/figures/team-study.ts'
import enFigures from '#locales/en/figures.ts'
import en from '#locales/en/team-study.ts'
import esFigures from '#locales/es/figures.ts'
import es from '#locales/es/team-study.ts'
import ptFigures from '#locales/pt/figures.ts'
import pt from '#locales/pt/team-study.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import { hasFirmWideScope } from '#server/core/rights.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { selectCaptationByPerson } from '#server/domain/captation.ts'
import { resolvePeople, resolvePeriod } from '#server/domain/figure-scope.ts'
import { isActivityVisibleSql, selectStaffActivity } from '#server/domain/staff-activity.ts'
import { isOwnerVisibleSql, selectVisibleStaff, worksHereSql } from '#server/domain/visibility.ts'
import { buildListRoutes } from '#server/reports/list-routes.ts'

type StudyState = (typeof contract.studyStates)[number]

/** Whose line it is: without an employee of nobody. */
type StudyLine = { id: string; employeeId: string | null; cvl: string | null; name: string; state: StudyState }

type StudyFilters = ParsedRequest<typeof contract.listTeamStudy.count>['query']

/** Whether the caller sees the rows of what the line `e` raised. */
const areRowsVisibleSql = ({ person: { rights } }: Pick<Ctx, 'person'>) => {
  const modules = ['bt_Dashboard1', 'bt_Clientes'] as const
  return modules.every((module) => rights.may(module, 'view'))
    ? isOwnerVisibleSql({ scopes: modules.flatMap((module) => rights.getScopes(module, 'view')) }, sql`e.employee_id`)
    : sql<boolean>`false`
}

/**
 * Whoever works here and is in reach, or was chosen; who left with what is theirs in the range; and where the caller sees all of the firm, what is nobody's. So
 * the lines add up to all that was raised. Throws 404 for whom the caller doesn't see.
 */
const selectStudy = async (ctx: Ctx, filters: StudyFilters) => {
  // What is credited belongs to the member of staff: the right to the study tells whose, as that to the team does on its cards.
  const people = await resolvePeople(ctx, filters)
  const { from, to } = resolvePeriod(ctx, filters)
  const request = { ctx, people, from, to }
  const opens = areRowsVisibleSql(ctx)
  const { calls, meetings, contacts, entered } = selectStaffActivity(ctx, from, to)
  const isSeen = isActivityVisibleSql(ctx, sql`e.employee_id`)
  const count = (column: string) =>
    sql<number | null>`case when ${isSeen} then coalesce(${sql.ref(column)}, 0)::int end`
  const stocks = sql<{ employeeId: string | null; clients: number; capital: string }>`(
    select c.manager_id as employee_id, count(*)::int as clients, sum(c.capital) as capital from client_list c group by c.manager_id)`
  const staff = selectVisibleStaff(ctx)
    .$if(people !== null, (some) => some.where('e.id', '=', sql<string>`any(${[...(people ?? [])]}::bigint[])`))
    .select(['e.id', 'e.id as employeeId', 'e.cvl', fullNameSql('e').as('name')])
    .select(sql<StudyState>`case when ${worksHereSql(ctx.businessDate)} then 'active' else 'left' end`.as('state'))
  const seesNobody = people === null && hasFirmWideScope(ctx)
  return (
    ctx.db
      .selectFrom(sql<StudyLine>`(${staff} union all select 0, null, null, '', 'nobody' where ${seesNobody})`.as('e'))
      .leftJoin(calls.as('k'), 'k.employeeId', 'e.employeeId')
      .leftJoin(meetings.as('m'), 'm.employeeId', 'e.employeeId')
      .leftJoin(contacts.as('x'), 'x.employeeId', 'e.employeeId')
      .leftJoin(entered.as('i'), 'i.employeeId', 'e.employeeId')
      .leftJoin(selectCaptationByPerson(request).as('f'), (join) =>
        join.on('f.personId', 'is not distinct from', sql.ref('e.employeeId')),
      )
      .leftJoin(stocks.as('s'), (join) => join.on('s.employeeId', 'is not distinct from', sql.ref('e.employeeId')))
      .where(
        sql<SqlBool>`(e.state = 'active' or s.clients > 0 or f.gross <> 0 or f.out <> 0
        or (${isSeen} and coalesce(k.calls, 0) + coalesce(m.meetings, 0) + coalesce(x.new_contacts, 0) + coalesce(x.converted, 0) > 0))`,
      )
      .select(['e.id', 'e.cvl', 'e.name', 'e.state'])
      .select([
        count('k.calls').as('calls'),
        count('m.meetings').as('meetings'),
        count('m.r1').as('r1'),
        count('m.r2').as('r2'),
        count('m.r3').as('r3'),
        count('m.r4').as('r4'),
        count('x.new_contacts').as('newContacts'),
        count('x.converted').as('converted'),
        sql<number>`coalesce(s.clients, 0)`.as('clients'),
      ])
      // What isn't the caller's to know stands below whatever is.
      .select([
        sql<number>`coalesce(${count('k.calls')}, -1)`.as('sortedCalls'),
        sql<number>`coalesce(${count('m.meetings')}, -1)`.as('sortedMeetings'),
        sql<number>`coalesce(${count('x.converted')}, -1)`.as('sortedConverted'),
      ])
      .select([
        sql<boolean>`(e.employee_id is not null and ${opens})`.as('opens'),
        sql<
          string | null
        >`case when ${isSeen} and i.entered > 0 then (100.0 * coalesce(x.converted, 0) / i.entered)::numeric(9, 1)::text end`.as(
          'conversion',
        ),
        sql<string>`coalesce(s.capital, 0)::numeric(18, 2)`.as('capital'),
        sql<string>`coalesce(f.gross, 0)::numeric(18, 2)`.as('gross'),
        sql<string>`coalesce(f.out, 0)::numeric(18, 2)`.as('out'),
        sql<string>`(coalesce(f.gross, 0) + coalesce(f.out, 0))::numeric(18, 2)`.as('net'),
      ])
  )
}

const countStudy = async (ctx: Ctx, filters: StudyFilters) => {
  const rows = await selectStudy(ctx, filters)
  const sumActivity = (column: string) => sql<number | null>`sum(${sql.ref(column)})::int`
  const sumMoney = (column: string) => sql<string>`coalesce(sum(${sql.ref(column)}), 0)::numeric(18, 2)`
  return ctx.db
    .selectFrom(rows.as('t'))
    .select([
      sql<number>`count(*)::int`.as('total'),
      sumActivity('t.calls').as('calls'),
      sumActivity('t.meetings').as('meetings'),
      sumActivity('t.new_contacts').as('newContacts'),
      sumActivity('t.converted').as('converted'),
      sql<number>`coalesce(sum(t.clients), 0)::int`.as('clients'),
      sumMoney('t.capital').as('capital'),
      sumMoney('t.gross').as('gross'),
      sumMoney('t.out').as('out'),
      sumMoney('t.net').as('net'),
    ])
    .executeTakeFirstOrThrow()
}

const getTexts = buildTextsGetter({
  es: { ...es, figures: esFigures },
  en: { ...en, figures: enFigures },
  pt: { ...pt, figures: ptFigures },
})

export const teamStudyRoutes = buildListRoutes(contract.listTeamStudy, {
  select: selectStudy,
  count: countStudy,
  sortColumns: {
    gross: 'gross',
    net: 'net',
    calls: 'sorted_calls',
    meetings: 'sorted_meetings',
    converted: 'sorted_converted',
    capital: 'capital',
    name: 'name',
  },
  key: 'e.id',
  file: {
    texts: getTexts,
    title: (t) => t.title,
    audited: { action: 'figures.exported', entity: 'figure' },
  },
})

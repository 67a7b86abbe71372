import { sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import * as contract from '#contract/figures/month-captation.ts'
import en from '#locales/en/figures.ts'
import es from '#locales/es/figures.ts'
import pt from '#locales/pt/figures.ts'
import { getMonthEnd } from '#rules/calendar.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import { projectMonths } from '#rules/month-projection.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { isClientInScope } from '#server/domain/account-number-access.ts'
import { selectCaptationBothWays, selectCaptationByPerson } from '#server/domain/captation.ts'
import { buildListRoutes } from '#server/reports/list-routes.ts'
import { groupFigure, resolveRequest } from './figure-rows.ts'
import { type FigureRequest, findFigureScope } from './figure-scope.ts'

type MonthFilters = ParsedRequest<typeof contract.listMonthCaptation.count>['query']

/** A month as a range of days, up to today. */
const toMonthRange = (month: string | undefined, today: string) => {
  const from = `${month ?? today.slice(0, 7)}-01`
  const end = getMonthEnd(from)
  return { range: 'custom', from, to: end < today || from > today ? end : today } as const
}

/** Throws 404 for whom the caller doesn't see. */
const queryCaptation = async (ctx: Ctx, { month, type, direction, creditedTo, ...whose }: MonthFilters) => {
  const request = await resolveRequest(ctx, 'captation', { ...toMonthRange(month, ctx.businessDate), ...whose })
  return ctx.db
    .selectFrom(selectCaptationBothWays(request).as('r'))
    .innerJoin('journal as j', 'j.id', 'r.id')
    .$if(type !== undefined, (rows) => rows.where('r.part', '=', type!))
    .$if(direction !== undefined, (rows) => rows.where('r.direction', '=', direction!))
    .$if(creditedTo !== undefined, (rows) => rows.where('j.creditedTo', '=', creditedTo!))
}

const selectMonthCaptation = async (ctx: Ctx, filters: MonthFilters) => {
  const rows = await queryCaptation(ctx, filters)
  const mayOpen = isClientInScope(ctx, ['bt_Clientes', 'view'], sql<string>`r.client_id`)
  return (
    rows
      .innerJoin('client', 'client.id', 'r.clientId')
      .innerJoin('clientList as c', 'c.clientId', 'r.clientId')
      .innerJoin('account as a', 'a.id', 'r.accountId')
      .innerJoin('product as p', 'p.id', 'a.productId')
      .leftJoin('employee as credited', 'credited.id', 'j.creditedTo')
      .leftJoin('employee as advisor', 'advisor.id', 'c.advisorId')
      .select(['r.id', 'r.day', 'r.direction', 'r.amount', 'client.cvl as clientCvl', 'a.number as accountNumber'])
      .select(['p.name as productName', sql<contract.MonthCaptationRow['type']>`r.part`.as('type')])
      .select([
        fullNameSql('client').as('clientName'),
        sql<string | null>`case when ${mayOpen} then ${fullNameSql('advisor')} end`.as('advisorName'),
      ])
      .select(fullNameSql<string | null>('credited').as('creditedTo'))
      .select(sql<string | null>`case when ${mayOpen} then r.client_id end`.as('clientId'))
      // A journal is credited to one person, whole.
      .select(sql<string>`'100.000000'::numeric(9, 6)`.as('applied'))
  )
}

const countMonthCaptation = async (ctx: Ctx, filters: MonthFilters) =>
  (await queryCaptation(ctx, filters))
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<string>`coalesce(sum(r.amount), 0)::numeric(18, 2)`.as('amount'),
    ])
    .executeTakeFirstOrThrow()

const getTexts = buildTextsGetter({ es, en, pt })

export const monthCaptationRoutes = buildListRoutes(contract.listMonthCaptation, {
  select: selectMonthCaptation,
  count: countMonthCaptation,
  sortColumns: { creditedTo: 'credited_to', day: 'r.day', amount: 'r.amount', clientName: 'client_name' },
  key: 'r.id',
  file: {
    texts: getTexts,
    title: (t) => t.captationMonth.title,
    audited: { action: 'figures.exported', entity: 'figure' },
  },
})

type PersonSums = { personId: string | null; name: string | null; gross: string; out: string }

/** To whom a range is credited, with nothing and nobody left out. */
const sumByPerson = (request: FigureRequest): Promise<PersonSums[]> =>
  request.ctx.db
    .selectFrom(selectCaptationByPerson(request).as('g'))
    .leftJoin('employee as e', 'e.id', 'g.personId')
    .select(['g.personId', 'g.gross', 'g.out', fullNameSql<string | null>('e').as('name')])
    .execute()

const toSums = (gross: bigint, out: bigint) => ({
  gross: centsToAmount(gross),
  out: centsToAmount(out),
  net: centsToAmount(gross + out),
})

const findSums = (all: readonly PersonSums[], id: string | null) => {
  const own = all.find(({ personId }) => personId === id)
  return toSums(toCents(own?.gross ?? '0.00'), toCents(own?.out ?? '0.00'))
}

/** Throws 404 for whom the caller doesn't see. */
export const findMonthCaptation = async (
  ctx: Ctx,
  { query: { month, ...whose } }: Pick<ParsedRequest<typeof contract.getMonthCaptation>, 'query'>,
): Promise<ResponseBody<typeof contract.getMonthCaptation>> => {
  const { businessDate: today } = ctx
  const { from, to } = toMonthRange(month, today)
  const request = await resolveRequest(ctx, 'captation', { range: 'custom', from, to, ...whose })
  const year = { ...request, from: `${from.slice(0, 4)}-01-01` }
  const [scope, ofMonth, ofYear, inflow, outflow] = await Promise.all([
    findFigureScope(ctx, whose),
    sumByPerson(request),
    sumByPerson(year),
    groupFigure('captation', year, 'month'),
    groupFigure('captationOut', year, 'month'),
  ])
  const sumMonth = (groups: typeof inflow, name: string): bigint =>
    groups.reduce((sum, group) => (group.month === name ? sum + toCents(group.amount) : sum), 0n)
  const names = Array.from({ length: 12 }, (_, n) => `${from.slice(0, 4)}-${String(n + 1).padStart(2, '0')}-01`)
  const actual = names.map((name) => ({ month: name, actual: sumMonth(inflow, name) }))
  return {
    scope,
    month: from.slice(0, 7),
    from,
    through: to,
    people: ofYear
      .map(({ personId, name }) => ({
        person: personId === null ? null : { id: personId, name: name! },
        month: findSums(ofMonth, personId),
        year: findSums(ofYear, personId),
      }))
      .sort((one, other) => (toCents(other.month.gross) > toCents(one.month.gross) ? 1 : -1)),
    months: projectMonths(tenantFacts[ctx.prefix].country, actual, to).map(
      ({ month: name, projected, cumulative }, at) => ({
        month: name,
        ...toSums(actual[at]!.actual, sumMonth(outflow, name)),
        projected: centsToAmount(projected),
        cumulative: centsToAmount(cumulative),
        isPartial: getMonthEnd(name) >= to && to === today,
      }),
    ),
  }
}

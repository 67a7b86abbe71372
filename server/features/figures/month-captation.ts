import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { Idioma } from '#contract/core/values.ts'
import { nobodysId } from '#contract/figures/keys.ts'
import * as contract from '#contract/figures/month-captation.ts'
import enClient from '#locales/en/client.ts'
import en from '#locales/en/figures.ts'
import esClient from '#locales/es/client.ts'
import es from '#locales/es/figures.ts'
import ptClient from '#locales/pt/client.ts'
import pt from '#locales/pt/figures.ts'
import { getMonthEnd } from '#rules/calendar.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import { projectMonths } from '#rules/month-projection.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { isClientInScope } from '#server/domain/account-number-access.ts'
import {
  selectCaptationByPersonAndMonth,
  selectCaptationInAndOut,
  selectCaptationSums,
} from '#server/domain/captation.ts'
import { resolveRequest } from '#server/domain/figure-rows.ts'
import { type FigureRequest, findFigureScope } from '#server/domain/figure-scope.ts'
import { buildListRoutes } from '#server/reports/list-routes.ts'

type MonthFilters = ParsedRequest<typeof contract.listMonthCaptation.count>['query']

/** A month as a range of days, up to today. */
const toMonthRange = (month: string | undefined, today: string) => {
  const from = `${month ?? today.slice(0, 7)}-01`
  const end = getMonthEnd(from)
  return { range: 'custom', from, to: end < today || from > today ? end : today } as const
}

type CaptationFilters = Pick<MonthFilters, 'type' | 'flow' | 'creditedTo'>

/** Of the rows or sums `r` of captation, those that the filters name. */
const matchesFilters = ({ type, flow, creditedTo }: CaptationFilters): RawBuilder<SqlBool> => {
  const conditions = [
    ...(type === undefined ? [] : [sql<SqlBool>`r.part = ${type}`]),
    ...(flow === undefined ? [] : [sql<SqlBool>`r.direction = ${flow}`]),
    ...(creditedTo === undefined
      ? []
      : [creditedTo === nobodysId ? sql<SqlBool>`r.employee_id is null` : sql<SqlBool>`r.employee_id = ${creditedTo}`]),
  ]
  return conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

/** Throws 404 for whom the caller doesn't see. */
const resolveMonth = (ctx: Ctx, { month, of, view }: MonthFilters): Promise<FigureRequest> =>
  resolveRequest(ctx, 'captation', { ...toMonthRange(month, ctx.businessDate), of, view })

const selectMonthCaptation = async (ctx: Ctx, filters: MonthFilters) => {
  const mayOpen = isClientInScope(ctx, ['bt_Clientes', 'view'], sql<string>`r.client_id`)
  return ctx.db
    .selectFrom(selectCaptationInAndOut(await resolveMonth(ctx, filters)).as('r'))
    .where(matchesFilters(filters))
    .innerJoin('client', 'client.id', 'r.clientId')
    .innerJoin('clientList as c', 'c.clientId', 'r.clientId')
    .innerJoin('account as a', 'a.id', 'r.accountId')
    .innerJoin('product as p', 'p.id', 'a.productId')
    .leftJoin('employee as credited', 'credited.id', 'r.employeeId')
    .leftJoin('employee as advisor', 'advisor.id', 'c.advisorId')
    .select(['r.id', 'r.day', 'r.direction', 'r.amount', 'client.cvl as clientCvl', 'a.number as accountNumber'])
    .select(['p.name as productName', sql<contract.MonthCaptationRow['type']>`r.part`.as('type')])
    .select([
      fullNameSql('client').as('clientName'),
      sql<string | null>`case when ${mayOpen} then ${fullNameSql('advisor')} end`.as('advisorName'),
    ])
    .select(fullNameSql<string | null>('credited').as('creditedTo'))
    .select(sql<contract.MonthCaptationRow['role']>`r.role`.as('role'))
    .select(sql<string | null>`case when ${mayOpen} then r.client_id end`.as('clientId'))
    .select(sql<string>`r.share::numeric(9, 6)`.as('applied'))
}

const countMonthCaptation = async (ctx: Ctx, filters: MonthFilters) => {
  const by = filters.creditedTo === undefined ? 'month' : 'person'
  return ctx.db
    .selectFrom(selectCaptationSums(await resolveMonth(ctx, filters), by).as('r'))
    .where(matchesFilters(filters))
    .select([
      sql<number>`coalesce(sum(r.count), 0)::int`.as('total'),
      sql<string>`coalesce(sum(r.amount), 0)::numeric(18, 2)`.as('amount'),
    ])
    .executeTakeFirstOrThrow()
}

const getFigureTexts = buildTextsGetter({ es, en, pt })
const getClientTexts = buildTextsGetter({ es: esClient, en: enClient, pt: ptClient })
const getTexts = (idioma: Idioma) => ({ ...getFigureTexts(idioma), client: getClientTexts(idioma) })

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

/** To whom the year up to the end of a range is credited, with nothing and nobody left out, and what came of it in each month. */
const sumYear = (request: FigureRequest) =>
  request.ctx.db
    .selectFrom(
      selectCaptationByPersonAndMonth(
        { ...request, from: `${request.from.slice(0, 4)}-01-01` },
        `${request.from.slice(0, 7)}-01`,
      ).as('g'),
    )
    .leftJoin('employee as e', 'e.id', 'g.personId')
    .select(['g.personId', 'g.month', 'g.gross', 'g.out', 'g.monthGross', 'g.monthOut'])
    .select(fullNameSql<string | null>('e').as('name'))
    .execute()

const toSums = (gross: string, out: string) => ({ gross, out, net: centsToAmount(toCents(gross) + toCents(out)) })

/** Throws 404 for whom the caller doesn't see. */
export const findMonthCaptation = async (
  ctx: Ctx,
  { query: { month, ...whose } }: Pick<ParsedRequest<typeof contract.getMonthCaptation>, 'query'>,
): Promise<ResponseBody<typeof contract.getMonthCaptation>> => {
  const { businessDate: today } = ctx
  const { from, to } = toMonthRange(month, today)
  const request = await resolveRequest(ctx, 'captation', { range: 'custom', from, to, ...whose })
  const [scope, sums] = await Promise.all([findFigureScope(ctx, whose), sumYear(request)])
  const months = new Map(sums.map((sum) => [sum.month, sum]))
  const names = Array.from({ length: 12 }, (_, n) => `${from.slice(0, 4)}-${String(n + 1).padStart(2, '0')}-01`)
  const actual = names.map((name) => ({ month: name, actual: toCents(months.get(name)?.gross ?? '0.00') }))
  return {
    scope,
    month: from.slice(0, 7),
    from,
    through: to,
    people: sums
      .filter((sum) => sum.month === null)
      .map(({ personId, name, gross, out, monthGross, monthOut }) => ({
        person: personId === null ? null : { id: personId, name: name! },
        month: toSums(monthGross, monthOut),
        year: toSums(gross, out),
      }))
      .sort((one, other) => (toCents(other.month.gross) > toCents(one.month.gross) ? 1 : -1)),
    months: projectMonths(tenantFacts[ctx.prefix].country, actual, to).map(
      ({ month: name, projected, cumulative }) => ({
        month: name,
        ...toSums(months.get(name)?.gross ?? '0.00', months.get(name)?.out ?? '0.00'),
        projected: centsToAmount(projected),
        cumulative: centsToAmount(cumulative),
        isPartial: getMonthEnd(name) >= to && to === today,
      }),
    ),
  }
}

import { sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { getPeopleDashboard, StaffLine } from '#contract/people-dashboard.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import { groupFigure, resolveRequest } from '#server/domain/figure-rows.ts'
import { type FigurePeople, findFigureScope, resolvePeople } from '#server/domain/figure-scope.ts'
import { isActivityVisibleSql, selectStaffActivity } from '#server/domain/staff-activity.ts'
import { selectVisibleStaff } from '#server/domain/visibility.ts'

/** Everybody in reach, who left among them, with what they did since a day, where that is the caller's to know. */
const findStaff = (ctx: Ctx, people: FigurePeople, from: string) => {
  const { calls, meetings, contacts } = selectStaffActivity(ctx, from, ctx.businessDate)
  const isSeen = isActivityVisibleSql(ctx, sql`e.id`)
  const count = (column: string) =>
    sql<number | null>`case when ${isSeen} then coalesce(${sql.ref(column)}, 0)::int end`
  return selectVisibleStaff(ctx)
    .$if(people !== null, (staff) => staff.where('e.id', '=', sql<string>`any(${[...(people ?? [])]}::bigint[])`))
    .leftJoin(calls.as('k'), 'k.employeeId', 'e.id')
    .leftJoin(meetings.as('m'), 'm.employeeId', 'e.id')
    .leftJoin(contacts.as('x'), 'x.employeeId', 'e.id')
    .select(['e.id', 'e.cvl', 'e.pictureId', 'e.hiredOn as since', fullNameSql('e').as('name')])
    .select([
      sql<string>`e.position::text`.as('position'),
      sql<string | null>`case when e.terminated_on < ${ctx.businessDate}::date then e.terminated_on end`.as('leftOn'),
      count('k.calls').as('calls'),
      count('m.meetings').as('meetings'),
      count('x.new_contacts').as('newContacts'),
      count('x.converted').as('converted'),
    ])
    .orderBy(fullNameSql('e'))
    .orderBy('e.id')
    .execute()
}

/** In cents. */
type Stock = { clients: number; capital: bigint }

/** Clients and capital of today by who manages them; of nobody under ''. */
const findProductStocks = async (
  ctx: Ctx,
  query: Parameters<typeof resolveRequest>[2],
): Promise<Map<string, Stock>> => {
  const today = { range: 'custom', from: ctx.businessDate, to: ctx.businessDate, ...query } as const
  const [clients, capital] = await Promise.all([
    resolveRequest(ctx, 'clients', today).then((request) => groupFigure('clients', request, 'manager')),
    resolveRequest(ctx, 'totalCapital', today).then((request) => groupFigure('totalCapital', request, 'manager')),
  ])
  const stocks = new Map<string, Stock>()
  const add = (id: string | null, own: Stock): void => {
    const before = stocks.get(id ?? '') ?? { clients: 0, capital: 0n }
    stocks.set(id ?? '', { clients: before.clients + own.clients, capital: before.capital + own.capital })
  }
  for (const { managerId, count } of clients) add(managerId, { clients: count, capital: 0n })
  for (const { managerId, amount } of capital) add(managerId, { clients: 0, capital: toCents(amount) })
  return stocks
}

const addUp = (stocks: Iterable<Stock>): Stock =>
  [...stocks].reduce((sum, own) => ({ clients: sum.clients + own.clients, capital: sum.capital + own.capital }), {
    clients: 0,
    capital: 0n,
  })

const toAnswer = ({ clients, capital }: Stock) => ({ clients, capital: centsToAmount(capital) })

/** Throws 404 for whom the caller doesn't see, and where clients aren't to see. */
export const findPeople = async (
  ctx: Ctx,
  { query }: { query: ParsedRequest<typeof getPeopleDashboard>['query'] },
): Promise<ResponseBody<typeof getPeopleDashboard>> => {
  const people = await resolvePeople(ctx, query)
  const monthFrom = `${ctx.businessDate.slice(0, 7)}-01`
  const [scope, staff, stocks] = await Promise.all([
    findFigureScope(ctx, query),
    findStaff(ctx, people, monthFrom),
    findProductStocks(ctx, query),
  ])
  const nothing: Stock = { clients: 0, capital: 0n }
  const total = addUp(stocks.values())
  const listed = addUp(staff.map(({ id }) => stocks.get(id) ?? nothing))
  return {
    scope,
    day: ctx.businessDate,
    monthFrom,
    people: staff.map((person): StaffLine => ({ ...person, ...toAnswer(stocks.get(person.id) ?? nothing) })),
    rest: toAnswer({ clients: total.clients - listed.clients, capital: total.capital - listed.capital }),
    total: toAnswer(total),
  }
}

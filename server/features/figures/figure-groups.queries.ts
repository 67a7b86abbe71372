import { sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { type FigureKey, figureParts, figureSeriesMonths, figures } from '#contract/figures/keys.ts'
import type {
  FigurePeriod,
  getFigureGroups,
  getProductHistory,
  getSituation,
  ProductHistoryMonth,
} from '#contract/figures.ts'
import { addMonths, getMonthEnd, parseDay, shiftDay, toIsoDate } from '#rules/calendar.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import type { Ctx } from '#server/core/ctx.ts'
import {
  type FigureGroupRow,
  groupFigure,
  isWholeFigure,
  type RowNarrowing,
  resolveRequest,
  sumFigureParts,
} from '#server/domain/figure-rows.ts'
import { type FigureFilters, type FigureRequest, findFigureScope, resolvePeriod } from '#server/domain/figure-scope.ts'
import { findKeptMoves, findProductStocks } from '#server/domain/kept-sums.ts'
import { findStockSeries } from '#server/domain/stock-series.ts'

/** Throws 404 of a figure whose data the caller may not see, and for whom they don't see. */
export const findFigureGroups = async (
  ctx: Ctx,
  { params: { figure }, query: { by, ...filters } }: Pick<ParsedRequest<typeof getFigureGroups>, 'params' | 'query'>,
): Promise<ResponseBody<typeof getFigureGroups>> => {
  const period = resolvePeriod(ctx, filters)
  const request = await resolveRequest(ctx, figure, filters)
  const [scope, groups] = await Promise.all([findFigureScope(ctx, filters), groupFigure(figure, request, by)])
  return {
    scope,
    period,
    groups: groups.map(({ productId, productName, managerId, managerName, month, part, count, amount }) => ({
      product: productId === null ? null : { id: productId, name: productName! },
      manager: managerId === null ? null : { id: managerId, name: managerName! },
      month,
      part,
      count,
      amount: figures[figure].isMoney ? amount : null,
    })),
  }
}

/** Each month is as much work as the tile of a day: of a longer range the last ones are told. */
const maxHistoryMonths = 60

/** The months of a range of one's own, else the last two years, up to the one that runs; the last one ends today. */
const listMonths = ({ range }: FigureFilters, { from, to }: FigurePeriod, today: string) => {
  const last = to < today ? to : today
  const first =
    range === 'custom'
      ? `${from.slice(0, 7)}-01`
      : toIsoDate(addMonths(parseDay(`${last.slice(0, 7)}-01`), 1 - figureSeriesMonths))
  const months: { month: string; through: string }[] = []
  for (let month = first; month <= last; month = toIsoDate(addMonths(parseDay(month), 1))) {
    const end = getMonthEnd(month)
    months.push({ month, through: end < today ? end : today })
  }
  return months.slice(-maxHistoryMonths)
}

/** The balance of each product on each of the days. */
const findClosings = async (request: FigureRequest, days: readonly string[]) => {
  const groups = await findStockSeries(request, days)
  return days.map((_, at) => new Map(groups.map(({ productId, days: sums }) => [productId, sums[at]!.balance])))
}

const findProductNames = async ({ db }: Ctx, ids: readonly string[]): Promise<Map<string, string>> => {
  const products = await db
    .selectFrom('product as p')
    .where('p.id', '=', sql<string>`any(${[...ids]}::bigint[])`)
    .select(['p.id', 'p.name'])
    .orderBy('p.name')
    .execute()
  return new Map(products.map(({ id, name }) => [id, name]))
}

type HistoryInput = { flows: readonly FigureGroupRow[]; opening: Map<string, bigint>; closing: Map<string, bigint> }

const buildHistoryMonth = (
  { month, through }: { month: string; through: string },
  { flows, opening, closing }: HistoryInput,
  nameOf: ReadonlyMap<string, string>,
): ProductHistoryMonth[] =>
  [...nameOf].flatMap(([id, name]) => {
    const own = flows.filter((flow) => flow.month === month && flow.productId === id)
    const start = opening.get(id) ?? 0n
    const end = closing.get(id) ?? 0n
    const moved = own.reduce((sum, { amount }) => sum + toCents(amount), 0n)
    if (own.length === 0 && start === 0n && end === 0n) return []
    return [
      {
        month,
        through,
        product: { id, name },
        opening: centsToAmount(start),
        flows: own.map(({ part, amount, count }) => ({ part, amount, count })),
        others: centsToAmount(end - start - moved),
        closing: centsToAmount(end),
      },
    ]
  })

const sumCents = (amounts: readonly string[]): bigint => amounts.reduce((sum, amount) => sum + toCents(amount), 0n)

/** The balance and the idle money at the end of each of these days. */
const findBalances = async (
  request: FigureRequest,
  days: readonly string[],
  narrowing: RowNarrowing,
): Promise<{ balance: bigint; idle: bigint }[]> => {
  const stocks = isWholeFigure(narrowing) ? await findProductStocks(request, days) : null
  const sumRows = async (figure: FigureKey, day: string) =>
    sumCents((await sumFigureParts(figure, { ...request, from: day, to: day }, narrowing)).map(({ amount }) => amount))
  return Promise.all(
    days.map(async (day) => {
      const own = stocks?.filter((one) => one.day === day)
      if (own) return { balance: sumCents(own.map((one) => one.balance)), idle: sumCents(own.map(({ idle }) => idle)) }
      const [balance, idle] = await Promise.all([sumRows('balance', day), sumRows('idleMoney', day)])
      return { balance, idle }
    }),
  )
}

/** What clients brought and took with them, by part. */
const findMoves = async (request: FigureRequest, narrowing: RowNarrowing) => {
  return (
    (isWholeFigure(narrowing) && (await findKeptMoves(request))) || sumFigureParts('portfolioMoves', request, narrowing)
  )
}

/** What the range begins with, every flow of it, and what it ends with. Throws 404 for whom the caller doesn't see. */
export const findSituation = async (
  ctx: Ctx,
  { query: { product, manager, ...query } }: Pick<ParsedRequest<typeof getSituation>, 'query'>,
): Promise<ResponseBody<typeof getSituation>> => {
  const narrowing = { product, manager }
  const period = resolvePeriod(ctx, query)
  const request = await resolveRequest(ctx, 'balance', query)
  const [scope, [opening, closing], flows, moves] = await Promise.all([
    findFigureScope(ctx, query),
    findBalances(request, [shiftDay(period.from, -1), period.to], narrowing),
    sumFigureParts('flows', request, narrowing),
    findMoves(request, narrowing),
  ])
  const idle = {
    figure: 'idleMoney',
    part: null,
    amount: centsToAmount(opening!.idle - closing!.idle),
    count: null,
  } as const
  const flowLines = figureParts.flows.flatMap((part) => {
    const sum = flows.find((one) => one.part === part)
    return sum ? [{ figure: 'flows', part, amount: sum.amount, count: sum.count } as const] : []
  })
  const moveLines = figureParts.portfolioMoves.flatMap((part) => {
    const sum = moves.find((one) => one.part === part)
    return sum ? [{ figure: 'portfolioMoves', part, amount: sum.amount, count: null } as const] : []
  })
  return {
    scope,
    period,
    situation: {
      opening: centsToAmount(opening!.balance),
      lines: [...flowLines, ...moveLines, idle],
      closing: centsToAmount(closing!.balance),
    },
  }
}

/** What moved in each product month by month. Throws 404 for whom the caller doesn't see. */
export const findProductHistory = async (
  ctx: Ctx,
  { query }: Pick<ParsedRequest<typeof getProductHistory>, 'query'>,
): Promise<ResponseBody<typeof getProductHistory>> => {
  const period = resolvePeriod(ctx, query)
  const balance: FigureKey = 'balance'
  const request = await resolveRequest(ctx, balance, query)
  const months = listMonths(query, period, ctx.businessDate)
  const from = months[0]?.month ?? period.from
  const eve = shiftDay(from, -1)
  const [scope, flows, closings] = await Promise.all([
    findFigureScope(ctx, query),
    groupFigure('flows', { ...request, from, to: months.at(-1)?.through ?? from }, 'productMonth'),
    findClosings(request, [eve, ...months.map(({ through }) => through)]),
  ])
  const nameOf = await findProductNames(ctx, [
    ...new Set([...flows.map(({ productId }) => productId!), ...closings.flatMap((sums) => [...sums.keys()])]),
  ])
  return {
    scope,
    period,
    months: months.flatMap((month, at) =>
      buildHistoryMonth(month, { flows, opening: closings[at]!, closing: closings[at + 1]! }, nameOf),
    ),
  }
}

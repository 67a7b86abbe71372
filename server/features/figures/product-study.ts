import { sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { outflowParts, retainedParts } from '#contract/figures/keys.ts'
import {
  type getProductFigures,
  maxProductMonths,
  type ProductFigures,
  type StudiedMonths,
  type StudyMonth,
} from '#contract/figures/product-study.ts'
import { addMonths, getMonthEnd, parseDay, toIsoDate } from '#rules/calendar.ts'
import { centsToAmount, formatScaledDecimal, toCents } from '#rules/cents.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { selectEndedAccountRows } from '#server/domain/account-figures.ts'
import { sumKeptDays, sumScopedDays } from '#server/domain/average-balance.ts'
import { type FigureGroupRow, groupFigure } from '#server/domain/figure-rows.ts'
import {
  type FigureRequest,
  findFigureScope,
  resolvePeople,
  resolvePeriod,
  withFigureScope,
} from '#server/domain/figure-scope.ts'
import { findKeptTotalsScope } from '#server/domain/kept-scope.ts'

type StudyQuery = ParsedRequest<typeof getProductFigures>['query']

/** The months of the range, cut to its days and to today; without days, the last ones. */
const listStudyMonths = (ctx: Ctx, { months: span = '12', from, to }: StudyQuery): StudyMonth[] => {
  const today = ctx.businessDate
  const thisMonth = `${today.slice(0, 7)}-01`
  const range =
    from === undefined && to === undefined
      ? { from: toIsoDate(addMonths(parseDay(thisMonth), 1 - Number(span))), to: today }
      : resolvePeriod(ctx, { range: 'custom', from, to })
  const last = range.to < today ? range.to : today
  const months: StudyMonth[] = []
  for (let day = range.from; day <= last; ) {
    const end = getMonthEnd(day)
    months.push({ from: day, through: end < last ? end : last })
    day = toIsoDate(addMonths(parseDay(`${day.slice(0, 7)}-01`), 1))
  }
  return months.slice(-maxProductMonths)
}

/** What is counted of a product in a month; whatever is added up is made of these. */
type StudyCounts = {
  inflow: bigint
  outflow: bigint
  transfers: bigint
  penalties: bigint
  daySum: bigint
  ended: number
  endedDays: number
  matured: bigint
  retained: bigint
}

const nothing: StudyCounts = {
  inflow: 0n,
  outflow: 0n,
  transfers: 0n,
  penalties: 0n,
  daySum: 0n,
  ended: 0,
  endedDays: 0,
  matured: 0n,
  retained: 0n,
}

const addCounts = (one: StudyCounts, other: StudyCounts): StudyCounts => ({
  inflow: one.inflow + other.inflow,
  outflow: one.outflow + other.outflow,
  transfers: one.transfers + other.transfers,
  penalties: one.penalties + other.penalties,
  daySum: one.daySum + other.daySum,
  ended: one.ended + other.ended,
  endedDays: one.endedDays + other.endedDays,
  matured: one.matured + other.matured,
  retained: one.retained + other.retained,
})

/** Half away from nothing, as the database rounds. */
const divide = (sum: bigint, by: bigint): bigint => {
  const size = ((sum < 0n ? -sum : sum) * 2n + by) / (2n * by)
  return sum < 0n ? -size : size
}

const toTenths = (sum: bigint, by: bigint): string | null =>
  by > 0n ? formatScaledDecimal(divide(sum * 10n, by), 1) : null

const countDays = ({ from, through }: StudyMonth): number => parseDay(through) - parseDay(from) + 1

/** `averageBalance` of several products is that of each of them, added up: the lines of a table give its total. */
const toFigures = (counts: StudyCounts, averageBalance: bigint): ProductFigures => ({
  inflow: centsToAmount(counts.inflow),
  outflow: centsToAmount(counts.outflow),
  transfers: centsToAmount(counts.transfers),
  penalties: centsToAmount(counts.penalties),
  averageBalance: centsToAmount(averageBalance),
  ended: counts.ended,
  endedDays: counts.endedDays,
  lifeDays: toTenths(BigInt(counts.endedDays), BigInt(counts.ended)),
  matured: centsToAmount(counts.matured),
  retained: centsToAmount(counts.retained),
  retention: toTenths(counts.retained * 100n, counts.matured),
})

type Ended = { productId: string; month: string; ended: number; days: number }

/** Accounts that ended, with how long all of them lasted. */
const findEnded = async (request: FigureRequest): Promise<Ended[]> => {
  const { rows } = await sql<Ended>`
    select a.product_id as "productId", date_trunc('month', a.closed_on)::date as month, count(*)::int as ended,
           sum(a.closed_on - a.opened_on)::int as days
      from (${selectEndedAccountRows(request)}) r join account a on a.id = r.account_id
     group by 1, 2`.execute(request.ctx.db)
  return rows
}

/** By product, a cell for each month of the study. */
type Cells = Map<string, StudyCounts[]>

/** Adds to the cell of a product in a month, by the place of it. */
const buildCellAdder = (cells: Cells, size: number) => (productId: string, at: number, some: Partial<StudyCounts>) => {
  const own = cells.get(productId) ?? Array.from({ length: size }, () => nothing)
  own[at] = addCounts(own[at]!, { ...nothing, ...some })
  cells.set(productId, own)
}

const toFlowCounts = ({ part, amount }: FigureGroupRow): Partial<StudyCounts> => {
  const cents = toCents(amount)
  if (part === 'contribution') return { inflow: cents }
  if (outflowParts.some((known) => known === part)) return { outflow: cents }
  if (part === 'transfer') return { transfers: cents }
  return part === 'penalty' ? { penalties: cents } : {}
}

const findCells = async (request: FigureRequest, months: readonly StudyMonth[]): Promise<Cells> => {
  const kept = await findKeptTotalsScope(request)
  const [flows, ended, matured, daySums] = await Promise.all([
    groupFigure('flows', request, 'productMonth'),
    findEnded(request),
    groupFigure('maturedMoney', request, 'productMonth'),
    kept ? sumKeptDays(kept, request, months) : sumScopedDays(request, months),
  ])
  const cells: Cells = new Map()
  const add = buildCellAdder(cells, months.length)
  const places = new Map(months.map(({ from }, at) => [from.slice(0, 7), at]))
  const placeOf = (month: string): number => places.get(month.slice(0, 7))!
  for (const flow of flows) add(flow.productId!, placeOf(flow.month!), toFlowCounts(flow))
  for (const one of ended) add(one.productId, placeOf(one.month), { ended: one.ended, endedDays: one.days })
  for (const { productId, month, part, amount } of matured) {
    const cents = toCents(amount)
    const isRetained = retainedParts.some((known) => known === part)
    add(productId!, placeOf(month!), { matured: cents, ...(isRetained && { retained: cents }) })
  }
  for (const { productId, place, daySum } of daySums) add(productId, place - 1, { daySum: toCents(daySum) })
  return cells
}

const hasAnything = (counts: StudyCounts): boolean => Object.values(counts).some((value) => BigInt(value) !== 0n)

/** A product by itself: its months, and all of them together. */
const buildStudied = (cells: readonly StudyCounts[], months: readonly StudyMonth[]): StudiedMonths => {
  const all = cells.reduce(addCounts, nothing)
  const days = months.reduce((sum, month) => sum + countDays(month), 0)
  return {
    ...toFigures(all, divide(all.daySum, BigInt(Math.max(days, 1)))),
    months: cells.map((cell, at) => toFigures(cell, divide(cell.daySum, BigInt(countDays(months[at]!))))),
  }
}

const sumAverages = (all: readonly ProductFigures[]): bigint =>
  all.reduce((sum, { averageBalance }) => sum + toCents(averageBalance), 0n)

/** All products together. Averages are added up as they stand in the lines, so that a table gives its total. */
const buildTotal = (cells: Cells, products: readonly StudiedMonths[], months: readonly StudyMonth[]): StudiedMonths => {
  const sums = months.map((_, at) => [...cells.values()].reduce((sum, own) => addCounts(sum, own[at]!), nothing))
  return {
    ...toFigures(sums.reduce(addCounts, nothing), sumAverages(products)),
    months: sums.map((sum, at) => toFigures(sum, sumAverages(products.map((product) => product.months[at]!)))),
  }
}

/** The study of products in a range. Throws 404 for who sees no clients, and for whom they don't see. */
export const findProductFigures = async (
  caller: Ctx,
  { query }: { query: StudyQuery },
): Promise<ResponseBody<typeof getProductFigures>> => {
  const months = listStudyMonths(caller, query)
  // The study is open to everybody, its clients are not: of whom it tells, and who may be chosen, follows from theirs.
  const ctx = withFigureScope(caller, 'flows')
  if (!ctx) throw buildRefusal('notFound')
  const people = await resolvePeople(ctx, query)
  const from = months[0]?.from ?? query.from ?? caller.businessDate
  const through = months.at(-1)?.through ?? from
  const request = { ctx, people, from, to: through }
  const [scope, allProducts, cells] = await Promise.all([
    findFigureScope(ctx, query),
    ctx.db.selectFrom('product').select(['id', 'name']).orderBy('name').orderBy('id').execute(),
    months.length > 0 ? findCells(request, months) : new Map<string, StudyCounts[]>(),
  ])
  const products = allProducts
    .flatMap((product) => {
      const own = cells.get(product.id)
      return own?.some(hasAnything) ? [{ product, ...buildStudied(own, months) }] : []
    })
    .sort((one, other) => Number(toCents(other.averageBalance) - toCents(one.averageBalance)))
  return { scope, from, through, months, products, total: buildTotal(cells, products, months), allProducts }
}

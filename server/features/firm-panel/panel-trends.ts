import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { PanelTile } from '#contract/firm-panel/tiles.ts'
import type { getPanelTrends, PanelPoint, ProductTrend, TileTrend } from '#contract/firm-panel.ts'
import { calculatePercent } from '#rules/percent.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { type FigurePeople, type FigureRequest, resolvePeople } from '#server/domain/figure-scope.ts'
import { findMoneyInAndOut, findMoneyInAndOutByMonth, type MoneyInAndOut } from '#server/domain/flow-months.ts'
import { findRetentions, getMaturedWindow, getTwelveMonthsUpTo } from '#server/domain/retention.ts'
import { findClientSeries, findStockSeries, type StockGroup } from '#server/domain/stock-series.ts'
import { findMaturitySeries, findWithdrawalRequestSeries } from './due-series.ts'
import {
  comparePanelUnits,
  formatCents,
  formatCount,
  formatTenths,
  type PanelUnits,
  type UnitFormat,
} from './panel-changes.ts'
import { getPanelDays, type PanelDays } from './panel-days.ts'
import { buildTileRequest, withRetentionScope } from './panel-values.ts'

/** What a figure was on a day, or in the month of it. */
type ValueOn = (day: string) => PanelUnits

type TrendParts = Pick<TileTrend, 'monthBefore' | 'yearBefore' | 'points'>

/** `before`: what it is compared with, where that isn't told by the value of a day. */
const buildTrendParts = (
  { today, monthBefore, yearBefore, months }: PanelDays,
  format: UnitFormat,
  valueOn: ValueOn,
  before = { month: valueOn(monthBefore), year: valueOn(yearBefore) },
): TrendParts => {
  const now = valueOn(today)
  return {
    monthBefore: comparePanelUnits({ now, old: before.month, day: monthBefore }, format),
    yearBefore: comparePanelUnits({ now, old: before.year, day: yearBefore }, format),
    points: months.map(({ month, through }): PanelPoint => {
      const value = valueOn(through)
      return { month, through, value: value === null ? null : format(value) }
    }),
  }
}

const toValueOn = ({ all }: PanelDays, values: readonly PanelUnits[]): ValueOn => {
  const byDay = new Map(all.map((day, at) => [day, values[at] ?? null]))
  return (day) => byDay.get(day) ?? null
}

const sumPrincipal = (groups: readonly StockGroup[], at: number): bigint =>
  groups.reduce((sum, { days }) => sum + days[at]!.principal, 0n)

/** Capital of each product, the largest first; with all of them together. */
const buildCapital = async (ctx: Ctx, request: FigureRequest | null, days: PanelDays) => {
  if (!request) return { tiles: [], products: [] }
  const groups = await findStockSeries(request, days.all)
  const totals = days.all.map((_, at) => sumPrincipal(groups, at))
  const last = days.all.indexOf(days.today)
  const shown = groups.filter((group) => group.days.some(({ principal }) => principal !== 0n))
  const names = await ctx.db
    .selectFrom('product')
    .where('id', 'in', shown.map(({ productId }) => productId).concat('0'))
    .select(['id', 'name'])
    .execute()
  const nameOf = new Map(names.map(({ id, name }) => [id, name]))
  const products = shown
    .map(({ productId, days: sums }): ProductTrend & { size: bigint } => {
      const now = sums[last]!.principal
      return {
        size: now,
        product: { id: productId, name: nameOf.get(productId) ?? productId },
        value: formatCents(now),
        share: calculatePercent(now, totals[last]!),
        ...buildTrendParts(
          days,
          formatCents,
          toValueOn(
            days,
            sums.map(({ principal }) => principal),
          ),
        ),
      }
    })
    .sort((one, other) => (other.size > one.size ? 1 : other.size < one.size ? -1 : 0))
    .map(({ size: _, ...product }) => product)
  const capital = { key: 'capital' as const, ...buildTrendParts(days, formatCents, toValueOn(days, totals)) }
  return { tiles: [capital], products }
}

const buildSeriesTile = async (
  key: PanelTile,
  series: Promise<readonly PanelUnits[]> | null,
  { days, format }: { days: PanelDays; format: UnitFormat },
): Promise<TileTrend[]> =>
  series === null ? [] : [{ key, ...buildTrendParts(days, format, toValueOn(days, await series)) }]

/** What came in and went out by month; of the one that runs the days so far, compared with the same days of others. */
const buildFlowTiles = async (request: FigureRequest | null, days: PanelDays): Promise<TileTrend[]> => {
  if (!request) return []
  const { starts, months, monthBefore, yearBefore, today } = days
  const names = months.map(({ month }) => month)
  const [byMonth, before, ofYearBefore] = await Promise.all([
    findMoneyInAndOutByMonth({ ...request, from: names[0]!, to: today }, names),
    findMoneyInAndOut({ ...request, from: starts.monthBefore, to: monthBefore }),
    findMoneyInAndOut({ ...request, from: starts.yearBefore, to: yearBefore }),
  ])
  const pick: Record<'in' | 'out' | 'net', (sums: MoneyInAndOut) => bigint> = {
    in: (sums) => sums.in,
    out: (sums) => sums.out,
    net: (sums) => sums.in + sums.out,
  }
  return (['in', 'out', 'net'] as const).map((key) => {
    const byThrough = new Map(months.map(({ through }, at) => [through, pick[key](byMonth[at]!)]))
    return {
      key,
      ...buildTrendParts(days, formatCents, (day) => byThrough.get(day) ?? null, {
        month: pick[key](before),
        year: pick[key](ofYearBefore),
      }),
    }
  })
}

const toTenths = (share: string | null): PanelUnits => (share === null ? null : BigInt(share.replace('.', '')))

/** A month that is over has the twelve months that end with it, as the maturity desk does. */
const buildRetentionTile = async (ctx: Ctx, people: FigurePeople, days: PanelDays): Promise<TileTrend[]> => {
  const seen = withRetentionScope(ctx)
  if (!seen) return []
  const ends = new Set(days.months.map(({ through }) => through))
  const windows = days.all.map((day) =>
    ends.has(day) ? getMaturedWindow(day.slice(0, 7), days.today) : getTwelveMonthsUpTo(day),
  )
  const found = await findRetentions(seen, people, windows)
  return buildSeriesTile('retention', Promise.resolve(found.map(({ retention }) => toTenths(retention))), {
    days,
    format: formatTenths,
  })
}

/** Throws 404 for whom the caller doesn't see. */
export const findPanelTrends = async (
  ctx: Ctx,
  { query }: { query: ParsedRequest<typeof getPanelTrends>['query'] },
): Promise<ResponseBody<typeof getPanelTrends>> => {
  const people = await resolvePeople(ctx, query)
  const days = getPanelDays(ctx.businessDate)
  const range = { from: days.all[0]!, to: days.today }
  const money = { days, format: formatCents }
  const ask = (figure: Parameters<typeof buildTileRequest>[2]) => buildTileRequest(ctx, people, figure, range)
  const clients = ask('clients')
  const requests = ask('withdrawalRequests')
  const maturities = ask('expirations')
  const [capital, ...tiles] = await Promise.all([
    buildCapital(ctx, ask('totalCapital'), days),
    buildSeriesTile('clients', clients && findClientSeries(clients, days.all).then((counts) => counts.map(BigInt)), {
      days,
      format: formatCount,
    }),
    buildFlowTiles(ask('flows'), days),
    buildSeriesTile('requests', requests && findWithdrawalRequestSeries(requests, days.all), money),
    buildSeriesTile('maturities', maturities && findMaturitySeries(maturities, days.all), money),
    buildRetentionTile(ctx, people, days),
  ])
  return { tiles: [...capital.tiles, ...tiles.flat()], products: capital.products }
}

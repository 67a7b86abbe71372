import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { dashboardFigures, type FigureKey, figureParts, figures } from '#contract/figures/keys.ts'
import type { Figure, FigurePeriod, FigureValue, getDashboard, getFigure } from '#contract/figures.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import type { DayRange } from '#rules/figure-period.ts'
import { calculatePercent } from '#rules/percent.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { sumFigureParts } from '#server/domain/figure-rows.ts'
import {
  type FigurePeople,
  findFigureScope,
  resolvePeople,
  resolvePeriod,
  withFigureScope,
} from '#server/domain/figure-scope.ts'

const toFigureValue = (key: FigureKey, parts: readonly { count: number; amount: string }[]): FigureValue => ({
  amount: figures[key].isMoney ? centsToAmount(parts.reduce((sum, { amount }) => sum + toCents(amount), 0n)) : null,
  count: parts.reduce((sum, { count }) => sum + count, 0),
})

/** In its own unit: euros, or a number of rows. */
const compareFigure = (now: FigureValue, then: FigureValue): Figure['before'] => {
  const toUnits = ({ amount, count }: FigureValue): bigint => (amount === null ? BigInt(count) : toCents(amount))
  const change = toUnits(now) - toUnits(then)
  return {
    ...then,
    change: now.amount === null ? String(change) : centsToAmount(change),
    percent: calculatePercent(change, toUnits(then)),
  }
}

type FigureInput = { key: FigureKey; people: FigurePeople; period: FigurePeriod }

/** Null of a figure whose data the caller may not see. */
const findOneFigure = async (ctx: Ctx, { key, people, period }: FigureInput): Promise<Figure | null> => {
  const seen = withFigureScope(ctx, key)
  if (!seen) return null
  const sumIn = ({ from, to }: DayRange) => sumFigureParts(key, { ctx: seen, people, from, to })
  const [now, before, yearBefore] = await Promise.all(
    figures[key].isCompared ? [sumIn(period), sumIn(period.before), sumIn(period.yearBefore)] : [sumIn(period)],
  )
  const value = toFigureValue(key, now!)
  const partOf = new Map(now!.map((one) => [one.part, one]))
  return {
    key,
    ...value,
    before: before ? compareFigure(value, toFigureValue(key, before)) : null,
    yearBefore: yearBefore ? compareFigure(value, toFigureValue(key, yearBefore)) : null,
    parts: figureParts[key].flatMap((part) => {
      const sum = partOf.get(part)
      return sum ? [{ part, ...toFigureValue(key, [sum]) }] : []
    }),
  }
}

/** Those of the figures that the caller may see. Throws 404 for whom they don't see. */
export const findDashboard = async (
  ctx: Ctx,
  { query }: Pick<ParsedRequest<typeof getDashboard>, 'query'>,
): Promise<ResponseBody<typeof getDashboard>> => {
  const period = resolvePeriod(ctx, query)
  const people = await resolvePeople(ctx, query)
  const [scope, ...found] = await Promise.all([
    findFigureScope(ctx, query),
    ...dashboardFigures.map((key) => findOneFigure(ctx, { key, people, period })),
  ])
  return { scope, period, figures: found.filter((figure) => figure !== null) }
}

/** Throws 404 of a figure whose data the caller may not see, and for whom they don't see. */
export const findFigure = async (
  ctx: Ctx,
  { params, query }: Pick<ParsedRequest<typeof getFigure>, 'params' | 'query'>,
): Promise<ResponseBody<typeof getFigure>> => {
  const period = resolvePeriod(ctx, query)
  const people = await resolvePeople(ctx, query)
  const [scope, figure] = await Promise.all([
    findFigureScope(ctx, query),
    findOneFigure(ctx, { key: params.figure, people, period }),
  ])
  if (!figure) throw buildRefusal('notFound')
  return { scope, period, figure }
}

import { type SqlBool, sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { dashboardFigures, type FigureKey, figureParts, figures, nobodysId } from '#contract/figures/keys.ts'
import type { Figure, FigurePeriod, FigureValue, getDashboard, getFigure } from '#contract/figures.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import { calculatePercent } from '#rules/percent.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import { type FigureNarrowing, type RowNarrowing, sumFigureRanges } from '#server/domain/figure-rows.ts'
import {
  type FigurePeople,
  findFigureScope,
  resolvePeople,
  resolvePeriod,
  withFigureScope,
} from '#server/domain/figure-scope.ts'
import { selectVisibleClients, selectVisibleStaff } from '#server/domain/visibility.ts'

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

type FigureInput = { key: FigureKey; people: FigurePeople; period: FigurePeriod; narrowing?: FigureNarrowing }

/** Null of a figure whose data the caller may not see. */
const findOneFigure = async (ctx: Ctx, { key, people, period, narrowing }: FigureInput): Promise<Figure | null> => {
  const seen = withFigureScope(ctx, key)
  if (!seen) return null
  const ranges = figures[key].isCompared ? [period, period.before, period.yearBefore] : [period]
  const [now, before, yearBefore] = await sumFigureRanges(key, { ctx: seen, people }, ranges, narrowing)
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

/** Names of what a figure is narrowed to: products are everybody's to know, people whoever is in reach or manages a client who is. */
const findNarrowedTo = async (ctx: Ctx, { product, manager }: Pick<RowNarrowing, 'product' | 'manager'>) => {
  const isInReach = sql<SqlBool>`(m.id in (${selectVisibleStaff(ctx).select('e.id')})
    or m.id in (${selectVisibleClients(ctx).select('c.managerId')}))`
  const [ofProduct, ofManager] = await Promise.all([
    product === undefined
      ? undefined
      : ctx.db.selectFrom('product').where('id', '=', product).select(['id', 'name']).executeTakeFirst(),
    manager === undefined || manager === nobodysId
      ? undefined
      : ctx.db
          .selectFrom('employee as m')
          .where('m.id', '=', manager)
          .where(isInReach)
          .select(['m.id', fullNameSql('m').as('name')])
          .executeTakeFirst(),
  ])
  return {
    product: ofProduct ?? null,
    manager: manager === nobodysId ? { id: nobodysId, name: null } : (ofManager ?? null),
  }
}

/** Throws 404 of a figure whose data the caller may not see, and for whom they don't see. */
export const findFigure = async (
  ctx: Ctx,
  { params, query: { product, manager, rest, ...query } }: Pick<ParsedRequest<typeof getFigure>, 'params' | 'query'>,
): Promise<ResponseBody<typeof getFigure>> => {
  const period = resolvePeriod(ctx, query)
  const people = await resolvePeople(ctx, query)
  const narrowing = { product, manager, rest, of: query.of, view: query.view }
  const [scope, figure, narrowedTo] = await Promise.all([
    findFigureScope(ctx, query),
    findOneFigure(ctx, { key: params.figure, people, period, narrowing }),
    findNarrowedTo(ctx, narrowing),
  ])
  if (!figure) throw buildRefusal('notFound')
  return { scope, period, figure, ...narrowedTo }
}

import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { FigurePart } from '#contract/figures/keys.ts'
import { flowParts } from '#contract/figures/keys.ts'
import type { ChangeGrouping } from '#contract/firm-panel/tiles.ts'
import type { ChangeLine, getPanelChange } from '#contract/firm-panel.ts'
import { parseDay, toIsoDate } from '#rules/calendar.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import { type FigureGroupRow, groupFigure, resolveRequest } from '#server/domain/figure-rows.ts'
import { findFigureScope } from '#server/domain/figure-scope.ts'
import { findStockSeries, type StockGroup } from '#server/domain/stock-series.ts'

type ChangeQuery = Omit<ParsedRequest<typeof getPanelChange>['query'], 'by'> & { by?: ChangeGrouping | undefined }

type Flow = { cents: bigint; count: number }
/** In cents. */
type Cell = {
  productId: string | null
  managerId: string | null
  opening: bigint
  closing: bigint
  flows: Map<string, Flow>
}

const newCell = (productId: string | null, managerId: string | null): Cell => ({
  productId,
  managerId,
  opening: 0n,
  closing: 0n,
  flows: new Map(),
})

/** Balances and flows, put together by what they are divided by. */
const mergeCells = (stocks: readonly StockGroup[], flows: readonly FigureGroupRow[], by: ChangeGrouping): Cell[] => {
  const cells = new Map<string, Cell>()
  const findCell = (productId: string | null, managerId: string | null): Cell => {
    const product = by === 'manager' ? null : productId
    const manager = by === 'product' ? null : managerId
    const key = `${product} ${manager}`
    const cell = cells.get(key) ?? newCell(product, manager)
    cells.set(key, cell)
    return cell
  }
  for (const { productId, managerId, days } of stocks) {
    const cell = findCell(productId, managerId)
    cell.opening += days[0]!.balance
    cell.closing += days[1]!.balance
  }
  for (const { productId, managerId, part, amount, count } of flows) {
    const own = findCell(productId, managerId).flows
    const before = own.get(part) ?? { cents: 0n, count: 0 }
    own.set(part, { cents: before.cents + toCents(amount), count: before.count + count })
  }
  return [...cells.values()]
}

const findNames = async ({ db }: Pick<Ctx, 'db'>, cells: readonly Cell[]) => {
  const listIds = (key: 'productId' | 'managerId'): string[] => [
    '0',
    ...new Set(cells.map((cell) => cell[key]).filter((id) => id !== null)),
  ]
  const [products, managers] = await Promise.all([
    db.selectFrom('product as p').where('p.id', 'in', listIds('productId')).select(['p.id', 'p.name']).execute(),
    db
      .selectFrom('employee as e')
      .where('e.id', 'in', listIds('managerId'))
      .select(['e.id', fullNameSql('e').as('name')])
      .execute(),
  ])
  return {
    product: new Map(products.map((one) => [one.id, one])),
    manager: new Map(managers.map((one) => [one.id, one])),
  }
}

const buildLine = (
  { opening, closing, flows }: Cell,
  names: Pick<ChangeLine, 'product' | 'manager'> = { product: null, manager: null },
): ChangeLine => {
  const moved = [...flows.values()].reduce((sum, { cents }) => sum + cents, 0n)
  return {
    ...names,
    opening: centsToAmount(opening),
    flows: flowParts.flatMap((part) => {
      const flow = flows.get(part)
      return flow ? [{ part, amount: centsToAmount(flow.cents), count: flow.count }] : []
    }),
    others: centsToAmount(closing - opening - moved),
    closing: centsToAmount(closing),
    change: centsToAmount(closing - opening),
  }
}

const addUp = (cells: readonly Cell[]): Cell => {
  const total = newCell(null, null)
  for (const { opening, closing, flows } of cells) {
    total.opening += opening
    total.closing += closing
    for (const [part, { cents, count }] of flows) {
      const before = total.flows.get(part) ?? { cents: 0n, count: 0 }
      total.flows.set(part, { cents: before.cents + cents, count: before.count + count })
    }
  }
  return total
}

const sizeOf = ({ opening, closing }: Cell): bigint => (closing > opening ? closing - opening : opening - closing)

const byContribution = (one: Cell, other: Cell): number => {
  if (sizeOf(one) !== sizeOf(other)) return sizeOf(other) > sizeOf(one) ? 1 : -1
  return other.closing > one.closing ? 1 : -1
}

/** Nothing stood in it, and nothing moved. */
const isIdle = ({ opening, closing, flows }: Cell): boolean => opening === 0n && closing === 0n && flows.size === 0

const assertDays = ({ from, to }: ChangeQuery, today: string): void => {
  if (from >= to) throw buildRefusal('request.invalid', { fields: { to: 'too_small' } })
  if (to > today) throw buildRefusal('request.invalid', { fields: { to: 'too_big' } })
}

/** Throws 404 for whom the caller doesn't see, and where clients aren't to see. */
export const findPanelChange = async (
  ctx: Ctx,
  { query }: { query: ChangeQuery },
): Promise<ResponseBody<typeof getPanelChange>> => {
  const { from, to, by = 'productManager', ...whose } = query
  assertDays(query, ctx.businessDate)
  const dayAfter = toIsoDate(parseDay(from) + 1)
  const request = await resolveRequest(ctx, 'balance', { range: 'custom', from: dayAfter, to, ...whose })
  const [scope, stocks, flows] = await Promise.all([
    findFigureScope(ctx, whose),
    findStockSeries(request, [from, to], { byManager: true }),
    groupFigure('flows', request, 'productManager'),
  ])
  const cells = mergeCells(stocks, flows, by).filter((cell) => !isIdle(cell))
  const names = await findNames(ctx, cells)
  const sumCapital = (at: number): string =>
    centsToAmount(stocks.reduce((sum, { days }) => sum + days[at]!.principal, 0n))
  return {
    scope,
    from,
    to,
    capital: { opening: sumCapital(0), closing: sumCapital(1) },
    total: buildLine(addUp(cells)),
    lines: cells.sort(byContribution).map((cell) =>
      buildLine(cell, {
        product: names.product.get(cell.productId ?? '') ?? null,
        manager: names.manager.get(cell.managerId ?? '') ?? null,
      }),
    ),
  }
}

export const findFlow = (line: ChangeLine, part: FigurePart): string =>
  line.flows.find((flow) => flow.part === part)?.amount ?? '0.00'

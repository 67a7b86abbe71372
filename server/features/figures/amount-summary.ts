import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { FigureKey } from '#contract/figures/keys.ts'
import {
  type AmountCell,
  type CapitalState,
  capitalStates,
  type getAmountSummary,
} from '#contract/figures/summaries.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { groupFigure, resolveRequest } from '#server/domain/figure-rows.ts'
import { findFigureScope } from '#server/domain/figure-scope.ts'

const figureOfState = {
  active: 'totalCapital',
  pending: 'pendingCapital',
  idle: 'idleMoney',
} as const satisfies Record<CapitalState, FigureKey>

/** Parts of a figure that differ in nothing that is shown here are one. */
const mergeCells = (cells: readonly AmountCell[]): AmountCell[] => {
  const merged = new Map<string, AmountCell>()
  for (const cell of cells) {
    const key = `${cell.state} ${cell.product.id} ${cell.manager?.id}`
    const before = merged.get(key)
    merged.set(key, {
      ...cell,
      amount: centsToAmount(toCents(before?.amount ?? '0.00') + toCents(cell.amount)),
      count: cell.count + (before?.count ?? 0),
    })
  }
  return [...merged.values()]
}

/** Throws 404 for whom the caller doesn't see. */
export const findAmountSummary = async (
  ctx: Ctx,
  { query }: Pick<ParsedRequest<typeof getAmountSummary>, 'query'>,
): Promise<ResponseBody<typeof getAmountSummary>> => {
  const { day = ctx.businessDate, ...whose } = query
  const filters = { range: 'custom', from: day, to: day, ...whose } as const
  const findCells = async (state: CapitalState): Promise<AmountCell[]> => {
    const request = await resolveRequest(ctx, figureOfState[state], filters)
    const groups = await groupFigure(figureOfState[state], request, 'productManager')
    return groups.map(({ productId, productName, managerId, managerName, amount, count }) => ({
      product: { id: productId!, name: productName! },
      manager: managerId === null ? null : { id: managerId, name: managerName! },
      state,
      amount,
      count,
    }))
  }
  const [scope, ...cells] = await Promise.all([findFigureScope(ctx, whose), ...capitalStates.map(findCells)])
  return { scope, day, cells: mergeCells(cells.flat()) }
}

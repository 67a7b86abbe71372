import type { FigurePart } from '#contract/figures/keys.ts'
import { toCents } from '#rules/cents.ts'
import { groupFigure, sumFigureParts } from './figure-rows.ts'
import type { FigureRequest } from './figure-scope.ts'

/** What a tile counts as come in, and as gone. */
export type MoneyInAndOut = { in: bigint; out: bigint; count: { in: number; out: number } }

type KindSum = { part: FigurePart; amount: string; count: number }

const outParts: ReadonlySet<FigurePart> = new Set(['withdrawal', 'cancellation', 'maturity'])

const addMoneyInAndOut = (sums: readonly KindSum[]): MoneyInAndOut => {
  const add = (keep: (part: FigurePart) => boolean) => {
    const own = sums.filter(({ part }) => keep(part))
    return {
      amount: own.reduce((sum, { amount }) => sum + toCents(amount), 0n),
      count: own.reduce((sum, { count }) => sum + count, 0),
    }
  }
  const came = add((part) => part === 'contribution')
  const gone = add((part) => outParts.has(part))
  return { in: came.amount, out: gone.amount, count: { in: came.count, out: gone.count } }
}

/** What came in and went out in a range, as the figure `flows` of these days says. */
export const findMoneyInAndOut = async (request: FigureRequest): Promise<MoneyInAndOut> =>
  addMoneyInAndOut(await sumFigureParts('flows', request))

/** The same month by month. */
export const findMoneyInAndOutByMonth = async (
  request: FigureRequest,
  months: readonly string[],
): Promise<MoneyInAndOut[]> => {
  const sums = await groupFigure('flows', request, 'month')
  return months.map((month) => addMoneyInAndOut(sums.filter((one) => one.month === month)))
}

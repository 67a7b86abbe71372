import type { FigurePart } from '#contract/figures/keys.ts'
import type { ProductHistoryMonth } from '#contract/figures.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'

/** A month of one product, or of all together. */
export type HistoryLine = Omit<ProductHistoryMonth, 'product'>

const addAmounts = (one: string, other: string): string => centsToAmount(toCents(one) + toCents(other))

const addFlows = (one: HistoryLine['flows'], other: HistoryLine['flows']): HistoryLine['flows'] => {
  const sums = new Map<FigurePart, HistoryLine['flows'][number]>(one.map((flow) => [flow.part, flow]))
  for (const flow of other) {
    const before = sums.get(flow.part)
    const sum = before && { ...flow, amount: addAmounts(before.amount, flow.amount), count: before.count + flow.count }
    sums.set(flow.part, sum ?? flow)
  }
  return [...sums.values()]
}

/** A line for each month, of the product or of all of them, oldest first. */
export const buildHistoryLines = (months: readonly ProductHistoryMonth[], productId: string | null): HistoryLine[] => {
  const lines = new Map<string, HistoryLine>()
  for (const { product, ...month } of months) {
    if (productId !== null && product.id !== productId) continue
    const before = lines.get(month.month)
    lines.set(
      month.month,
      before
        ? {
            ...month,
            opening: addAmounts(before.opening, month.opening),
            flows: addFlows(before.flows, month.flows),
            others: addAmounts(before.others, month.others),
            closing: addAmounts(before.closing, month.closing),
          }
        : month,
    )
  }
  return [...lines.values()]
}

/** More lines than that nobody tells apart. */
export const maxChartProducts = 5

export type ClosingSeries = { id: string | null; name: string | null; values: (string | null)[] }

/** The closings of the largest products, month by month, and of all the others together: without id and name. */
export const buildClosingSeries = (
  months: readonly ProductHistoryMonth[],
  names: readonly string[],
  productId: string | null,
): ClosingSeries[] => {
  const products = new Map(months.map(({ product }) => [product.id, product.name]))
  const closingOf = new Map(months.map((one) => [`${one.month} ${one.product.id}`, one.closing]))
  const last = (id: string): bigint => toCents(closingOf.get(`${names.at(-1)} ${id}`) ?? '0.00')
  const ordered = [...products.keys()]
    .filter((id) => productId === null || id === productId)
    .sort((one, other) => (last(other) > last(one) ? 1 : -1))
  const shown = ordered.length > maxChartProducts + 1 ? ordered.slice(0, maxChartProducts) : ordered
  const rest = ordered.slice(shown.length)
  const sumRest = (month: string): string =>
    centsToAmount(rest.reduce((sum, id) => sum + toCents(closingOf.get(`${month} ${id}`) ?? '0.00'), 0n))
  return [
    ...shown.map((id) => ({
      id,
      name: products.get(id)!,
      values: names.map((month) => closingOf.get(`${month} ${id}`) ?? null),
    })),
    ...(rest.length > 0 ? [{ id: null, name: null, values: names.map(sumRest) }] : []),
  ]
}

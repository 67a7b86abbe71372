import type { ProductFigures, StudiedProduct } from '#contract/figures/product-study.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import { type ClosingSeries, maxChartProducts } from './history-lines.ts'

/** What a chart of products can show. */
export const productMeasures = [
  'averageBalance',
  'inflow',
  'outflow',
  'transfers',
  'penalties',
] as const satisfies readonly (keyof ProductFigures)[]
export type ProductMeasure = (typeof productMeasures)[number]

/** A figure of the largest products month by month, and of all the others together: without id and name. */
export const buildProductSeries = (
  products: readonly StudiedProduct[],
  measure: ProductMeasure,
  productId: string | null,
): ClosingSeries[] => {
  const chosen = products.filter(({ product }) => productId === null || product.id === productId)
  const shown = chosen.length > maxChartProducts + 1 ? chosen.slice(0, maxChartProducts) : chosen
  const rest = chosen.slice(shown.length)
  const sumRest = (at: number): string =>
    centsToAmount(rest.reduce((sum, { months }) => sum + toCents(months[at]![measure]), 0n))
  return [
    ...shown.map(({ product: { id, name }, months }) => ({ id, name, values: months.map((month) => month[measure]) })),
    ...(rest.length > 0 ? [{ id: null, name: null, values: rest[0]!.months.map((_, at) => sumRest(at)) }] : []),
  ]
}

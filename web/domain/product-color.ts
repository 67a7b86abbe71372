import { chartColors } from '#web/ui/chart/chart-colors.ts'

/** The place of a product in the palette of charts: the same on every screen, since it follows from its number alone. */
export const getProductColor = (productId: string): number => Number(BigInt(productId) % BigInt(chartColors.length))

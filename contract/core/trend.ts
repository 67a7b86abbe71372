import { z } from 'zod'
import { BusinessDate } from './values.ts'

const Decimal = z.string().regex(/^-?\d+(\.\d+)?$/)

/** How a figure came to be what it is: its value at the ends of the months before, and how it changed. */
export const Trend = z.object({
  /** The oldest first. A value is null where there was nothing to measure. */
  points: z.array(z.object({ through: BusinessDate, value: Decimal.nullable() })),
  /** Between two of the points. Null where one of them has no value. */
  change: z
    .object({
      from: BusinessDate,
      through: BusinessDate,
      /** In the figure's own unit. */
      amount: Decimal,
      /** Per cent with one decimal; null where it was nothing before, or below it. */
      percent: Decimal.nullable(),
    })
    .nullable(),
})
export type Trend = z.infer<typeof Trend>

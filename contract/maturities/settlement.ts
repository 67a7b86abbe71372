import { z } from 'zod'
import { BusinessDate } from '../core/values.ts'

/** When a maturity is paid or renewed. */
export const maturitySettlement = {
  /** The day on which its term ends, or the next one on which banks settle payments. */
  settlesOn: BusinessDate,
  /** Why it is not settled on the day on which its term ends; null: it is. */
  closure: z.enum(['weekend', 'holiday']).nullable(),
}

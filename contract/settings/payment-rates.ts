import { z } from 'zod'
import { ProposalResult, Reason } from '#contract/approvals.ts'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { BusinessDate, Instant } from '#contract/core/values.ts'

/** Units of a currency for one euro: '21.35480000'. */
export const RatePerEuro = z.string().regex(/^(0|[1-9]\d{0,7})(\.\d{1,8})?$/)

/** A rate that differs from the one before it by more per cent than this is probably a slip: its maker has to confirm it. */
export const maxUsualRateChangePercent = 5

/** How many days ahead a rate can be set. */
export const maxRateDaysAhead = 7

export const PaymentRates = z.object({
  /** In which the prefix pays; EUR: no rate is needed. */
  currency: z.enum(['EUR', 'MXN']),
  /** The newest first. */
  rates: z.array(
    z.object({ rateOn: BusinessDate, perEuro: RatePerEuro, setAt: Instant, setBy: z.string().nullable() }),
  ),
})
export type PaymentRates = z.infer<typeof PaymentRates>

export const getPaymentRates = defineEndpoint({
  method: 'GET',
  path: '/settings/payment-rates',
  summary: 'What one euro is worth in the currency in which payments leave, day by day',
  module: 'bt_Ajustes',
  action: 'view',
  output: PaymentRates,
})

/** A rate is for one day, and needs a second person. `perEuro: unlikely` where it is far from the one before, unless `isSure`. */
export const setPaymentRate = defineEndpoint({
  method: 'PUT',
  path: '/settings/payment-rates',
  changes: ['approvals', 'paymentBatches', 'payments', 'settings'],
  summary: 'Have the rate at which payments of a day leave approved',
  module: 'bt_Ajustes',
  action: 'edit',
  body: z.object({ rateOn: BusinessDate, perEuro: RatePerEuro, isSure: z.boolean().default(false), reason: Reason }),
  output: ProposalResult,
})

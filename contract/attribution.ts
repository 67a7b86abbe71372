import { z } from 'zod'
import { PendingSettingChange } from './approvals/pending-setting-change.ts'
import { Reason } from './approvals.ts'
import { sumShareHundredths, wholeShareHundredths } from './attribution/shares.ts'
import { clientChannels } from './clients.ts'
import { defineEndpoint } from './core/endpoint.ts'
import { BusinessDate, Id, Instant } from './core/values.ts'

/** Days after a payout in which a contribution is no new money. */
export const defaultReinvestmentDays = 30
export const maxReinvestmentDays = 365

/** Per cent with two decimals, from '0.00' to '100.00'. */
export const AttributionShare = z.string().regex(/^(100\.00|(0|[1-9]\d?)\.\d{2})$/)

export const attributionShareFields = {
  manager: AttributionShare,
  partner: AttributionShare,
  advisor: AttributionShare,
  banker: AttributionShare,
}
export const attributionStates = ['current', 'coming', 'past'] as const

export const AttributionRule = z.object({
  id: Id,
  /** Null of any product. */
  productId: Id.nullable(),
  productName: z.string().nullable(),
  /** Null of any channel. */
  channel: z.enum(clientChannels).nullable(),
  validFrom: BusinessDate,
  ...attributionShareFields,
  state: z.enum(attributionStates),
  setAt: Instant,
  /** Null of a rule that came with the firm. */
  setBy: z.string().nullable(),
})
export type AttributionRule = z.infer<typeof AttributionRule>

export const AttributionSettings = z.object({
  /** The newest first, of each product and channel. */
  rules: z.array(AttributionRule),
  reinvestmentDays: z.number().int(),
  /** Changes of these that wait for a second person. */
  waiting: z.array(PendingSettingChange),
  /** Of which a rule can be. */
  products: z.array(z.object({ id: Id, name: z.string() })),
})
export type AttributionSettings = z.infer<typeof AttributionSettings>

const editAccess = { module: 'bt_Ajustes', action: 'edit' } as const

export const getAttributionSettings = defineEndpoint({
  method: 'GET',
  path: '/settings/attribution',
  summary: 'Who is credited with which part of money raised: the dated rules, and when money is new',
  about: ['products', 'settings'],
  module: 'bt_Ajustes',
  action: 'view',
  output: AttributionSettings,
})

/**
 * A rule holds from its day until the next one of the same product and channel. It waits for a second person, as every change of these does. What is
 * booked by then keeps its parts; a day before today is refused.
 */
export const setAttributionRule = defineEndpoint({
  method: 'PUT',
  path: '/settings/attribution/rules',
  changes: ['approvals', 'settings'],
  summary: 'Set who is credited with which part from a day on, or correct the rule of that day',
  ...editAccess,
  body: z
    .object({
      productId: Id.nullable(),
      channel: z.enum(clientChannels).nullable(),
      validFrom: BusinessDate,
      ...attributionShareFields,
      reason: Reason,
    })
    // The manager's is what the others leave.
    .refine((shares) => sumShareHundredths(shares) === wholeShareHundredths, {
      path: ['manager'],
      params: { field: 'hundred' },
    }),
  output: AttributionSettings,
})

/** Of a rule that holds or is to come. */
export const removeAttributionRule = defineEndpoint({
  method: 'POST',
  path: '/settings/attribution/rules/:ruleId/remove',
  changes: ['approvals', 'settings'],
  summary: 'Take a rule of attribution back',
  ...editAccess,
  params: z.object({ ruleId: Id }),
  body: z.object({ reason: Reason }),
  output: AttributionSettings,
})

/** `conflict.changed` where they aren't what the caller saw. */
export const setReinvestmentDays = defineEndpoint({
  method: 'PUT',
  path: '/settings/attribution/reinvestment-days',
  changes: ['approvals', 'settings'],
  summary: 'Set for how many days after a payout a contribution is no new money',
  ...editAccess,
  body: z.object({
    before: z.number().int().min(0).max(maxReinvestmentDays),
    after: z.number().int().min(0).max(maxReinvestmentDays),
    reason: Reason,
  }),
  output: AttributionSettings,
})

import { z } from 'zod'
import { PendingSettingChange } from './approvals/pending-setting-change.ts'
import { Reason } from './approvals.ts'
import { Maintenance } from './auth.ts'
import { defineEndpoint } from './core/endpoint.ts'
import { BusinessDate, Instant, MultiLineText } from './core/values.ts'
import { roles } from './permissions.ts'
import { Currency } from './personal-area/preferences.ts'
import { RatePerEuro } from './settings/payment-rates.ts'

export const CurrencyRate = z.object({
  currency: Currency,
  validFrom: BusinessDate,
  perEuro: RatePerEuro,
  setAt: Instant,
  setBy: z.string().nullable(),
})
export type CurrencyRate = z.infer<typeof CurrencyRate>

export const Settings = z.object({
  maintenance: Maintenance.nullable(),
  /** Whether people may open the panel of layout settings. */
  settingsPanel: z.boolean(),
  /** Roles that can't work here without a second factor. */
  secondFactorRoles: z.array(z.enum(roles)),
  /** Roles of which one is required only once a second person has approved it: somebody of them decides about rights and has none. */
  lockingRoles: z.array(z.enum(roles)),
  /** Counts the changes: a change names the version that it was made on. */
  version: z.number().int(),
  google: z.object({ configured: z.boolean(), clientId: z.string().nullable(), issuer: z.string() }),
  mail: z.object({ way: z.enum(['smtp', 'mailbox']), waiting: z.number().int(), failed: z.number().int() }),
  rates: z.array(CurrencyRate),
  /** Roles that are to work without a second factor, or with one, once a second person has approved it. */
  waiting: z.array(PendingSettingChange),
})
export type Settings = z.infer<typeof Settings>

export const getSettings = defineEndpoint({
  method: 'GET',
  path: '/settings',
  summary: 'Settings of the prefix',
  module: 'bt_Ajustes',
  action: 'view',
  output: Settings,
})

/** Only what is given changes. `conflict.changed` where somebody else changed something since `version`. */
export const changeSettings = defineEndpoint({
  method: 'PATCH',
  path: '/settings',
  changes: ['approvals', 'settings'],
  summary: 'Change settings of the prefix',
  module: 'bt_Ajustes',
  action: 'edit',
  body: z.object({
    version: z.int32(),
    maintenance: z
      .strictObject({ message: MultiLineText(0, 500), until: Instant.nullable() })
      .nullable()
      .optional(),
    settingsPanel: z.boolean().optional(),
    /** A role is added at once, but for `lockingRoles`; those, and one that is left out, wait for a second person, who reads the reason. */
    secondFactorRoles: z.array(z.enum(roles)).optional(),
    reason: Reason.optional(),
  }),
  output: Settings,
})

/** A rate holds from its day until the next one of the currency. Setting it again for the same day corrects it; both stand in the audit. */
export const setCurrencyRate = defineEndpoint({
  method: 'PUT',
  path: '/settings/currency-rates',
  changes: ['settings'],
  summary: 'Set what one euro is worth in a currency from a day on',
  module: 'bt_Ajustes',
  action: 'edit',
  body: z.object({ currency: Currency, validFrom: BusinessDate, perEuro: RatePerEuro }),
  output: CurrencyRate,
})

export const removeCurrencyRate = defineEndpoint({
  method: 'DELETE',
  path: '/settings/currency-rates/:currency/:validFrom',
  changes: ['settings'],
  summary: 'Take a rate back',
  module: 'bt_Ajustes',
  action: 'edit',
  params: z.object({ currency: Currency, validFrom: BusinessDate }),
  output: z.object({ removed: z.literal(true) }),
})

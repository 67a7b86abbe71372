import { z } from 'zod'
import { PendingSettingChange } from './approvals/pending-setting-change.ts'
import { Reason } from './approvals.ts'
import { countryCodes } from './core/countries.ts'
import { defineEndpoint } from './core/endpoint.ts'
import { BusinessDate, Instant, MultiLineText } from './core/values.ts'

/** What the firm is before the tax authority: a bank or another entity of the financial system, or not. */
export const payerKinds = ['bank', 'other'] as const
export const rulePayerKinds = ['any', ...payerKinds] as const
export const rulePayeeKinds = ['any', 'person', 'company'] as const
export const withholdingBases = ['interest', 'capital'] as const

/** `any`; `EU` = another member state; `ABROAD` = any other country; else a country or a part of one, 'PT' or 'PT-20'. */
export const TaxRegion = z.string().regex(/^(any|ABROAD|[A-Z]{2}(-[A-Z0-9]{1,3})?)$/)
/** Places with a name of their own; any other is a country by its letters. */
export const namedTaxRegions = ['any', 'EU', 'ABROAD', 'PT-20', 'PT-30'] as const
/** Per cent, from 0 (exempt) to 100, '19.6'. */
const Percentage = z.string().regex(/^(100(\.0{1,6})?|(0|[1-9]\d?)(\.\d{1,6})?)$/)

const withholdingRateKey = {
  payer: z.enum(rulePayerKinds),
  payee: z.enum(rulePayeeKinds),
  region: TaxRegion,
  validFrom: BusinessDate,
}
/** Of a country that there is: a typing error would never apply to anybody, and nobody would notice. */
const KnownTaxRegion = TaxRegion.refine(
  (region) => /^(any|ABROAD|EU)$/.test(region) || countryCodes.includes(region.slice(0, 2)),
  'unknown',
)
const withholdingRateFields = {
  ...withholdingRateKey,
  region: KnownTaxRegion,
  rate: Percentage,
  basis: z.enum(withholdingBases),
  /** Where the rule comes from: law and article. */
  source: MultiLineText(3, 500),
}

export const WithholdingRate = z.object({
  ...withholdingRateFields,
  region: TaxRegion,
  setAt: Instant,
  setBy: z.string().nullable(),
})
export type WithholdingRate = z.infer<typeof WithholdingRate>

export const WithholdingSettings = z.object({
  payer: z.enum(payerKinds),
  rates: z.array(WithholdingRate),
  /** Changes of these that wait for a second person. */
  waiting: z.array(PendingSettingChange),
})
export type WithholdingSettings = z.infer<typeof WithholdingSettings>

const editAccess = { module: 'bt_Ajustes', action: 'edit' } as const

export const getWithholdingSettings = defineEndpoint({
  method: 'GET',
  path: '/settings/withholding',
  summary: 'What is withheld from interest: what the firm is as a payer, and the dated rates',
  module: 'bt_Ajustes',
  action: 'view',
  output: WithholdingSettings,
})

/** Waits for a second person, as every change of these does. `conflict.changed` where it isn't what the caller saw. */
export const setPayerKind = defineEndpoint({
  method: 'PUT',
  path: '/settings/withholding/payer',
  changes: ['approvals', 'settings', 'withholding'],
  summary: 'Say what the firm is before the tax authority',
  ...editAccess,
  body: z.object({ before: z.enum(payerKinds), after: z.enum(payerKinds), reason: Reason }),
  output: WithholdingSettings,
})

/** A rate holds from its day until the next one of the same payer, payee and region. What was withheld before stays as it was. */
export const setWithholdingRate = defineEndpoint({
  method: 'PUT',
  path: '/settings/withholding/rates',
  changes: ['approvals', 'settings', 'withholding'],
  summary: 'Set what is withheld from a day on, or correct the rate of that day',
  ...editAccess,
  body: z.object({ ...withholdingRateFields, reason: Reason }),
  output: WithholdingSettings,
})

export const removeWithholdingRate = defineEndpoint({
  method: 'POST',
  path: '/settings/withholding/rates/:payer/:payee/:region/:validFrom/remove',
  changes: ['approvals', 'settings', 'withholding'],
  summary: 'Take a rate of withholding back',
  ...editAccess,
  params: z.object(withholdingRateKey),
  body: z.object({ reason: Reason }),
  output: WithholdingSettings,
})

import { z } from 'zod'
import { WaitingSetting } from './approvals/waiting-setting.ts'
import { Reason } from './approvals.ts'
import { countries } from './core/countries.ts'
import { endpoint } from './core/endpoint.ts'
import { BusinessDate, Instant, Lines } from './core/values.ts'

/** What the firm is before the tax authority: a bank or another entity of the financial system, or not. */
export const payers = ['bank', 'other'] as const
export const payerChoices = ['any', ...payers] as const
export const payeeChoices = ['any', 'person', 'company'] as const
export const withholdingBases = ['interest', 'capital'] as const

/** `any`; `EU` = another member state; `ABROAD` = any other country; else a country or a part of one, 'PT' or 'PT-20'. */
export const Region = z.string().regex(/^(any|ABROAD|[A-Z]{2}(-[A-Z0-9]{1,3})?)$/)
/** Places with a name of their own; any other is a country by its letters. */
export const namedRegions = ['any', 'EU', 'ABROAD', 'PT-20', 'PT-30'] as const
/** Per cent, from 0 (exempt) to 100, '19.6'. */
const Percent = z.string().regex(/^(100(\.0{1,6})?|(0|[1-9]\d?)(\.\d{1,6})?)$/)

const key = {
  payer: z.enum(payerChoices),
  payee: z.enum(payeeChoices),
  region: Region,
  validFrom: BusinessDate,
}
/** Of a country that there is: a typing error would never apply to anybody, and nobody would notice. */
const KnownRegion = Region.refine(
  (region) => /^(any|ABROAD|EU)$/.test(region) || countries.includes(region.slice(0, 2)),
  'unknown',
)
const values = {
  ...key,
  region: KnownRegion,
  rate: Percent,
  basis: z.enum(withholdingBases),
  /** Where the rule comes from: law and article. */
  source: Lines(3, 500),
}

export const WithholdingRate = z.object({ ...values, region: Region, setAt: Instant, setBy: z.string().nullable() })
export type WithholdingRate = z.infer<typeof WithholdingRate>

export const Withholding = z.object({
  payer: z.enum(payers),
  rates: z.array(WithholdingRate),
  /** Changes of these that wait for a second person. */
  waiting: z.array(WaitingSetting),
})
export type Withholding = z.infer<typeof Withholding>

const access = { module: 'bt_Ajustes', action: 'edit' } as const

export const getWithholding = endpoint({
  method: 'GET',
  path: '/settings/withholding',
  summary: 'What is withheld from interest: what the firm is as a payer, and the dated rates',
  module: 'bt_Ajustes',
  action: 'view',
  output: Withholding,
})

/** Waits for a second person, as every change of these does. `conflict.changed` where it isn't what the caller saw. */
export const setPayer = endpoint({
  method: 'PUT',
  path: '/settings/withholding/payer',
  summary: 'Say what the firm is before the tax authority',
  ...access,
  body: z.object({ before: z.enum(payers), after: z.enum(payers), reason: Reason }),
  output: Withholding,
})

/** A rate holds from its day until the next one of the same payer, payee and region. What was withheld before stays as it was. */
export const setWithholdingRate = endpoint({
  method: 'PUT',
  path: '/settings/withholding/rates',
  summary: 'Set what is withheld from a day on, or correct the rate of that day',
  ...access,
  body: z.object({ ...values, reason: Reason }),
  output: Withholding,
})

export const removeWithholdingRate = endpoint({
  method: 'POST',
  path: '/settings/withholding/rates/:payer/:payee/:region/:validFrom/remove',
  summary: 'Take a rate of withholding back',
  ...access,
  params: z.object(key),
  body: z.object({ reason: Reason }),
  output: Withholding,
})

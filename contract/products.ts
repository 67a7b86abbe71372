import { z } from 'zod'
import { ProposalResult, Reason } from './approvals.ts'
import { defineEndpoint } from './core/endpoint.ts'
import { defineList } from './core/list.ts'
import { BusinessDate, Id, Money, OneOrMore, Rate, SingleLineText } from './core/values.ts'

export const productLines = ['evas', 'auras', 'antares', 'smart'] as const
export const dayCounts = ['ACT/365F', 'ACT/360', '30E/360', 'ACT/ACT ISDA'] as const
export const payoutFrequencies = ['monthly', 'quarterly', 'half_yearly', 'yearly', 'at_maturity'] as const
/** What may leave before the term is over: only the whole by a cancellation, a part that pays the penalty, or anything. */
export const earlyWithdrawalPolicies = ['none', 'part_with_penalty', 'free'] as const
/** Whether an open account takes more money. */
export const additionPolicies = ['none', 'within_days', 'always'] as const
export const productFamilies = ['smart', 'fixed_term', 'alliance', 'insurance', 'ticket_restaurant', 'current'] as const
export const maturityInstructions = ['pay_out', 'renew_principal', 'renew_all', 'transfer'] as const

const viewAccess = { module: 'bt_Productos', action: 'view' } as const
const productParams = z.object({ productId: Id })

/** What the firm offers; a current account is only what another bank's account was imported into. */
export const offeredProductFamilies = ['smart', 'fixed_term', 'alliance', 'insurance', 'ticket_restaurant'] as const

/** What may be changed of a product. An open account keeps what it was opened with. */
const productSettingFields = {
  /** In the numbers of its accounts. Stays, with the family, once there is one. */
  code: z.string(),
  family: z.enum(productFamilies),
  line: z.enum(productLines).nullable(),
  name: z.string(),
  dayCount: z.enum(dayCounts),
  payout: z.enum(payoutFrequencies),
  /** Interest stays in the account and earns, net of withholding; otherwise it is paid out. */
  capitalised: z.boolean(),
  minimum: Money,
  /** Null: as much as one likes. */
  maximum: Money.nullable(),
  /** Null: without a term. */
  termMonths: z.number().int().nullable(),
  /** Points of interest that leaving early costs. */
  penaltyPoints: Rate,
  defaultInstruction: z.enum(maturityInstructions),
  /** Whether the days until the next business day earn where a maturity falls on a holiday. */
  earnsUntilPaid: z.boolean(),
  earlyWithdrawal: z.enum(earlyWithdrawalPolicies),
  additions: z.enum(additionPolicies),
  /** Of `within_days`, how many after the opening; null otherwise. */
  additionDays: z.number().int().nullable(),
  onSale: z.boolean(),
}

export const ProductRow = z.object({
  id: Id,
  /** False for what never earns. */
  accrues: z.boolean(),
  ...productSettingFields,
  /** Of today's tariff, the lowest and the highest; null where there is none. */
  rateFrom: Rate.nullable(),
  rateTo: Rate.nullable(),
})
export type ProductRow = z.infer<typeof ProductRow>

export const listProducts = defineList({
  path: '/products',
  summary: 'Products, with the rates of today',
  module: 'bt_Productos',
  row: ProductRow,
  texts: 'products',
  columns: {
    code: { width: 16 },
    name: { width: 30 },
    family: { words: 'families', width: 20 },
    line: { words: 'lines', width: 12 },
    termMonths: { kind: 'integer' },
    payout: { words: 'payouts', width: 16 },
    capitalised: { kind: 'boolean' },
    // Its codes are the market's own names.
    dayCount: { kind: 'text', width: 14 },
    minimum: { kind: 'money' },
    maximum: { kind: 'money' },
    rateFrom: { kind: 'rate', width: 14 },
    rateTo: { kind: 'rate', width: 14 },
    penaltyPoints: { kind: 'rate', width: 14 },
    defaultInstruction: { words: 'instructions', width: 26 },
    earnsUntilPaid: { kind: 'boolean' },
    earlyWithdrawal: { words: 'earlyWithdrawals', width: 26 },
    additions: { words: 'additions', width: 20 },
    additionDays: { kind: 'integer' },
    onSale: { kind: 'boolean' },
  },
  filters: {
    search: z.string().trim().min(1).max(80).optional(),
    family: OneOrMore(z.enum(productFamilies)).optional(),
    line: OneOrMore(z.enum(productLines)).optional(),
    onSale: z.stringbool().optional(),
  },
  sortable: ['name', 'code', 'minimum', 'termMonths', 'rateFrom'],
  defaultSort: { sort: 'name', direction: 'asc' },
})

/** From this amount and this many months on (0: any). */
const TariffSlab = z.object({ termMonths: z.number().int(), minAmount: Money, rate: Rate })
/** The same with the effective yearly rate before tax (TAE) of an account that opens on the first day; null where nothing is earned. */
const TariffSlabDetail = TariffSlab.extend({ effectiveRate: Rate.nullable() })
export const tariffStates = ['past', 'current', 'coming'] as const

export const ProductDetail = ProductRow.extend({
  version: z.number().int(),
  tariffs: z.array(
    z.object({ validFrom: BusinessDate, state: z.enum(tariffStates), slabs: z.array(TariffSlabDetail) }),
  ),
  /** A change that waits for a second person. */
  waiting: z.array(z.object({ approvalId: Id, change: z.enum(['settings', 'rates']) })),
})
export type ProductDetail = z.infer<typeof ProductDetail>

export const getProduct = defineEndpoint({
  method: 'GET',
  path: '/products/:productId',
  summary: 'One product with its tariffs, the newest first',
  ...viewAccess,
  params: productParams,
  output: ProductDetail,
})

const NonNegativeAmount = Money.refine((value) => !value.startsWith('-'), 'too_small')
const PercentagePoints = Rate.refine((value) => !value.startsWith('-') && Number(value) <= 100, 'too_big')
const TermMonths = z.number().int().min(1).max(600)

export const ProductSettings = z.strictObject({
  ...productSettingFields,
  code: z.string().regex(/^[A-Z0-9][A-Z0-9_-]{1,29}$/),
  family: z.enum(offeredProductFamilies),
  name: SingleLineText(2, 80),
  minimum: NonNegativeAmount,
  maximum: NonNegativeAmount.nullable(),
  termMonths: TermMonths.nullable(),
  penaltyPoints: PercentagePoints,
  additionDays: z.number().int().min(1).max(366).nullable(),
})
export type ProductSettings = z.infer<typeof ProductSettings>

/** `version`: of the product as it was seen. */
export const changeProduct = defineEndpoint({
  method: 'PUT',
  path: '/products/:productId',
  changes: ['accounts', 'approvals', 'products'],
  summary: 'Change what a product offers from now on; open accounts keep what they have',
  module: 'bt_Productos',
  action: 'edit',
  params: productParams,
  body: z.object({ version: z.number().int(), settings: ProductSettings, reason: Reason }),
  output: ProposalResult,
})

export const Tariff = z.strictObject({
  validFrom: BusinessDate,
  slabs: z
    .array(
      z.strictObject({ termMonths: TermMonths.or(z.literal(0)), minAmount: NonNegativeAmount, rate: PercentagePoints }),
    )
    .min(1)
    .max(60),
})
export type Tariff = z.infer<typeof Tariff>

/** Of today or a later day, never of one that is past: accounts have been opened at its rates. */
export const setTariff = defineEndpoint({
  method: 'PUT',
  path: '/products/:productId/tariff',
  changes: ['accounts', 'approvals', 'products'],
  summary: 'Set the rates of a product from a day on',
  module: 'bt_Productos',
  action: 'edit',
  params: productParams,
  body: z.object({ version: z.number().int(), tariff: Tariff, reason: Reason }),
  output: ProposalResult,
})

/** With its first rates where it earns. There is no product before somebody else agrees. `accrues` stays as it is for good. */
export const createProduct = defineEndpoint({
  method: 'POST',
  path: '/products',
  changes: ['approvals', 'products'],
  summary: 'Propose a product with its first rates',
  module: 'bt_Productos',
  action: 'create',
  body: z.object({ accrues: z.boolean(), settings: ProductSettings, tariff: Tariff.nullable(), reason: Reason }),
  output: ProposalResult,
})

import { z } from 'zod'
import { defineEndpoint } from './core/endpoint.ts'
import { exportFormats } from './core/list.ts'
import { BusinessDate, Id, Money, PositiveAmount, Rate } from './core/values.ts'
import { dayCounts, payoutFrequencies } from './products.ts'

const viewAccess = { module: 'bt_EstudioProductos', action: 'view' } as const

/** How many may stand beside each other, and for how long each is reckoned at most. */
export const maxStudyVariants = 3
export const maxStudyMonths = 480

const NonNegativeRate = Rate.refine((value) => !value.startsWith('-') && Number(value.split('.')[0]) < 100, 'too_big')

export const StudyProduct = z.object({
  id: Id,
  code: z.string(),
  name: z.string(),
  dayCount: z.enum(dayCounts),
  payout: z.enum(payoutFrequencies),
  capitalised: z.boolean(),
  /** Null: without a term. */
  termMonths: z.number().int().nullable(),
})

export const getStudyProducts = defineEndpoint({
  method: 'GET',
  path: '/product-studies/products',
  about: ['products', 'reference', 'settings', 'withholding'],
  summary: 'The products on sale that earn interest, for a study',
  ...viewAccess,
  output: z.object({ products: z.array(StudyProduct) }),
})
export type StudyProduct = z.infer<typeof StudyProduct>

export const StudyVariant = z.strictObject({
  productId: Id,
  /** The money put in. */
  amount: PositiveAmount,
  months: z.number().int().min(1).max(maxStudyMonths),
  /** Per cent a year; null takes the tariff of the first day. */
  rate: NonNegativeRate.nullable(),
  extraRate: NonNegativeRate,
})
export type StudyVariant = z.infer<typeof StudyVariant>

/** What is reckoned: from one day on, so that the variants can be compared. Without it, from today on. */
const ProductStudy = z.strictObject({
  startsOn: BusinessDate.refine((day) => day >= '1990-01-01' && day < '2100-01-01', 'invalid').optional(),
  variants: z.array(StudyVariant).min(1).max(maxStudyVariants),
})
export type ProductStudy = z.infer<typeof ProductStudy>

const StudyYear = z.object({
  year: z.number().int(),
  from: BusinessDate,
  /** The first day that it doesn't cover. */
  to: BusinessDate,
  opening: Money,
  interest: Money,
  extraInterest: Money,
  /** Both. */
  earned: Money,
  closing: Money,
})

export const VariantProjection = z.object({
  rate: Rate,
  /** Effective yearly rate with what is extra, before tax (TAE), of one term of the product. */
  effectiveRate: Rate,
  endsOn: BusinessDate,
  interest: Money,
  extraInterest: Money,
  totalEarned: Money,
  /** What was put in and all that it earned, whether it stayed in the account or was paid out. */
  finalAmount: Money,
  /** Of one day, and of a twelfth of a year, on what was put in. */
  dailyInterest: Money,
  monthlyInterest: Money,
  years: z.array(StudyYear),
})
export type VariantProjection = z.infer<typeof VariantProjection>

export const ProjectedVariant = z.object({
  product: StudyProduct,
  /** What the tariff of the first day gives; null where it has no rate for this amount and term. */
  proposedRate: Rate.nullable(),
  /** The limit of the product that the amount doesn't keep. */
  outside: z.object({ limit: z.enum(['minimum', 'maximum']), amount: Money }).nullable(),
  /** Null: there is neither a rate of one's own nor one of the tariff. */
  projection: VariantProjection.nullable(),
})
export type ProjectedVariant = z.infer<typeof ProjectedVariant>

export const projectStudy = defineEndpoint({
  method: 'POST',
  path: '/product-studies/projection',
  changes: [],
  allowedInViewReason: 'calculates; nothing is written',
  summary: 'What up to three variants would earn, year by year, before withholding',
  ...viewAccess,
  body: ProductStudy,
  output: z.object({ startsOn: BusinessDate, variants: z.array(ProjectedVariant) }),
})

export const studyExportColumns = [
  'variant',
  'product',
  'amount',
  'rate',
  'extraRate',
  'year',
  'from',
  'to',
  'opening',
  'interest',
  'extraInterest',
  'closing',
  'earnedSoFar',
] as const

export const exportStudy = defineEndpoint({
  method: 'POST',
  path: '/product-studies/export',
  changes: [],
  allowedInViewReason: 'makes a file of what is shown',
  summary: 'A study year by year, as Excel or CSV',
  module: 'bt_EstudioProductos',
  action: 'export',
  query: z.object({ format: z.enum(exportFormats) }),
  body: ProductStudy,
  output: z.unknown(),
})

/** In the reader's language: a study is of no client yet. */
export const printStudy = defineEndpoint({
  method: 'POST',
  path: '/product-studies/pdf',
  changes: [],
  allowedInViewReason: 'makes a file of what is shown',
  summary: 'A study as PDF: up to three variants beside each other, with their chart',
  module: 'bt_EstudioProductos',
  action: 'export',
  body: ProductStudy,
  output: z.unknown(),
})

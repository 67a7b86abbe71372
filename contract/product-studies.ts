import { z } from 'zod'
import { endpoint } from './core/endpoint.ts'
import { exportFormats } from './core/list.ts'
import { Amount, BusinessDate, Id, Money, Rate } from './core/values.ts'
import { dayCounts, payouts } from './products.ts'

const access = { module: 'bt_EstudioProductos', action: 'view' } as const

/** How many may stand beside each other, and for how long each is reckoned at most. */
export const mostVariants = 3
export const mostMonths = 480

const rate = Rate.refine((value) => !value.startsWith('-') && Number(value.split('.')[0]) < 100, 'too_big')

const StudiedProduct = z.object({
  id: Id,
  code: z.string(),
  name: z.string(),
  dayCount: z.enum(dayCounts),
  payout: z.enum(payouts),
  capitalised: z.boolean(),
  /** Null: without a term. */
  termMonths: z.number().int().nullable(),
})

export const getStudyProducts = endpoint({
  method: 'GET',
  path: '/product-studies/products',
  summary: 'The products on sale that earn interest, for a study',
  ...access,
  output: z.object({ products: z.array(StudiedProduct) }),
})
export type StudiedProduct = z.infer<typeof StudiedProduct>

const Variant = z.strictObject({
  productId: Id,
  /** The money put in. */
  amount: Amount,
  months: z.number().int().min(1).max(mostMonths),
  /** Per cent a year; null takes the tariff of the first day. */
  rate: rate.nullable(),
  extraRate: rate,
})
export type Variant = z.infer<typeof Variant>

/** What is reckoned: from one day on, so that the variants can be compared. Without it, from today on. */
const Study = z.strictObject({
  startsOn: BusinessDate.refine((day) => day >= '1990-01-01' && day < '2100-01-01', 'invalid').optional(),
  variants: z.array(Variant).min(1).max(mostVariants),
})
export type Study = z.infer<typeof Study>

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

const Projection = z.object({
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
export type Projection = z.infer<typeof Projection>

const StudiedVariant = z.object({
  product: StudiedProduct,
  /** What the tariff of the first day gives; null where it has no rate for this amount and term. */
  proposedRate: Rate.nullable(),
  /** The limit of the product that the amount doesn't keep. */
  outside: z.object({ limit: z.enum(['minimum', 'maximum']), amount: Money }).nullable(),
  /** Null: there is neither a rate of one's own nor one of the tariff. */
  projection: Projection.nullable(),
})
export type StudiedVariant = z.infer<typeof StudiedVariant>

export const projectStudy = endpoint({
  method: 'POST',
  path: '/product-studies/projection',
  inView: 'calculates; nothing is written',
  summary: 'What up to three variants would earn, year by year, before withholding',
  ...access,
  body: Study,
  output: z.object({ startsOn: BusinessDate, variants: z.array(StudiedVariant) }),
})

export const studyFileColumns = [
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

export const exportStudy = endpoint({
  method: 'POST',
  path: '/product-studies/export',
  inView: 'makes a file of what is shown',
  summary: 'A study year by year, as Excel or CSV',
  module: 'bt_EstudioProductos',
  action: 'export',
  query: z.object({ format: z.enum(exportFormats) }),
  body: Study,
  output: z.unknown(),
})

/** In the reader's language: a study is of no client yet. */
export const printStudy = endpoint({
  method: 'POST',
  path: '/product-studies/pdf',
  inView: 'makes a file of what is shown',
  summary: 'A study as PDF: up to three variants beside each other, with their chart',
  module: 'bt_EstudioProductos',
  action: 'export',
  body: Study,
  output: z.unknown(),
})

import { z } from 'zod'
import { defineEndpoint } from '../core/endpoint.ts'
import { exportFormats } from '../core/list.ts'
import { BusinessDate, Id, Money } from '../core/values.ts'
import { FigureScope } from '../figures.ts'
import { teamViews } from '../team.ts'

/** How many months a study looks back, the one that runs included, where no days are chosen. */
export const studySpans = ['12', '24'] as const

/** More than that nobody reads: of a longer range the last ones are told. */
export const maxProductMonths = 60

const studyFilters = {
  /** The last twelve months unless said; of no weight where days are chosen. */
  months: z.enum(studySpans).optional(),
  /** Days of one's own, both in: one without the other is refused. */
  from: BusinessDate.optional(),
  to: BusinessDate.optional(),
  of: Id.optional(),
  view: z.enum(teamViews).optional(),
}

const Count = z.number().int()
/** With one decimal; null where there is nothing to divide by. */
const Ratio = z.string().nullable()

const ProductFigures = z.object({
  /** Contributions. */
  inflow: Money,
  /** Withdrawn, cancelled, matured and paid: 0 or below. */
  outflow: Money,
  /** What came from other accounts less what went on into them. */
  transfers: Money,
  penalties: Money,
  /** What stood in its accounts at the end of each day, added up and divided by the days. */
  averageBalance: Money,
  /** Accounts that ended. */
  ended: Count,
  /** Days from opening to end, all of them together. */
  endedDays: Count,
  /** Of one of them, on average. */
  lifeDays: Ratio,
  /** What left accounts at their maturity. */
  matured: Money,
  /** The part of it that was renewed or transferred. */
  retained: Money,
  /** Of a hundred euros that matured, those that stayed. */
  retention: Ratio,
})
export type ProductFigures = z.infer<typeof ProductFigures>

const StudyMonth = z.object({ from: BusinessDate, through: BusinessDate })
export type StudyMonth = z.infer<typeof StudyMonth>

/** A cell for each month of the study, in its order. */
const StudiedMonths = ProductFigures.extend({ months: z.array(ProductFigures) })
export type StudiedMonths = z.infer<typeof StudiedMonths>

const Named = z.object({ id: Id, name: z.string() })

const StudiedProduct = StudiedMonths.extend({ product: Named })
export type StudiedProduct = z.infer<typeof StudiedProduct>

/** 404 for who may not see clients, and for whom they don't see. */
export const getProductFigures = defineEndpoint({
  method: 'GET',
  path: '/product-study',
  about: ['accounts', 'clients', 'contributions', 'handovers', 'ledger', 'maturities', 'payments', 'products', 'staff'],
  summary:
    'What came into each product and left it, its average balance, life, retention and penalties, month by month',
  module: 'bt_EstudioProductos',
  action: 'view',
  query: z.object(studyFilters),
  output: z.object({
    scope: FigureScope,
    from: BusinessDate,
    /** The last day that counts: that of the range, or today. */
    through: BusinessDate,
    months: z.array(StudyMonth),
    /** Those in which there is anything, the largest average balance first. */
    products: z.array(StudiedProduct),
    total: StudiedMonths,
    /** Every product of the firm, by name. */
    allProducts: z.array(Named),
  }),
})

/** A line for each product, or for each month of each. */
export const productStudyLines = ['product', 'month'] as const

export const productStudyColumns = [
  'product',
  'from',
  'to',
  'inflow',
  'outflow',
  'transfers',
  'averageBalance',
  'ended',
  'lifeDays',
  'matured',
  'retained',
  'retention',
  'penalties',
] as const

export const exportProductFigures = defineEndpoint({
  method: 'GET',
  path: '/product-study/export',
  summary: 'The study of products as Excel or CSV, by product or month by month',
  module: 'bt_EstudioProductos',
  action: 'export',
  query: z.object({
    ...studyFilters,
    by: z.enum(productStudyLines),
    /** One of them alone. */
    product: Id.optional(),
    format: z.enum(exportFormats),
  }),
  output: z.unknown(),
})

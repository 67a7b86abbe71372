import { z } from 'zod'
import { clientChannels } from './clients.ts'
import { defineEndpoint } from './core/endpoint.ts'
import { defineList, exportFormats } from './core/list.ts'
import { BusinessDate, Cvl, FilterDay, Id, Money, OneOrMore, OwnerId } from './core/values.ts'
import { allFigureParts, figureGroupings, figureKeys, figureRests, flowParts } from './figures/keys.ts'
import { teamViews } from './team.ts'

/** Yesterday by calendar, the last seven full days, the month up to today, or days of one's own. */
export const figureRanges = ['yesterday', 'week', 'month', 'custom'] as const
export type FigureRange = (typeof figureRanges)[number]

/**
 * Of whom and of when. `from` and `to`, both in, are of a range of one's own. `of`: somebody in reach, alone or with everybody under them; without
 * it, of everything that the caller sees.
 */
export const figureFilters = {
  /** The month unless said. */
  range: z.enum(figureRanges).optional(),
  from: BusinessDate.optional(),
  to: BusinessDate.optional(),
  of: Id.optional(),
  /** Individual unless said; of nobody in particular it says nothing. */
  view: z.enum(teamViews).optional(),
}

const FigurePart = z.enum(allFigureParts)

const DayRange = z.object({ from: BusinessDate, to: BusinessDate })

const FigurePeriod = DayRange.extend({ isUntilNow: z.boolean(), before: DayRange, yearBefore: DayRange })
export type FigurePeriod = z.infer<typeof FigurePeriod>

const FigureValue = z.object({
  /** In euros; null of a figure that counts. */
  amount: Money.nullable(),
  /** How many rows it is made of. */
  count: z.number().int(),
})
export type FigureValue = z.infer<typeof FigureValue>

const ComparedFigure = FigureValue.extend({
  /** What it was then to what it is now, in its own unit. */
  change: z.string(),
  /** Per cent with one decimal; null where it was nothing then, or below it. */
  percent: z.string().nullable(),
})

const Figure = FigureValue.extend({
  key: z.enum(figureKeys),
  before: ComparedFigure.nullable(),
  yearBefore: ComparedFigure.nullable(),
  /** What its rows are divided into; they add up to it. */
  parts: z.array(FigureValue.extend({ part: FigurePart })),
})
export type Figure = z.infer<typeof Figure>

/** Whose figures they are: null of everything in reach. */
export const FigureScope = z.object({
  person: z.object({ id: Id, name: z.string() }).nullable(),
  view: z.enum(teamViews),
  /** How far the caller reaches: everything of the firm, or what is theirs to see. */
  isWholeFirm: z.boolean(),
})

/** Rows of a figure alone: of one product, or of clients whom that person, or nobody (`nobodysId`), manages today. */
const rowFilters = { product: Id.optional(), manager: OwnerId.optional() }
/** And those of nobody who has a line of their own on a screen, which the caller has to see, too. */
const restFilter = { rest: z.enum(figureRests).optional() }

export const FigureHead = z.object({ scope: FigureScope, period: FigurePeriod })

export const getDashboard = defineEndpoint({
  method: 'GET',
  path: '/figures/dashboard',
  summary:
    'The figures of the dashboard that the caller may see, of a range, compared with the one before and the year before',
  module: 'bt_Dashboard1',
  action: 'view',
  query: z.object(figureFilters),
  output: FigureHead.extend({ figures: z.array(Figure) }),
})

const Named = z.object({ id: Id, name: z.string() })

/** 404 of a figure whose data the caller may not see. */
export const getFigure = defineEndpoint({
  method: 'GET',
  path: '/figures/:figure',
  summary: 'One figure, with its parts and what it is compared with',
  module: 'bt_Dashboard1',
  action: 'view',
  combinable: true,
  params: z.object({ figure: z.enum(figureKeys) }),
  query: z.object({ ...figureFilters, ...rowFilters, ...restFilter }),
  output: FigureHead.extend({
    figure: Figure,
    /** What it is narrowed to; null where it isn't, or where nobody knows of it. */
    product: Named.nullable(),
    /** '0' without a name: of nobody. */
    manager: z.object({ id: OwnerId, name: z.string().nullable() }).nullable(),
  }),
})

/** In the reader's language. 404 of a figure whose data the caller may not see. */
export const printFigure = defineEndpoint({
  method: 'GET',
  path: '/figures/:figure/pdf',
  summary: 'One figure as PDF: its formula, what it is compared with, its parts, months, products and managers',
  module: 'bt_Dashboard1',
  action: 'export',
  params: z.object({ figure: z.enum(figureKeys) }),
  query: z.object(figureFilters),
  output: z.unknown(),
})

const FigureGroup = FigureValue.extend({
  /** Null of what has no account. */
  product: Named.nullable(),
  /** Who manages the client today; null of nobody, and where it isn't grouped by them. */
  manager: Named.nullable(),
  /** The first day of the month; null where it isn't grouped by months. */
  month: BusinessDate.nullable(),
  part: FigurePart,
})
export type FigureGroup = z.infer<typeof FigureGroup>

/** They add up to the figure. 404 of a figure whose data the caller may not see. */
export const getFigureGroups = defineEndpoint({
  method: 'GET',
  path: '/figures/:figure/groups',
  summary: 'A figure divided by product, manager or month, and by its parts',
  module: 'bt_Dashboard1',
  action: 'view',
  params: z.object({ figure: z.enum(figureKeys) }),
  query: z.object({ ...figureFilters, by: z.enum(figureGroupings) }),
  output: FigureHead.extend({ groups: z.array(FigureGroup) }),
})

export const figureGroupColumns = ['product', 'manager', 'month', 'part', 'count', 'amount'] as const

export const exportFigureGroups = defineEndpoint({
  method: 'GET',
  path: '/figures/:figure/groups/export',
  summary: 'A figure divided by product, manager or month, as Excel or CSV',
  module: 'bt_Dashboard1',
  action: 'export',
  params: z.object({ figure: z.enum(figureKeys) }),
  query: z.object({ ...figureFilters, by: z.enum(figureGroupings), format: z.enum(exportFormats) }),
  output: z.unknown(),
})

const ProductHistoryMonth = z.object({
  month: BusinessDate,
  /** The last day that it counts: the end of the month, or today. */
  through: BusinessDate,
  product: Named,
  opening: Money,
  flows: z.array(z.object({ part: FigurePart, amount: Money, count: z.number().int() })),
  /** What came and went with clients, and what accounts took in or left behind that were not open. */
  others: Money,
  closing: Money,
})
export type ProductHistoryMonth = z.infer<typeof ProductHistoryMonth>

/** Opening, flows and others give the closing, which is the balance of that day and the opening of the month that follows. */
export const getProductHistory = defineEndpoint({
  method: 'GET',
  path: '/figures/products/history',
  summary: 'What moved in each product month by month, for two years or the months of the range',
  module: 'bt_Dashboard1',
  action: 'view',
  query: z.object(figureFilters),
  output: FigureHead.extend({ months: z.array(ProductHistoryMonth) }),
})

export const productHistoryColumns = ['month', 'product', 'opening', ...flowParts, 'others', 'closing'] as const

export const exportProductHistory = defineEndpoint({
  method: 'GET',
  path: '/figures/products/history/export',
  summary: 'What moved in each product month by month, as Excel or CSV',
  module: 'bt_Dashboard1',
  action: 'export',
  query: z.object({ ...figureFilters, format: z.enum(exportFormats) }),
  output: z.unknown(),
})

export const Situation = z.object({
  opening: Money,
  lines: z.array(
    z.object({
      /** What shows its rows. `idleMoney`: what it grew or shrank by between the two ends, with the opposite sign; its rows are those of an end. */
      figure: z.enum(['flows', 'portfolioMoves', 'idleMoney']),
      part: FigurePart.nullable(),
      amount: Money,
      /** Null of what is told by its two ends. */
      count: z.number().int().nullable(),
    }),
  ),
  closing: Money,
})
export type Situation = z.infer<typeof Situation>

/** Opening and lines give the closing, to the cent. */
export const getSituation = defineEndpoint({
  method: 'GET',
  path: '/figures/situation',
  summary: 'How the balance at the end of a range came from that before it, flow by flow',
  module: 'bt_Dashboard1',
  action: 'view',
  query: z.object({ ...figureFilters, ...rowFilters }),
  output: FigureHead.extend({ situation: Situation }),
})

/** Where a client lives: 'ES-28' a province, district or state, 'FR-00' where only the country is known. */
export const FigurePlace = z.string().regex(/^[A-Z]{2}-[0-9A-Z]{2,3}$/)

export const FigureRow = z.object({
  /** Of the account, the client or the order. */
  id: Id,
  /** Null where the client's page isn't the caller's to see. */
  clientId: Id.nullable(),
  clientName: z.string(),
  clientCvl: Cvl,
  managerName: z.string().nullable(),
  accountId: Id.nullable(),
  accountNumber: z.string().nullable(),
  productName: z.string().nullable(),
  /** The part of the figure that it is of. */
  part: FigurePart,
  /** What the figure goes by: opening, end of the term, registration, birthday, request. */
  day: BusinessDate.nullable(),
  /** From the opening to the end of an account that ended; null of other figures. */
  days: z.number().int().nullable(),
  /** Null of a figure that counts. */
  amount: Money.nullable(),
})
export type FigureRow = z.infer<typeof FigureRow>

export const listFigureRows = defineList({
  path: '/figures/:figure/rows',
  summary: 'The rows that a figure is made of',
  module: 'bt_Dashboard1',
  params: z.object({ figure: z.enum(figureKeys) }),
  row: FigureRow,
  texts: 'figures',
  columns: {
    clientName: { label: 'rows.client', width: 36 },
    clientCvl: { label: 'rows.cvl', width: 14 },
    accountNumber: { label: 'rows.account', width: 26, neverCut: true },
    productName: { label: 'rows.product', width: 24 },
    part: { label: 'rows.part', words: 'parts', width: 20 },
    day: { kind: 'date', label: 'rows.day' },
    managerName: { label: 'rows.manager', width: 34 },
    days: { kind: 'integer', label: 'rows.days' },
    amount: { kind: 'money', label: 'rows.amount' },
  },
  filters: {
    ...figureFilters,
    from: FilterDay.optional(),
    to: FilterDay.optional(),
    /** Some of the parts alone. */
    part: OneOrMore(FigurePart).optional(),
    ...rowFilters,
    ...restFilter,
    /** Of clients who live there today; 'ES': anywhere in that country. */
    place: z
      .string()
      .regex(/^[A-Z]{2}(-[0-9A-Z]{2,3})?$/)
      .optional(),
    /** By which the clients came. */
    channel: z.enum(clientChannels).optional(),
  },
  sortable: ['amount', 'day', 'clientName'],
  defaultSort: { sort: 'amount', direction: 'desc' },
  totals: z.object({ amount: Money }),
})

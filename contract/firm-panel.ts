import { z } from 'zod'
import { defineEndpoint } from './core/endpoint.ts'
import { exportFormats } from './core/list.ts'
import { BusinessDate, Id, Money } from './core/values.ts'
import { flowParts } from './figures/keys.ts'
import { FigureScope } from './figures.ts'
import { changeGroupings, panelTiles } from './firm-panel/tiles.ts'
import { goalMeasures } from './goals/kinds.ts'
import { teamViews } from './team.ts'

const module = 'bt_PanelDireccion'

/** Of everything in reach, or of somebody alone or with everybody under them. */
const whose = { of: Id.optional(), view: z.enum(teamViews).optional() }

/** In the unit of its tile. */
const PanelValue = z.string().regex(/^-?\d+(\.\d+)?$/)
/** Per cent with one decimal; null where there is nothing to compare with. */
const Percent = z.string().nullable()

const Named = z.object({ id: Id, name: z.string() })

/** What can be read at once: the values of today. Tiles of modules that the caller may not see are not there. */
export const getFirmPanel = defineEndpoint({
  method: 'GET',
  path: '/firm-panel',
  summary: 'The firm at a glance: capital, clients, money in and out, requests and maturities of today',
  module,
  action: 'view',
  query: z.object(whose),
  output: z.object({
    scope: FigureScope,
    day: BusinessDate,
    tiles: z.array(
      z.object({
        key: z.enum(panelTiles),
        /** Null of a share where there is nothing to divide by. */
        value: PanelValue.nullable(),
        /** Rows that it is made of; null of a share. */
        count: z.number().int().nullable(),
      }),
    ),
    /** Of the maturities, those of which nobody has said what becomes of them; null for whom they aren't to see. */
    uninstructed: z.object({ amount: Money, count: z.number().int() }).nullable(),
  }),
})

const PanelChange = z.object({
  /** The day that it is compared with. */
  day: BusinessDate,
  value: PanelValue.nullable(),
  change: PanelValue.nullable(),
  percent: Percent,
})
export type PanelChange = z.infer<typeof PanelChange>

const PanelPoint = z.object({
  month: BusinessDate,
  /** The last day that it counts: the end of the month, or today. */
  through: BusinessDate,
  value: PanelValue.nullable(),
})
export type PanelPoint = z.infer<typeof PanelPoint>

const TileTrend = z.object({
  key: z.enum(panelTiles),
  /** Against the same day of the month before, and of the year before. */
  monthBefore: PanelChange,
  yearBefore: PanelChange,
  /** The oldest first. */
  points: z.array(PanelPoint),
})
export type TileTrend = z.infer<typeof TileTrend>

const ProductTrend = z.object({
  product: Named,
  value: Money,
  /** Per cent of all of it. */
  share: Percent,
  monthBefore: PanelChange,
  yearBefore: PanelChange,
  points: z.array(PanelPoint),
})
export type ProductTrend = z.infer<typeof ProductTrend>

export const getPanelTrends = defineEndpoint({
  method: 'GET',
  path: '/firm-panel/trends',
  summary: 'How each figure of the panel came to be what it is, month by month for two years, and capital by product',
  module,
  action: 'view',
  query: z.object(whose),
  output: z.object({ tiles: z.array(TileTrend), products: z.array(ProductTrend) }),
})

export const panelMonthColumns = ['month', 'through', ...panelTiles] as const

export const exportPanelMonths = defineEndpoint({
  method: 'GET',
  path: '/firm-panel/trends/export',
  summary: 'The figures of the panel month by month, as Excel or CSV',
  module,
  action: 'export',
  query: z.object({ ...whose, format: z.enum(exportFormats) }),
  output: z.unknown(),
})

/** Of the year that runs, up to today. 404 for whom the goals or the captation aren't to see. */
export const getPanelCaptation = defineEndpoint({
  method: 'GET',
  path: '/firm-panel/captation',
  summary: 'Captation of the year against the goal, its pace, and two years month by month',
  module,
  action: 'view',
  query: z.object(whose),
  output: z.object({
    measure: z.enum(goalMeasures),
    /** As goals are measured: of the year, and of the month that runs. */
    achieved: Money,
    month: Money,
    /** Null where nobody has a goal, and for whom goals aren't to see. */
    goal: z
      .object({
        amount: Money,
        toDate: Money,
        /** Achieved of what the goal is to date. */
        achievement: Percent,
        /** What the year comes to at the pace so far. */
        runRate: Money.nullable(),
      })
      .nullable(),
    /** Of the month, against the same days of the month before and of the year before. */
    monthBefore: PanelChange,
    yearBefore: PanelChange,
    /** What each month brought. */
    points: z.array(PanelPoint),
  }),
})

const TeamLine = z.object({
  /** Who answers for the team; null of what is of no team. */
  person: Named.extend({ members: z.number().int() }).nullable(),
  /** Of the clients that they manage today. */
  capital: Money,
  share: Percent,
  /** Of the year, credited to them. */
  gross: Money,
  out: Money,
  net: Money,
  /** Of the year, as it was set for the team or as the sum of its people's; null without. */
  goal: Money.nullable(),
  toDate: Money.nullable(),
  achievement: Percent,
})
export type TeamLine = z.infer<typeof TeamLine>

export const getPanelTeams = defineEndpoint({
  method: 'GET',
  path: '/firm-panel/teams',
  summary: 'The teams of who report to the head, side by side; with the rest they add up to the whole',
  module,
  action: 'view',
  query: z.object(whose),
  output: z.object({
    year: z.number().int(),
    head: Named.nullable(),
    teams: z.array(TeamLine),
    rest: TeamLine,
    total: TeamLine,
  }),
})

const changeQuery = {
  ...whose,
  /** The day that it begins with, at its end, and the one that it ends with: 'from' is before 'to'. */
  from: BusinessDate,
  to: BusinessDate,
  by: z.enum(changeGroupings).optional(),
}

const ChangeLine = z.object({
  product: Named.nullable(),
  /** Who manages the clients today. */
  manager: Named.nullable(),
  opening: Money,
  flows: z.array(z.object({ part: z.enum(flowParts), amount: Money, count: z.number().int() })),
  /** What came and went with clients, and what accounts took in or left behind that were not open. */
  others: Money,
  closing: Money,
  change: Money,
})
export type ChangeLine = z.infer<typeof ChangeLine>

/** Opening, flows and others give the closing, of each line and of all. Whoever contributed most stands first. */
export const getPanelChange = defineEndpoint({
  method: 'GET',
  path: '/firm-panel/change',
  summary: 'What changed between two days: the balance, flow by flow, by product and manager',
  module,
  action: 'view',
  query: z.object(changeQuery),
  output: z.object({
    scope: FigureScope,
    from: BusinessDate,
    to: BusinessDate,
    /** The capital on both days, which is the balance without interest. */
    capital: z.object({ opening: Money, closing: Money }),
    total: ChangeLine,
    lines: z.array(ChangeLine),
  }),
})

export const panelChangeColumns = [
  'product',
  'manager',
  'opening',
  ...flowParts,
  'others',
  'closing',
  'change',
] as const

export const exportPanelChange = defineEndpoint({
  method: 'GET',
  path: '/firm-panel/change/export',
  summary: 'What changed between two days, as Excel or CSV',
  module,
  action: 'export',
  query: z.object({ ...changeQuery, format: z.enum(exportFormats) }),
  output: z.unknown(),
})

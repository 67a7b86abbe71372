import { z } from 'zod'
import { defineEndpoint } from './core/endpoint.ts'
import { exportFormats } from './core/list.ts'
import { BusinessDate, Id, Money } from './core/values.ts'
import { FigureScope } from './figures.ts'
import { goalMeasures } from './goals/kinds.ts'
import { GoalProjection } from './goals.ts'
import { teamViews } from './team.ts'

const module = 'bt_Dashboard3'

/** Of everything in reach, or of somebody alone or with everybody under them. */
const whose = { of: Id.optional(), view: z.enum(teamViews).optional() }

/** Per cent with one decimal; null where there is nothing to compare with. */
const Percent = z.string().nullable()

const IncomeMonth = z.object({
  month: BusinessDate,
  /** The last day that it counts: the end of the month, or today; of a month to come its first. */
  through: BusinessDate,
  /** What came in, new or not; null of a month to come, as the others. */
  in: Money.nullable(),
  /** As goals are measured. */
  achieved: Money.nullable(),
  /** Null without a goal. */
  goal: Money.nullable(),
  /** Of the whole month, at the pace of the business days so far. */
  projected: Money,
  /** The same month of the year before, as goals are measured. */
  lastYear: Money,
})
export type IncomeMonth = z.infer<typeof IncomeMonth>

/** Of the year that runs. 404 for whom clients aren't to see, and of whom the caller doesn't see. */
export const getIncome = defineEndpoint({
  method: 'GET',
  path: '/income-dashboard',
  summary: 'Money that came in by month of this year, against the goal, its projection and the year before',
  module,
  action: 'view',
  query: z.object(whose),
  output: z.object({
    scope: FigureScope,
    year: z.number().int(),
    through: BusinessDate,
    measure: z.enum(goalMeasures),
    months: z.array(IncomeMonth),
    achieved: Money,
    /** Up to the same day of the year before. */
    lastYearToDate: Money,
    /** Null where nobody has a goal, and for whom goals aren't to see. */
    goal: z.object({ amount: Money, toDate: Money, achievement: Percent }).nullable(),
    /** All months as projected at the pace so far. */
    projected: Money,
    /** In its parts; null for whom contacts or clients aren't to see. */
    projection: GoalProjection.nullable(),
  }),
})

export const incomeColumns = ['month', 'in', 'achieved', 'goal', 'projected', 'lastYear'] as const

export const exportIncome = defineEndpoint({
  method: 'GET',
  path: '/income-dashboard/export',
  summary: 'Money that came in by month of this year, as Excel or CSV',
  module,
  action: 'export',
  query: z.object({ ...whose, format: z.enum(exportFormats) }),
  output: z.unknown(),
})

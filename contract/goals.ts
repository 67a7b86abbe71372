import { z } from 'zod'
import { contactStages } from './contacts/stages.ts'
import { defineEndpoint, type ResponseBody } from './core/endpoint.ts'
import { defineList } from './core/list.ts'
import { BusinessDate, Cvl, Id, Money, PositiveAmount, Rate, WholeNumber } from './core/values.ts'
import { goalKinds, goalMeasures, goalSources, goalStates } from './goals/kinds.ts'

const module = 'bt_Objetivos'
const changes = ['audit', 'settings', 'staff'] as const
const oldestYear = 2000
const latestYear = 2100
const Year = WholeNumber(oldestYear, latestYear)
/** The same as a filter of a list, which is text: '2026'. */
const YearFilter = z.string().regex(/^(20\d\d|2100)$/)
/** The same in a body. */
const SetYear = z.int().min(oldestYear).max(latestYear)
const Version = z.int().min(0)
/** Per cent with one decimal; null where there is nothing to compare with. */
const Percent = z.string().nullable()
const employeeParams = z.object({ employeeId: Id })

/** Amounts in euros. All but what was achieved are null without a goal. */
export const GoalRow = z.object({
  /** Of the member of staff. */
  id: Id,
  /** 'Apellidos, Nombre'. */
  name: z.string(),
  cvl: Cvl,
  amount: Money.nullable(),
  /** Of the goal, up to today: its months that are over, and of the one that runs its days so far. */
  toDate: Money.nullable(),
  /** Captation of the year up to today, as goals are measured. */
  achieved: Money,
  /** Achieved of what the goal is to date. */
  achievement: Percent,
  /** What the year comes to at the pace so far, by the months of the goal. */
  runRate: Money.nullable(),
  /** What the year still lacks; '0.00' once it is reached. */
  missing: Money.nullable(),
  /** Of them with everybody under them: as it was set, or the sum of their goals. Null where nobody of them has one, or nobody is under them. */
  teamAmount: Money.nullable(),
})
export type GoalRow = z.infer<typeof GoalRow>

export const listGoals = defineList({
  path: '/goals',
  summary: 'The goal of each member of staff in reach for a year, beside what they achieved',
  module,
  row: GoalRow,
  texts: 'goals',
  columns: {
    name: { width: 34 },
    cvl: { width: 14 },
    amount: { kind: 'money' },
    toDate: { kind: 'money' },
    achieved: { kind: 'money' },
    achievement: { kind: 'rate' },
    runRate: { kind: 'money' },
    missing: { kind: 'money' },
    teamAmount: { kind: 'money' },
  },
  filters: {
    /** The one that runs unless said. */
    year: YearFilter.optional(),
    state: z.enum(goalStates).optional(),
    /** Name or CVL. */
    search: z.string().trim().max(80).optional(),
  },
  sortable: ['name', 'amount', 'achieved', 'achievement', 'missing'],
  defaultSort: { sort: 'name', direction: 'asc' },
  totals: z.object({ amount: Money, toDate: Money, achieved: Money, achievement: Percent, missing: Money }),
})

const GoalMonth = z.object({
  month: BusinessDate,
  /** Null without a goal. */
  goal: Money.nullable(),
  gross: Money,
  out: Money,
  /** Gross or net, as goals are measured. */
  achieved: Money,
})
export type GoalMonth = z.infer<typeof GoalMonth>

/** A year in the parts that it may come to. */
export const GoalProjection = z.object({
  total: Money,
  /** Of open contacts: what they might bring by the probability of their stage. */
  pipeline: Money,
  stages: z.array(
    z.object({
      stage: z.enum(contactStages),
      count: z.number().int(),
      amount: Money,
      /** Per cent. */
      probability: z.number().int(),
      expected: Money,
    }),
  ),
  /** Capital that matures from tomorrow to the end of the year, of the clients whom they manage. */
  maturing: Money,
  /** Per cent of what matured in twelve months that went on into another account; null where nothing matured. */
  retention: Percent,
  /** Maturing by retention. */
  retained: Money,
})

/** 404 of whom the caller doesn't see. */
export const getGoal = defineEndpoint({
  method: 'GET',
  path: '/goals/:employeeId',
  summary:
    'The goal of a member of staff or their team: month by month, its pace, its projection in parts, and the years before',
  module,
  action: 'view',
  params: employeeParams,
  query: z.object({ year: Year.optional(), kind: z.enum(goalKinds).optional() }),
  output: z.object({
    employee: z.object({ id: Id, name: z.string(), cvl: Cvl }),
    year: z.number().int(),
    kind: z.enum(goalKinds),
    measure: z.enum(goalMeasures),
    source: z.enum(goalSources),
    /** Of what was set; 0 where nothing was. */
    version: Version,
    /** Whether the caller may set and remove it. */
    isEditable: z.boolean(),
    /** Whether others are under them. */
    hasTeam: z.boolean(),
    /** The last day that counts: today, or the end of the year. */
    through: BusinessDate,
    amount: Money.nullable(),
    toDate: Money.nullable(),
    achieved: Money,
    achievement: Percent,
    /** Achieved of the goal of the year. */
    achievedOfYear: Percent,
    runRate: Money.nullable(),
    missing: Money.nullable(),
    /** Days on which the country's offices are open after today, to the end of the year. */
    businessDaysLeft: z.number().int(),
    /** Missing by business day left; null where nothing is missing or no day is left. */
    requiredPace: Money.nullable(),
    months: z.array(GoalMonth),
    /** Of the year that runs; null of others. */
    projection: GoalProjection.nullable(),
    /** The years before, latest first, as far as there was a goal or captation. */
    years: z.array(
      z.object({ year: z.number().int(), amount: Money.nullable(), achieved: Money, achievement: Percent }),
    ),
  }),
})

export type Goal = ResponseBody<typeof getGoal>

/**
 * `version` 0 of one that isn't there yet. The months add up to the amount: field `months`, 'sum'; without them it is divided evenly.
 * `goal.own` of one's own, unless the caller sees the whole firm. `conflict.changed`.
 */
export const setGoal = defineEndpoint({
  method: 'PUT',
  path: '/goals/:employeeId',
  changes,
  summary: 'Set the goal of a member of staff or their team for a year',
  module,
  action: 'edit',
  params: employeeParams,
  body: z.strictObject({
    year: SetYear,
    kind: z.enum(goalKinds),
    version: Version,
    amount: PositiveAmount,
    /** January to December. */
    months: z
      .array(z.string().regex(/^(0|[1-9]\d{0,11})\.\d{2}$/))
      .length(12)
      .nullable(),
  }),
  output: z.object({ version: Version }),
})

/** Gives what was removed, so that it can be set again. `goal.own`, `conflict.changed`. */
export const removeGoal = defineEndpoint({
  method: 'DELETE',
  path: '/goals/:employeeId',
  changes,
  summary: 'Remove the goal of a member of staff or their team for a year',
  module,
  action: 'delete',
  params: employeeParams,
  query: z.object({
    year: Year,
    kind: z.enum(goalKinds),
    version: WholeNumber(1, 1_000_000),
  }),
  output: z.object({ amount: Money, months: z.array(Money) }),
})

/** Of those in reach who work here and have none for that year yet. One's own is left out, unless the caller sees the whole firm. */
export const copyGoals = defineEndpoint({
  method: 'POST',
  path: '/goals/copy',
  changes,
  summary: 'Set goals for a year from those of the year before, with growth',
  module,
  action: 'create',
  body: z.strictObject({
    year: SetYear,
    /** Per cent, from '-90.0' on: '5.0' is a twentieth more. */
    growth: Rate,
  }),
  output: z.object({ created: z.number().int(), kept: z.number().int() }),
})

const GoalRules = z.object({
  measure: z.enum(goalMeasures),
  /** Per cent by stage: new, contacted, R1, R2, R3, R4. */
  probabilities: z.array(z.int().min(0).max(100)).length(6),
  version: Version,
})
export type GoalRules = z.infer<typeof GoalRules>

export const getGoalRules = defineEndpoint({
  method: 'GET',
  path: '/goals/rules',
  about: ['settings'],
  summary: 'How goals are measured and contacts are weighed',
  module,
  action: 'view',
  output: GoalRules,
})

/** `conflict.changed`. */
export const setGoalRules = defineEndpoint({
  method: 'PUT',
  path: '/goals/rules',
  changes,
  summary: 'Set how goals are measured and contacts are weighed',
  module: 'bt_Ajustes',
  action: 'edit',
  body: z.strictObject(GoalRules.shape),
  output: GoalRules,
})

import { z } from 'zod'
import { defineEndpoint } from '../core/endpoint.ts'
import { BusinessDate, Id, Money } from '../core/values.ts'
import { FigureScope } from '../figures.ts'
import { teamViews } from '../team.ts'

const summaryQuery = {
  /** Today unless said. */
  day: BusinessDate.optional(),
  of: Id.optional(),
  view: z.enum(teamViews).optional(),
}

/** Capital of active accounts; what was agreed and has not come; money outside of active accounts. */
export const capitalStates = ['active', 'pending', 'idle'] as const
export type CapitalState = (typeof capitalStates)[number]

const Named = z.object({ id: Id, name: z.string() })

const AmountCell = z.object({
  product: Named,
  /** Null of nobody. */
  manager: Named.nullable(),
  state: z.enum(capitalStates),
  amount: Money,
  count: z.number().int(),
})
export type AmountCell = z.infer<typeof AmountCell>

export const getAmountSummary = defineEndpoint({
  method: 'GET',
  path: '/amount-summary',
  summary: 'Capital by product, manager and state, as of a day',
  module: 'bt_ResumenImportes',
  action: 'view',
  query: z.object(summaryQuery),
  output: z.object({ scope: FigureScope, day: BusinessDate, cells: z.array(AmountCell) }),
})

export const daySections = ['in', 'out', 'calls', 'meetings', 'expirations', 'birthdays'] as const

/** So many rows of a section are shown; its count tells of all. */
export const maxDayRows = 100

const DayRow = z.object({
  id: Id,
  /** 'Apellidos, Nombre'; of a meeting about nobody its subject. */
  name: z.string(),
  /** Null where the page isn't the caller's to see. */
  clientId: Id.nullable(),
  /** What it is: part of a figure, outcome of a call, state of a meeting. */
  word: z.string().nullable(),
  /** 'HH:MM' by the firm's clock. */
  at: z.string().nullable(),
  ownerName: z.string().nullable(),
  amount: Money.nullable(),
})
export type DayRow = z.infer<typeof DayRow>

const DaySection = z.object({
  key: z.enum(daySections),
  count: z.number().int(),
  amount: Money.nullable(),
  rows: z.array(DayRow),
})
export type DaySection = z.infer<typeof DaySection>

export const getDailySummary = defineEndpoint({
  method: 'GET',
  path: '/daily-summary',
  summary: 'What came in and out on a day, calls, meetings, maturities and birthdays, as far as the caller sees them',
  module: 'bt_ResumenDiario',
  action: 'view',
  query: z.object(summaryQuery),
  output: z.object({ scope: FigureScope, day: BusinessDate, sections: z.array(DaySection) }),
})

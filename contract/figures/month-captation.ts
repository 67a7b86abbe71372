import { z } from 'zod'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineList } from '../core/list.ts'
import { BusinessDate, Cvl, Id, Money, OwnerId } from '../core/values.ts'
import { FigureScope } from '../figures.ts'
import { linkRoles, teamViews } from '../team.ts'
import { captationTypes } from './keys.ts'

/** 'YYYY-MM'. */
const Month = z.string().regex(/^(19|20)\d\d-(0[1-9]|1[0-2])$/)

const monthFilters = {
  /** The one that runs unless said. */
  month: Month.optional(),
  of: Id.optional(),
  view: z.enum(teamViews).optional(),
}

export const captationDirections = ['in', 'out'] as const

export const MonthCaptationRow = z.object({
  /** Of the part of a journal that is credited to somebody. */
  id: Id,
  day: BusinessDate,
  /** Null where the client's page isn't the caller's to see: what is credited stays visible. */
  clientId: Id.nullable(),
  clientName: z.string(),
  clientCvl: Cvl,
  advisorName: z.string().nullable(),
  /** Who is credited; null of nobody. */
  creditedTo: z.string().nullable(),
  /** As what of the client they were. */
  role: z.enum(linkRoles),
  productName: z.string(),
  accountNumber: z.string(),
  type: z.enum(captationTypes),
  direction: z.enum(captationDirections),
  /** Per cent of the journal that is credited to them. */
  applied: z.string(),
  /** New money in positive, what left in negative. */
  amount: Money,
})
export type MonthCaptationRow = z.infer<typeof MonthCaptationRow>

export const listMonthCaptation = defineList({
  path: '/month-captation',
  summary: 'New money of a month, and what was withdrawn and cancelled, to whom it is credited',
  module: 'bt_Mes',
  row: MonthCaptationRow,
  texts: 'figures',
  columns: {
    creditedTo: { label: 'captationMonth.creditedTo', width: 34 },
    role: { label: 'captationMonth.role', words: 'client:staffRole', width: 16 },
    clientName: { label: 'rows.client', width: 36 },
    clientCvl: { label: 'rows.cvl', width: 14 },
    advisorName: { label: 'captationMonth.advisor', width: 34 },
    type: { label: 'general.type', words: 'parts', width: 20 },
    direction: { label: 'captationMonth.direction', words: 'captationMonth.directions', width: 24 },
    productName: { label: 'rows.product', width: 24 },
    accountNumber: { label: 'rows.account', width: 26, neverCut: true },
    day: { kind: 'date', label: 'rows.day' },
    applied: { kind: 'rate', label: 'captationMonth.applied', width: 14 },
    amount: { kind: 'money', label: 'rows.amount' },
  },
  filters: {
    ...monthFilters,
    type: z.enum(captationTypes).optional(),
    flow: z.enum(captationDirections).optional(),
    /** Those credited to that person; '0': to nobody. */
    creditedTo: OwnerId.optional(),
  },
  sortable: ['creditedTo', 'day', 'amount', 'clientName'],
  totals: z.object({ amount: Money }),
})

const Sums = z.object({ gross: Money, out: Money, net: Money })

export const getMonthCaptation = defineEndpoint({
  method: 'GET',
  path: '/month-captation/summary',
  summary: 'Captation of a month by credited person, and of the year month by month with its projection',
  module: 'bt_Mes',
  action: 'view',
  query: z.object(monthFilters),
  output: z.object({
    scope: FigureScope,
    month: Month,
    from: BusinessDate,
    through: BusinessDate,
    people: z.array(
      z.object({
        /** Null of what is credited to nobody. */
        person: z.object({ id: Id, name: z.string() }).nullable(),
        month: Sums,
        /** From the first day of the year to the end of the month. */
        year: Sums,
      }),
    ),
    months: z.array(
      z.object({
        month: BusinessDate,
        gross: Money,
        out: Money,
        net: Money,
        /** Gross of the whole month at the pace so far, and of all months up to it. */
        projected: Money,
        cumulative: Money,
        isPartial: z.boolean(),
      }),
    ),
  }),
})

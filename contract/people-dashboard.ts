import { z } from 'zod'
import { defineEndpoint } from './core/endpoint.ts'
import { exportFormats } from './core/list.ts'
import { BusinessDate, Cvl, Id, Money } from './core/values.ts'
import { allFigureParts } from './figures/keys.ts'
import { FigureScope } from './figures.ts'
import { captationSpans, clientDistributions } from './people-dashboard/spans.ts'
import { teamViews } from './team.ts'

const module = 'bt_Dashboard4'

/** Of everybody in reach, or of somebody alone or with everybody under them. */
const whose = { of: Id.optional(), view: z.enum(teamViews).optional() }

const Count = z.number().int()
const Percent = z.string().nullable()

/** Of today, by who manages the clients. */
const Stock = z.object({ clients: Count, capital: Money })

const StaffLine = Stock.extend({
  /** Of the member of staff. */
  id: Id,
  cvl: Cvl,
  /** 'Apellidos, Nombre'. */
  name: z.string(),
  position: z.string(),
  pictureId: z.string().nullable(),
  since: BusinessDate.nullable(),
  /** The last day of somebody who no longer works here. */
  leftOn: BusinessDate.nullable(),
  /** Of the month that runs; null for whom the agenda of that person isn't to see. */
  calls: Count.nullable(),
  meetings: Count.nullable(),
  newContacts: Count.nullable(),
  converted: Count.nullable(),
})
export type StaffLine = z.infer<typeof StaffLine>

/** 404 for whom clients aren't to see, and of whom the caller doesn't see. */
export const getPeopleDashboard = defineEndpoint({
  method: 'GET',
  path: '/people-dashboard',
  summary: 'Each member of staff in reach with clients and capital of today and the activity of the month',
  module,
  action: 'view',
  query: z.object(whose),
  output: z.object({
    scope: FigureScope,
    day: BusinessDate,
    monthFrom: BusinessDate,
    people: z.array(StaffLine),
    /** What nobody of them manages: with it they add up to the total. */
    rest: Stock,
    total: Stock,
  }),
})

const CaptationSums = z.object({ gross: Money, out: Money, net: Money })

const PersonCaptation = CaptationSums.extend({
  personId: Id,
  /** Of the year that runs; null without a goal, of all time, and for whom goals aren't to see. */
  goal: Money.nullable(),
  toDate: Money.nullable(),
  achievement: Percent,
})
export type PersonCaptation = z.infer<typeof PersonCaptation>

export const getPeopleCaptation = defineEndpoint({
  method: 'GET',
  path: '/people-dashboard/captation',
  summary: 'Captation of each member of staff in reach, of this year or of all time, with their goal',
  module,
  action: 'view',
  query: z.object({ ...whose, span: z.enum(captationSpans) }),
  output: z.object({
    from: BusinessDate,
    to: BusinessDate,
    people: z.array(PersonCaptation),
    /** Credited to nobody, or to whom the caller doesn't see. */
    rest: CaptationSums,
    total: CaptationSums,
  }),
})

const Distribution = z.object({
  key: z.enum(clientDistributions),
  parts: z.array(z.object({ part: z.enum(allFigureParts), count: Count, amount: Money })),
})

export const getPeopleStatistics = defineEndpoint({
  method: 'GET',
  path: '/people-dashboard/statistics',
  summary: 'Clients in reach by size, age and tenure, with the median of their capital',
  module,
  action: 'view',
  query: z.object(whose),
  output: z.object({
    /** Of those who have any capital; null where nobody has. */
    median: Money.nullable(),
    distributions: z.array(Distribution),
  }),
})

export const peopleColumns = [
  'name',
  'cvl',
  'since',
  'leftOn',
  'clients',
  'capital',
  'yearGross',
  'yearOut',
  'yearNet',
  'goal',
  'achievement',
  'lifetimeGross',
  'lifetimeOut',
  'lifetimeNet',
  'calls',
  'meetings',
  'newContacts',
  'converted',
] as const

export const exportPeople = defineEndpoint({
  method: 'GET',
  path: '/people-dashboard/export',
  summary: 'Each member of staff in reach with clients, capital, captation and activity, as Excel or CSV',
  module,
  action: 'export',
  query: z.object({ ...whose, format: z.enum(exportFormats) }),
  output: z.unknown(),
})

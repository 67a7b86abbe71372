import { z } from 'zod'
import { defineEndpoint } from './core/endpoint.ts'
import { defineList, exportFormats } from './core/list.ts'
import { Trend } from './core/trend.ts'
import { BusinessDate, Cvl, Id, Money } from './core/values.ts'

/** As what somebody looks after clients. */
export const linkRoles = ['manager', 'partner', 'advisor', 'banker'] as const
export type LinkRole = (typeof linkRoles)[number]
/** One person alone, or with everybody under them. */
export const teamViews = ['individual', 'team'] as const
export type TeamView = (typeof teamViews)[number]
/** The calendar month and year that run now, up to today. */
export const teamPeriods = ['month', 'year'] as const
export type TeamPeriod = (typeof teamPeriods)[number]

const CaptationFigures = z.object({
  /** New money. */
  gross: Money,
  /** Withdrawn and cancelled: 0 or below. */
  out: Money,
  net: Money,
})

const TeamFigures = z.object({
  clients: z.number().int(),
  capital: Money,
  month: CaptationFigures,
  year: CaptationFigures,
})
export type TeamFigures = z.infer<typeof TeamFigures>

/** What a person has done and has to do in the week that runs, Monday to Sunday. */
const WeekAgenda = z.object({
  from: BusinessDate,
  through: BusinessDate,
  /** Theirs, but for cancelled ones. */
  meetings: z.number().int(),
  calls: z.number().int(),
  /** In progress and due in the week. */
  followUps: z.number().int(),
  /** In progress and due before today, of whatever week. */
  overdue: z.number().int(),
})
export type WeekAgenda = z.infer<typeof WeekAgenda>

export const TeamCard = z.object({
  id: Id,
  cvl: Cvl,
  /** 'Apellidos, Nombre'. */
  name: z.string(),
  position: z.string(),
  officeName: z.string(),
  /** The last day of somebody who has left; shown in the year of it, for what is credited to them. */
  leftOn: BusinessDate.nullable(),
  /** Clients and capital are those of this link. Captation is credited to managers. */
  linkedAs: z.enum(linkRoles),
  /** People who report to them, and everybody under them at any depth: as far as the caller sees. */
  reports: z.number().int(),
  under: z.number().int(),
  own: TeamFigures,
  /** Theirs and of everybody under them; each client once, by its current manager. Null without anybody under them. */
  team: TeamFigures.nullable(),
  /** New money by month, of the team where there is one: the last month still runs. Null without any in all that time. */
  captationTrend: Trend.nullable(),
  /** Null where the caller doesn't see their agenda. */
  agenda: WeekAgenda.nullable(),
  /** Whether the list of clients shows the caller just the clients that are counted here. */
  opens: z.object({ own: z.boolean(), team: z.boolean() }),
})
export type TeamCard = z.infer<typeof TeamCard>

export const getTeam = defineEndpoint({
  method: 'GET',
  path: '/team',
  summary:
    'A person with clients, capital, captation and the agenda of the week, and those who report to them; mine unless named',
  module: 'bt_TuEquipo',
  action: 'view',
  query: z.object({ of: Id.optional() }),
  output: z.object({
    /** Null where the caller has no place among the staff: the people are then those at the top. */
    person: TeamCard.nullable(),
    /** Their heads whom the caller sees, from the top. */
    above: z.array(z.object({ id: Id, name: z.string() })),
    people: z.array(TeamCard),
    monthFrom: BusinessDate,
    yearFrom: BusinessDate,
    through: BusinessDate,
  }),
})

export const listTeamPeople = defineEndpoint({
  method: 'GET',
  path: '/team/people',
  about: ['access', 'staff'],
  summary: 'Everybody whose card I may see, by name',
  module: 'bt_TuEquipo',
  action: 'view',
  output: z.object({
    people: z.array(z.object({ id: Id, name: z.string(), cvl: Cvl, position: z.string() })),
  }),
})

/** A card as a row of a file. */
export const teamExportColumns = [
  'name',
  'cvl',
  'position',
  'officeName',
  'linkedAs',
  'clients',
  'capital',
  'monthGross',
  'monthOut',
  'monthNet',
  'yearGross',
  'yearOut',
  'yearNet',
  'under',
  'teamClients',
  'teamCapital',
  'teamMonthGross',
  'teamMonthOut',
  'teamMonthNet',
  'teamYearGross',
  'teamYearOut',
  'teamYearNet',
] as const

export const exportTeam = defineEndpoint({
  method: 'GET',
  path: '/team/export',
  summary: 'The cards of a person and of those who report to them, as Excel or CSV',
  module: 'bt_TuEquipo',
  action: 'export',
  query: z.object({ of: Id.optional(), format: z.enum(exportFormats) }),
  output: z.unknown(),
})

/** Kinds of journal that count as captation. */
export const captationKinds = ['contribution', 'withdrawal', 'cancellation'] as const

export const CaptationRow = z.object({
  /** Of the part of a journal that is credited to somebody. */
  id: Id,
  bookingDate: BusinessDate,
  /** Null where the client's page isn't the caller's to see: what is credited stays visible. */
  clientId: Id.nullable(),
  clientCvl: Cvl,
  clientName: z.string(),
  accountNumber: z.string(),
  kind: z.enum(captationKinds),
  /** The credited person. */
  creditedTo: z.string(),
  /** Per cent of the journal that is credited to them. */
  applied: z.string(),
  /** Money in positive. */
  amount: Money,
})
export type CaptationRow = z.infer<typeof CaptationRow>

export const listCaptationMovements = defineList({
  path: '/team/:employeeId/captation',
  summary: 'What the captation of a person, or of their team, is made of',
  module: 'bt_TuEquipo',
  params: z.object({ employeeId: Id }),
  row: CaptationRow,
  texts: 'team',
  columns: {
    bookingDate: { kind: 'date', label: 'rows.bookingDate' },
    clientName: { label: 'rows.client', width: 36 },
    clientCvl: { label: 'rows.cvl', width: 14 },
    accountNumber: { label: 'rows.account', width: 26, neverCut: true },
    kind: { label: 'rows.kind', words: 'kinds', width: 18 },
    creditedTo: { label: 'rows.creditedTo', width: 34 },
    applied: { kind: 'rate', label: 'rows.applied', width: 14 },
    amount: { kind: 'money', label: 'rows.amount' },
  },
  filters: {
    /** The month unless said. */
    period: z.enum(teamPeriods).optional(),
    /** Individual unless said. */
    view: z.enum(teamViews).optional(),
    /** Noted by hand, and neither the bank nor a second person has confirmed it. */
    unconfirmed: z.stringbool().optional(),
  },
  sortable: ['bookingDate'],
  defaultSort: { sort: 'bookingDate', direction: 'desc' },
  /** `unconfirmed`: of the gross. */
  totals: CaptationFigures.extend({ unconfirmed: Money }),
})

import { z } from 'zod'
import { defineList } from '../core/list.ts'
import { Cvl, FilterDay, Id, Money } from '../core/values.ts'
import { figureRanges } from '../figures.ts'
import { teamViews } from '../team.ts'

const Count = z.number().int()

/** `left`: no longer works here. `nobody`: what is credited to, or looked after by, nobody. */
export const studyStates = ['active', 'left', 'nobody'] as const

export const TeamStudyRow = z.object({
  /** Of the member of staff; '0' of nobody. */
  id: z.string(),
  /** 'Apellidos, Nombre'; empty of nobody. */
  name: z.string(),
  cvl: Cvl.nullable(),
  state: z.enum(studyStates),
  /** What they did; null for whom the agenda of that person isn't to see. */
  calls: Count.nullable(),
  /** Held ones. */
  meetings: Count.nullable(),
  r1: Count.nullable(),
  r2: Count.nullable(),
  r3: Count.nullable(),
  r4: Count.nullable(),
  newContacts: Count.nullable(),
  /** Contacts who became clients. */
  converted: Count.nullable(),
  /** Of those whose R1 was held in the twelve months before the last day, per cent; null without any. */
  conversion: z.string().nullable(),
  /** Clients whom they manage today, with their capital. */
  clients: Count,
  capital: Money,
  gross: Money,
  out: Money,
  net: Money,
  /** Whether the rows of what they raised are the caller's to see, too. */
  opens: z.boolean(),
})
export type TeamStudyRow = z.infer<typeof TeamStudyRow>

export const listTeamStudy = defineList({
  path: '/team-study',
  summary:
    'Activity, conversion and captation of each member of staff in reach, in a range; of those who left and of nobody what there is',
  module: 'bt_EstudioEquipo',
  row: TeamStudyRow,
  texts: 'team-study',
  columns: {
    name: { label: 'name', width: 34 },
    cvl: { label: 'figures:rows.cvl', width: 14 },
    state: { label: 'state', words: 'states', width: 16 },
    calls: { kind: 'integer', label: 'calls' },
    meetings: { kind: 'integer', label: 'meetings' },
    r1: { kind: 'integer', label: 'r1' },
    r2: { kind: 'integer', label: 'r2' },
    r3: { kind: 'integer', label: 'r3' },
    r4: { kind: 'integer', label: 'r4' },
    newContacts: { kind: 'integer', label: 'newContacts' },
    converted: { kind: 'integer', label: 'converted' },
    conversion: { kind: 'rate', label: 'conversion' },
    clients: { kind: 'integer', label: 'clients' },
    capital: { kind: 'money', label: 'capital' },
    gross: { kind: 'money', label: 'figures:general.gross' },
    out: { kind: 'money', label: 'figures:general.out' },
    net: { kind: 'money', label: 'figures:general.net' },
  },
  filters: {
    range: z.enum(figureRanges).optional(),
    from: FilterDay.optional(),
    to: FilterDay.optional(),
    of: Id.optional(),
    view: z.enum(teamViews).optional(),
  },
  sortable: ['gross', 'net', 'calls', 'meetings', 'converted', 'capital', 'name'],
  defaultSort: { sort: 'gross', direction: 'desc' },
  totals: z.object({
    /** Of those whose agenda is the caller's to see; null where nobody's is. */
    calls: Count.nullable(),
    meetings: Count.nullable(),
    newContacts: Count.nullable(),
    converted: Count.nullable(),
    clients: Count,
    capital: Money,
    gross: Money,
    out: Money,
    net: Money,
  }),
})

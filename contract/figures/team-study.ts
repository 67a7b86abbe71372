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
  calls: Count,
  /** Held ones. */
  meetings: Count,
  r1: Count,
  r2: Count,
  r3: Count,
  r4: Count,
  newContacts: Count,
  /** Contacts who became clients. */
  converted: Count,
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
  texts: 'figures',
  columns: {
    name: { label: 'study.name', width: 34 },
    cvl: { label: 'rows.cvl', width: 14 },
    state: { label: 'study.state', words: 'study.states', width: 16 },
    calls: { kind: 'integer', label: 'study.calls' },
    meetings: { kind: 'integer', label: 'study.meetings' },
    r1: { kind: 'integer', label: 'study.r1' },
    r2: { kind: 'integer', label: 'study.r2' },
    r3: { kind: 'integer', label: 'study.r3' },
    r4: { kind: 'integer', label: 'study.r4' },
    newContacts: { kind: 'integer', label: 'study.newContacts' },
    converted: { kind: 'integer', label: 'study.converted' },
    conversion: { kind: 'rate', label: 'study.conversion' },
    clients: { kind: 'integer', label: 'study.clients' },
    capital: { kind: 'money', label: 'study.capital' },
    gross: { kind: 'money', label: 'general.gross' },
    out: { kind: 'money', label: 'general.out' },
    net: { kind: 'money', label: 'general.net' },
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
    calls: Count,
    meetings: Count,
    newContacts: Count,
    converted: Count,
    clients: Count,
    capital: Money,
    gross: Money,
    out: Money,
    net: Money,
  }),
})

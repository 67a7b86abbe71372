import { z } from 'zod'
import { contactStages } from './contacts/stages.ts'
import { defineList } from './core/list.ts'
import { BusinessDate, Cvl, FilterDay, Id, OneOrMore } from './core/values.ts'

/** What the search of the agenda finds about people. */
export const agendaKinds = ['client', 'contact', 'call', 'meeting', 'followUp'] as const
export type AgendaKind = (typeof agendaKinds)[number]

/** One's own, or of everybody in reach. */
export const agendaReaches = ['individual', 'team'] as const

/** Whom a text named more of than are looked at. */
export const cutPeople = ['none', 'clients', 'contacts', 'both'] as const
/** Whoever types so little that it names more clients or contacts looks for somebody else. */
export const maxNamedPeople = 100

export const AgendaHit = z.object({
  /** Of its kind: 'call:12'. */
  id: z.string(),
  kind: z.enum(agendaKinds),
  /** Whose page it is, or where it stands: at most one of both is its person. */
  contactId: Id.nullable(),
  clientId: Id.nullable(),
  /** 'Apellidos, Nombre'; null of a meeting about nobody. */
  personName: z.string().nullable(),
  /** A CVL, what was said, a subject. */
  detail: z.string(),
  /** The stage of a contact, the review of a meeting. */
  stage: z.enum(contactStages).nullable(),
  /** When it was or is; of a client or a contact, since when they are one. */
  day: BusinessDate.nullable(),
  ownerName: z.string().nullable(),
  ownerCvl: Cvl.nullable(),
})
export type AgendaHit = z.infer<typeof AgendaHit>

export const listAgendaHits = defineList({
  path: '/agenda/search',
  about: ['contacts', 'clients', 'staff'],
  summary:
    'Clients and contacts by name, phone or e-mail, with their calls, meetings and follow-ups; and all but clients by what was written of them',
  module: 'bt_AgendaComercial',
  row: AgendaHit,
  texts: 'agenda-search',
  columns: {
    kind: { words: 'kinds', width: 14 },
    personName: { label: 'fields.person', width: 34 },
    detail: { width: 50 },
    stage: { words: 'stages', width: 14 },
    day: { kind: 'date' },
    ownerName: { label: 'fields.owner', width: 30 },
    ownerCvl: { label: 'fields.cvl', width: 14 },
  },
  filters: {
    /** Without it nothing is found. Of many people whom it names, the first hundred clients and contacts; of words that many records have, the latest records. */
    search: z.string().trim().min(1).max(80).optional(),
    kind: OneOrMore(z.enum(agendaKinds)).optional(),
    reach: z.enum(agendaReaches).optional(),
    owner: OneOrMore(Id).optional(),
    stage: OneOrMore(z.enum(contactStages)).optional(),
    from: FilterDay.optional(),
    to: FilterDay.optional(),
  },
  /** `areWordsCut`: more contacts, calls, meetings or follow-ups have the words than are looked at. */
  totals: z.object({ cut: z.enum(cutPeople), areWordsCut: z.boolean() }),
  sortable: ['day'],
  defaultSort: { sort: 'day', direction: 'desc' },
})

import { z } from 'zod'
import { defineEndpoint } from './core/endpoint.ts'
import { defineList } from './core/list.ts'
import { BusinessDate, FilterDay, Id, Money, OneOrMore } from './core/values.ts'
import { meetingStages } from './meetings/words.ts'

export const ReviewRow = z.object({
  /** Of the last held review: a meeting. */
  id: Id,
  contactId: Id.nullable(),
  clientId: Id.nullable(),
  /** 'Apellidos, Nombre'. */
  personName: z.string(),
  stage: z.enum(meetingStages),
  heldOn: BusinessDate,
  /** When the next one is due, by the cadence. */
  dueOn: BusinessDate.nullable(),
  /** When the next one is planned, by the firm's clock 'YYYY-MM-DDTHH:MM'. */
  nextAt: z.string().nullable(),
  nextId: Id.nullable(),
  /** Due before today, and none is planned. */
  isOverdue: z.boolean(),
  /** Capital of a client, the amount that a contact might bring. */
  value: Money.nullable(),
  ownerName: z.string().nullable(),
})
export type ReviewRow = z.infer<typeof ReviewRow>

export const listReviews = defineList({
  path: '/reviews',
  summary: 'Contacts and clients by the stage of their last held review, with when the next one is due',
  module: 'bt_AgendaComercial',
  about: ['contacts', 'clients'],
  row: ReviewRow,
  texts: 'reviews',
  columns: {
    personName: { label: 'fields.person', width: 34 },
    stage: { words: 'stages', width: 10 },
    heldOn: { kind: 'date' },
    dueOn: { kind: 'date' },
    nextAt: { kind: 'dateTime' },
    value: { kind: 'money' },
    ownerName: { label: 'fields.owner', width: 30 },
    isOverdue: { kind: 'boolean' },
  },
  filters: {
    stage: OneOrMore(z.enum(meetingStages)).optional(),
    overdue: z.stringbool().optional(),
    dueFrom: FilterDay.optional(),
    dueTo: FilterDay.optional(),
    contact: Id.optional(),
    client: Id.optional(),
  },
  sortable: ['dueOn', 'heldOn'],
  defaultSort: { sort: 'dueOn', direction: 'asc' },
  totals: z.object({ value: Money }),
})

const Cadence = z.object({
  stage: z.enum(meetingStages),
  /** From this capital on, in euros; each stage has one from '0.00' on. */
  minCapital: Money,
  months: z.number().int().min(1).max(60),
})
export type Cadence = z.infer<typeof Cadence>

export const getReviewCadence = defineEndpoint({
  method: 'GET',
  path: '/reviews/cadence',
  about: ['settings'],
  summary: 'After how many months the next review is due, by stage and capital',
  module: 'bt_AgendaComercial',
  action: 'view',
  output: z.object({ cadence: z.array(Cadence) }),
})

/** All of it at once. Due days that were set stay as they are. */
export const setReviewCadence = defineEndpoint({
  method: 'PUT',
  path: '/reviews/cadence',
  changes: ['audit', 'settings'],
  summary: 'Set after how many months the next review is due',
  module: 'bt_Ajustes',
  action: 'edit',
  body: z.strictObject({
    cadence: z
      .array(z.strictObject({ ...Cadence.shape, minCapital: z.string().regex(/^(0|[1-9]\d{0,11})\.\d{2}$/) }))
      .max(40),
  }),
  output: z.object({ cadence: z.array(Cadence) }),
})

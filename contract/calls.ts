import { z } from 'zod'
import { callOutcomes, callReasons } from './calls/words.ts'
import { defineEndpoint } from './core/endpoint.ts'
import { defineList } from './core/list.ts'
import { BusinessDate, Cvl, FilterDay, Id, MultiLineText, OneOrMore } from './core/values.ts'

const module = 'bt_AgendaComercial'
const changes = ['contacts'] as const
const callParams = z.object({ callId: Id })
const Version = z.number().int()
/** Hours and minutes of the firm's clock. */
const TimeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/)

export const CallRow = z.object({
  id: Id,
  calledOn: BusinessDate.nullable(),
  calledTime: z.string().nullable(),
  contactId: Id.nullable(),
  clientId: Id.nullable(),
  /** 'Apellidos, Nombre' of who was called. */
  personName: z.string(),
  reason: z.enum(callReasons).nullable(),
  /** Null where an import brought other words: they stand in the feedback. */
  outcome: z.enum(callOutcomes).nullable(),
  feedback: z.string(),
  observations: z.string(),
  durationMinutes: z.number().int(),
  attempts: z.number().int(),
  ownerName: z.string().nullable(),
  ownerCvl: Cvl.nullable(),
  /** False once it was deactivated. */
  isActive: z.boolean(),
  version: Version,
})
export type CallRow = z.infer<typeof CallRow>

export const listCalls = defineList({
  path: '/calls',
  summary: 'Calls of the staff in reach, or those to one contact or client',
  module,
  row: CallRow,
  texts: 'calls',
  columns: {
    calledOn: { kind: 'date' },
    calledTime: { width: 8 },
    personName: { label: 'fields.person', width: 34 },
    reason: { words: 'reasons', width: 20 },
    outcome: { words: 'outcomes', width: 22 },
    feedback: { width: 50 },
    observations: { width: 50 },
    durationMinutes: { kind: 'integer' },
    attempts: { kind: 'integer' },
    ownerName: { label: 'fields.owner', width: 30 },
    ownerCvl: { label: 'fields.cvl', width: 14 },
    isActive: { kind: 'boolean' },
  },
  filters: {
    reason: OneOrMore(z.enum(callReasons)).optional(),
    outcome: OneOrMore(z.enum(callOutcomes)).optional(),
    owner: OneOrMore(Id).optional(),
    /** Those to that one, whoever called: where the caller sees the contact or the client. */
    contact: Id.optional(),
    client: Id.optional(),
    from: FilterDay.optional(),
    to: FilterDay.optional(),
    /** Deactivated ones instead of the others. */
    deactivated: z.stringbool().optional(),
  },
  sortable: ['calledOn'],
  defaultSort: { sort: 'calledOn', direction: 'desc' },
})

export const callFields = {
  calledOn: BusinessDate,
  calledTime: TimeOfDay.nullable(),
  reason: z.enum(callReasons),
  outcome: z.enum(callOutcomes),
  feedback: MultiLineText(0, 1000),
  observations: MultiLineText(0, 4000),
  durationMinutes: z.number().int().min(0).max(1440),
  attempts: z.number().int().min(1).max(99),
}

/** Of the caller, who called. Either a contact or a client, whom they see. */
export const logCall = defineEndpoint({
  method: 'POST',
  path: '/calls',
  changes,
  summary: 'Note a call to a contact or a client',
  module,
  action: 'create',
  body: z.strictObject({ contactId: Id.nullable(), clientId: Id.nullable(), ...callFields }),
  output: z.object({ id: Id }),
})

/** `call.deactivated` where it is no longer active. */
export const changeCall = defineEndpoint({
  method: 'PATCH',
  path: '/calls/:callId',
  changes,
  summary: 'Change what was noted of a call',
  module,
  action: 'edit',
  params: callParams,
  body: z.strictObject({ version: Version, ...callFields }),
  output: z.object({ version: Version }),
})

export const setCallActive = defineEndpoint({
  method: 'PUT',
  path: '/calls/:callId/active',
  changes,
  summary: 'Deactivate a call that was noted by mistake, or take that back',
  module,
  action: 'edit',
  params: callParams,
  body: z.strictObject({ version: Version, isActive: z.boolean() }),
  output: z.object({ version: Version }),
})

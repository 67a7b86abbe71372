import { z } from 'zod'
import { defineEndpoint } from './core/endpoint.ts'
import { defineList } from './core/list.ts'
import {
  BusinessDate,
  Cvl,
  EmailAddress,
  FilterDay,
  Id,
  MultiLineText,
  OneOrMore,
  SingleLineText,
  WholeNumber,
} from './core/values.ts'
import { attendeeAnswers, meetingStages, meetingStates, seriesScopes } from './meetings/words.ts'

const module = 'bt_AgendaComercial'
const changes = ['contacts', 'audit'] as const
const meetingParams = z.object({ meetingId: Id })
const Version = z.number().int()

/** A day and a time of the firm's own clock, 'YYYY-MM-DDTHH:MM'. Of an hour that comes twice it is the first. */
export const LocalDateTime = z
  .string()
  .regex(/^(?!0000)\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d$/)
  .refine((moment) => BusinessDate.safeParse(moment.slice(0, 10)).success)

export const MeetingRow = z.object({
  id: Id,
  /** By the firm's clock, 'YYYY-MM-DDTHH:MM'. */
  startsAt: z.string(),
  endsAt: z.string(),
  subject: z.string(),
  contactId: Id.nullable(),
  clientId: Id.nullable(),
  /** 'Apellidos, Nombre' of whom it is about; null where it is about nobody. */
  personName: z.string().nullable(),
  stage: z.enum(meetingStages).nullable(),
  state: z.enum(meetingStates),
  place: z.string(),
  link: z.string(),
  note: z.string(),
  /** What came of it, or why it was cancelled. */
  result: z.string(),
  ownerId: Id,
  ownerName: z.string(),
  ownerCvl: Cvl,
  /** Of a meeting that repeats. */
  seriesId: Id.nullable(),
  /** Whether the caller may change it: its owner is in the reach of their right. */
  isChangeable: z.boolean(),
  version: Version,
})
export type MeetingRow = z.infer<typeof MeetingRow>

export const listMeetings = defineList({
  path: '/meetings',
  summary: 'Meetings that the staff in reach take part in, or those about one contact or client',
  module,
  row: MeetingRow,
  texts: 'meetings',
  columns: {
    startsAt: { kind: 'dateTime' },
    endsAt: { kind: 'dateTime' },
    personName: { label: 'fields.person', width: 34 },
    subject: { width: 40 },
    stage: { words: 'stages', width: 10 },
    state: { words: 'states', width: 16 },
    place: { width: 30 },
    link: { width: 30 },
    note: { width: 50 },
    result: { width: 50 },
    ownerName: { label: 'fields.owner', width: 30 },
    ownerCvl: { label: 'fields.cvl', width: 14 },
  },
  filters: {
    state: OneOrMore(z.enum(meetingStates)).optional(),
    stage: OneOrMore(z.enum(meetingStages)).optional(),
    owner: OneOrMore(Id).optional(),
    /** Those about that one, whosever they are: where the caller sees the contact or the client. */
    contact: Id.optional(),
    client: Id.optional(),
    from: FilterDay.optional(),
    to: FilterDay.optional(),
    /** Over since yesterday at least, and nobody has said whether they were held. */
    unresolved: z.stringbool().optional(),
  },
  sortable: ['startsAt'],
  defaultSort: { sort: 'startsAt', direction: 'desc' },
})

const AttendeeRow = z.object({
  employeeId: Id.nullable(),
  contactId: Id.nullable(),
  clientId: Id.nullable(),
  name: z.string(),
  /** Of a guest alone. */
  email: z.string().nullable(),
  answer: z.enum(attendeeAnswers),
  /** What they wrote beside their answer. */
  comment: z.string(),
  /** Another time that they propose, by the firm's clock. */
  proposed: z.object({ startsAt: z.string(), endsAt: z.string() }).nullable(),
})
export type AttendeeRow = z.infer<typeof AttendeeRow>

export const getMeeting = defineEndpoint({
  method: 'GET',
  path: '/meetings/:meetingId',
  about: ['contacts', 'clients'],
  summary: 'A meeting with its attendees, who made it and who closed it',
  module,
  action: 'view',
  combinable: true,
  params: meetingParams,
  output: MeetingRow.extend({
    attendees: z.array(AttendeeRow),
    invites: z.boolean(),
    /** By which its series repeats. */
    rule: z.string().nullable(),
    createdAt: z.string(),
    createdByName: z.string().nullable(),
    closedAt: z.string().nullable(),
    closedByName: z.string().nullable(),
  }),
})
export type MeetingDetail = z.infer<typeof getMeeting.output>

/** Staff of the firm, whoever's they are; contacts and clients whom the caller sees; guests by name and e-mail. */
const Attendee = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['employee', 'contact', 'client']), id: Id }),
  z.strictObject({ kind: z.literal('guest'), name: SingleLineText(1, 200), email: EmailAddress }),
])
export type Attendee = z.infer<typeof Attendee>

/** So many meetings a rule makes at most. */
const maxOthers = 260

/** What of a meeting that repeats is changed along. */
const Scope = z.enum(seriesScopes).default('this')

/** A recurrence rule (RFC 5545, 3.3.10) by days, weeks, months or years, with an end: 'FREQ=WEEKLY;UNTIL=20261231'. */
const RecurrenceRule = z
  .string()
  .max(300)
  .regex(/^[A-Z]+=[A-Z0-9,+-]+(;[A-Z]+=[A-Z0-9,+-]+)*$/)

const times = { startsAt: LocalDateTime, endsAt: LocalDateTime }
export const meetingFields = {
  ...times,
  subject: SingleLineText(1, 200),
  stage: z.enum(meetingStages).nullable(),
  place: SingleLineText(0, 300),
  /** Of a call by video. */
  link: z.union([z.literal(''), z.url({ protocol: /^https$/ }).max(500)]),
  note: MultiLineText(0, 4000),
  /** Beside its owner and whom it is about, who take part anyway. */
  attendees: z.array(Attendee).max(50),
  /** Whether attendees with an e-mail are invited, and told of each change. */
  invites: z.boolean(),
  ownerId: Id,
}

/**
 * About a contact or a client whom the caller sees, or about nobody. `contact.lopdMissing` and `client.lopd` refuse an R2, R3 or R4 without the
 * consent to data protection.
 */
export const createMeeting = defineEndpoint({
  method: 'POST',
  path: '/meetings',
  changes,
  summary: 'Plan a meeting, or note one that was',
  module,
  action: 'create',
  body: z.strictObject({
    contactId: Id.nullable(),
    clientId: Id.nullable(),
    ...meetingFields,
    /** The caller's own where it isn't said. */
    ownerId: Id.nullable(),
    /** How it repeats: each occurrence is a meeting of its own. */
    rule: RecurrenceRule.nullable().default(null),
  }),
  output: z.object({ id: Id }),
})

/**
 * With a rule it repeats by that from then on: a single one becomes a series, one of a series leads a new one (`following`), or all of it changes
 * (`all`). `meeting.closed` where it was held, missed or cancelled; `meeting.seriesBegun` where a rule is changed from one that is over, or of a
 * series of which one was held or has begun.
 */
export const changeMeeting = defineEndpoint({
  method: 'PATCH',
  path: '/meetings/:meetingId',
  changes,
  summary: 'Change a planned meeting',
  module,
  action: 'edit',
  params: meetingParams,
  body: z.strictObject({
    version: Version,
    ...meetingFields,
    scope: Scope,
    /** Null: it repeats, or doesn't, as before. */
    rule: RecurrenceRule.nullable().default(null),
  }),
  output: z.object({ version: Version }),
})

/** Another meeting of a series: its version, and a time of its own. */
const OtherMeeting = z.strictObject({ id: Id, version: Version, ...times })
export type OtherMeeting = z.infer<typeof OtherMeeting>

export const moveMeeting = defineEndpoint({
  method: 'PUT',
  path: '/meetings/:meetingId/time',
  changes,
  summary: 'Move a planned meeting, or make it longer or shorter',
  module,
  action: 'edit',
  params: meetingParams,
  body: z.strictObject({
    version: Version,
    ...times,
    scope: Scope,
    /** Others of its series, each with where it goes, instead of those that `scope` names: so a move of several is undone. */
    others: z.array(OtherMeeting).max(maxOthers).default([]),
  }),
  output: z.object({
    version: Version,
    /** Those that went along: where they were, and their versions now. */
    others: z.array(OtherMeeting),
  }),
})

/** A review that was held says what came of it; a cancelled meeting says why. Planning it again leaves neither. `meeting.notYet` before it begins. */
export const setMeetingState = defineEndpoint({
  method: 'PUT',
  path: '/meetings/:meetingId/state',
  changes,
  summary: 'Say that a meeting was held or missed, cancel it, or plan it again',
  module,
  action: 'edit',
  params: meetingParams,
  body: z.strictObject({
    version: Version,
    state: z.enum(meetingStates),
    result: MultiLineText(0, 4000),
    scope: Scope,
  }),
  output: z.object({
    version: Version,
    /** After a held review: which comes next, and when it is due by the cadence. */
    nextReview: z.object({ stage: z.enum(meetingStages), on: BusinessDate }).nullable(),
  }),
})

/** Whoever works here: colleagues out of reach take part in meetings too, and nothing else of them is told. */
export const findColleagues = defineEndpoint({
  method: 'GET',
  path: '/meetings/colleagues',
  about: ['staff'],
  summary: 'Colleagues by name or CVL, for the attendees of a meeting',
  module,
  action: 'view',
  query: z.object({ q: z.string().trim().min(2).max(100) }),
  output: z.object({ colleagues: z.array(z.object({ id: Id, name: z.string(), cvl: Cvl })) }),
})

/** The longest stretch that is read at once: six weeks of a month's page. */
export const maxAgendaDays = 42

/** What a calendar shows of some days: both ends are in. Cancelled meetings aren't there. */
export const getAgenda = defineEndpoint({
  method: 'GET',
  path: '/agenda',
  about: ['contacts', 'clients', 'staff'],
  summary: 'Meetings and open follow-ups of some days, of one member of staff or of all in reach',
  module,
  action: 'view',
  combinable: true,
  query: z.object({
    from: BusinessDate,
    days: WholeNumber(1, maxAgendaDays),
    /** The caller's own where neither is said. */
    owner: Id.optional(),
    team: z.stringbool().optional(),
  }),
  output: z.object({
    meetings: z.array(MeetingRow.omit({ note: true, result: true, link: true, ownerCvl: true })),
    followUps: z.array(
      z.object({ id: Id, dueOn: BusinessDate, subject: z.string(), personName: z.string(), ownerName: z.string() }),
    ),
    /** Days on which the offices of the country rest, or its banks. */
    holidays: z.array(z.object({ on: BusinessDate, rests: z.enum(['office', 'bank']) })),
    /** There are more than are shown: a shorter stretch or one person shows them. */
    more: z.boolean(),
  }),
})

const TimeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/)

/** Colleagues of any team: of their agenda, and their Google, it tells when all of them are free, and nothing else. */
export const findSlots = defineEndpoint({
  method: 'GET',
  path: '/agenda/slots',
  about: ['contacts', 'staff', 'personal'],
  summary: 'When these colleagues are all free, in working hours, without holidays and absences',
  module,
  action: 'view',
  query: z.object({
    employees: OneOrMore(Id),
    from: BusinessDate,
    days: WholeNumber(1, maxAgendaDays).default(14),
    minutes: WholeNumber(5, 480),
    /** What stays free before and after, in minutes. */
    buffer: WholeNumber(0, 120).default(0),
    /** How far apart the starts of slots are, in minutes. */
    step: WholeNumber(5, 60).default(15),
    earliest: TimeOfDay.default('09:00'),
    latest: TimeOfDay.default('18:00'),
    /** The meeting that is moved: it isn't in its own way. */
    without: Id.optional(),
  }),
  output: z.object({
    slots: z.array(z.object({ startsAt: z.string(), endsAt: z.string() })),
    /** There are more of them. */
    more: z.boolean(),
    /** Names of those whose Google calendar could not be read and doesn't count; nobody where the installation knows no Google. */
    withoutGoogle: z.array(z.string()),
    /** Names of those who have no Google calendar connected, and of whom Google tells nothing. */
    notConnectedToGoogle: z.array(z.string()),
  }),
})

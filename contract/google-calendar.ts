import { z } from 'zod'
import { defineEndpoint } from './core/endpoint.ts'
import { BusinessDate, Id, WholeNumber } from './core/values.ts'
import { googleConnectionStates, googleProblems } from './google-calendar/words.ts'
import { maxAgendaDays } from './meetings.ts'

const module = 'bt_Calendario'
const about = ['personal'] as const
const changes = ['personal'] as const
const Problem = z.enum(googleProblems)

const Connection = z.object({
  /** Of the Google account. */
  email: z.string(),
  state: z.enum(googleConnectionStates),
  connectedAt: z.string(),
  /** When it was read last, and when it will be; null before the first time, and where it won't be. */
  syncedAt: z.string().nullable(),
  nextSyncAt: z.string().nullable(),
  /** What went wrong the last time. */
  problem: Problem.nullable(),
  events: z.number().int(),
  /** Whether colleagues are found in the firm's directory. */
  hasDirectory: z.boolean(),
})
export type GoogleConnection = z.infer<typeof Connection>

export const getGoogleConnection = defineEndpoint({
  method: 'GET',
  path: '/google-calendar',
  about,
  summary: 'Whether my Google calendar is read, since when, and what went wrong',
  module,
  action: 'view',
  output: z.object({
    /** Whether this installation has a client at Google. */
    isConfigured: z.boolean(),
    connection: Connection.nullable(),
  }),
})

/** Good for ten minutes, and once. `googleCalendar.notConfigured` where the installation has no client at Google. */
export const startGoogleConsent = defineEndpoint({
  method: 'POST',
  path: '/google-calendar/consent',
  changes,
  summary: 'Begin to connect my Google calendar: where the browser has to go',
  module,
  action: 'view',
  output: z.object({ address: z.string() }),
})

/**
 * `googleCalendar.expired` where nobody here asked for this answer, or too long ago; `googleCalendar.refused` where Google doesn't take the code;
 * `googleCalendar.scope` where the calendar wasn't consented to; `googleCalendar.unreachable` where Google doesn't answer.
 */
export const connectGoogleCalendar = defineEndpoint({
  method: 'PUT',
  path: '/google-calendar',
  changes,
  summary: 'Connect my Google calendar with what Google answered',
  module,
  action: 'view',
  body: z.strictObject({ code: z.string().min(1).max(2000), state: z.string().min(1).max(200) }),
  output: z.object({ email: z.string() }),
})

export const syncGoogleCalendar = defineEndpoint({
  method: 'POST',
  path: '/google-calendar/sync',
  changes,
  summary: 'Read my Google calendar now',
  module,
  action: 'view',
  output: z.object({ requested: z.boolean() }),
})

export const disconnectGoogleCalendar = defineEndpoint({
  method: 'DELETE',
  path: '/google-calendar',
  changes,
  summary: 'Stop reading my Google calendar, and forget what was read',
  module,
  action: 'view',
  output: z.object({ removed: z.literal(true) }),
})

const Event = z.object({
  id: z.string(),
  /** By the firm's clock, 'YYYY-MM-DDTHH:MM'. */
  startsAt: z.string(),
  endsAt: z.string(),
  isAllDay: z.boolean(),
  /** Of one's own alone: of others it is told that they are busy, and nothing else. */
  title: z.string().nullable(),
})
export type GoogleEvent = z.infer<typeof Event>

/** Of a colleague in the reach of the caller's agenda. What Google doesn't answer is said here, and refuses nothing. */
export const getGoogleEvents = defineEndpoint({
  method: 'GET',
  path: '/agenda/google',
  about: ['personal', 'contacts', 'staff'],
  summary: 'What Google has for some days of my agenda, or when a colleague is busy there',
  module: 'bt_AgendaComercial',
  action: 'view',
  query: z.object({ from: BusinessDate, days: WholeNumber(1, maxAgendaDays), owner: Id.optional() }),
  output: z.object({
    isConfigured: z.boolean(),
    /** `none`: nobody has connected a calendar that tells. `stale`: as it was at `syncedAt`. `unknown`: Google doesn't answer. */
    knowledge: z.enum(['fresh', 'stale', 'none', 'unknown']),
    syncedAt: z.string().nullable(),
    problem: Problem.nullable(),
    events: z.array(Event),
  }),
})
export type GoogleEvents = z.infer<typeof getGoogleEvents.output>

export const findDirectoryPeople = defineEndpoint({
  method: 'GET',
  path: '/google-calendar/directory',
  about,
  summary: 'People of the directory of my organisation at Google, by name or e-mail',
  module,
  action: 'view',
  query: z.object({ q: z.string().trim().min(2).max(100) }),
  output: z.object({
    people: z.array(z.object({ name: z.string(), email: z.string() })),
    problem: Problem.nullable(),
  }),
})

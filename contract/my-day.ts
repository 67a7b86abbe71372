import { z } from 'zod'
import { ApprovalRow } from './approvals.ts'
import { defineEndpoint } from './core/endpoint.ts'
import { BusinessDate, Cvl, Id, Money } from './core/values.ts'
import { dayReasonKinds, dayReasonLevels, maxSnoozedAtOnce } from './my-day/reasons.ts'
import type { Role } from './permissions.ts'

/** Parts of one's day: what comes up, what waits, and for whom. */
const dayTileKeys = [
  'maturities',
  'requests',
  'blocked',
  'openings',
  'receipts',
  'payments',
  'verification',
  'staff',
  'products',
] as const
export type DayTileKey = (typeof dayTileKeys)[number]

/** What stands beside the list of a role's day, the most urgent first; of each only what the person's permissions show. */
export const dayTilesByRole: Record<Role, readonly DayTileKey[]> = {
  admin: ['requests', 'receipts', 'payments', 'verification', 'maturities', 'staff'],
  direction: ['verification', 'maturities', 'receipts', 'payments', 'blocked', 'staff'],
  supervisor: ['maturities', 'requests', 'blocked', 'openings'],
  manager: ['maturities', 'requests', 'blocked', 'openings', 'receipts'],
  partner: ['maturities', 'requests', 'blocked', 'openings'],
  advisor: ['maturities', 'requests', 'blocked', 'openings'],
  banker: ['maturities', 'requests', 'blocked', 'openings', 'receipts'],
  investments: ['products', 'requests'],
  hr: ['staff', 'requests'],
  user: [],
}

const changeFields = ApprovalRow.pick({ task: true, params: true, aboutName: true, clientCvl: true })

const DayRow = z.object({
  id: Id,
  /** Its page. */
  path: z.string(),
  /** Empty of a change: its sentence is made of `change`. */
  title: z.string(),
  /** A number or a code beside it. */
  code: z.string().nullable(),
  person: z.string().nullable(),
  phone: z.string().nullable(),
  amount: Money.nullable(),
  date: BusinessDate.nullable(),
  /** In the words of its tile: an instruction, a kind of block. */
  state: z.string().nullable(),
  change: changeFields.nullable(),
})
export type DayRow = z.infer<typeof DayRow>

const DayTile = z.object({
  key: z.enum(dayTileKeys),
  total: z.number().int(),
  /** What all of them come to. */
  amount: Money.nullable(),
  /** The list with the same filters; null where the rows are all that there is. */
  path: z.string().nullable(),
  /** The first ones. */
  rows: z.array(DayRow),
})
export type DayTile = z.infer<typeof DayTile>

export const getMyDay = defineEndpoint({
  method: 'GET',
  path: '/my-day',
  about: [
    'access',
    'accounts',
    'approvals',
    'bankEntries',
    'contacts',
    'clients',
    'ledger',
    'maturities',
    'openings',
    'paymentBatches',
    'payments',
    'products',
    'staff',
  ],
  summary: 'What comes up and what waits for me: of each part its count and its first rows',
  module: 'bt_MiDia',
  action: 'view',
  output: z.object({ tiles: z.array(DayTile) }),
})

const DayReason = z.object({
  /** By which it is put off: 'followUp:12'. */
  key: z.string(),
  kind: z.enum(dayReasonKinds),
  /** Of the record that it is about. */
  id: Id,
  /** The page of that record. */
  path: z.string(),
  /** As somebody wrote it: the subject of a meeting, the number of an account. */
  text: z.string().nullable(),
  date: BusinessDate.nullable(),
  /** Of today, by the firm's clock: '09:30–10:00'. */
  time: z.string().nullable(),
  amount: Money.nullable(),
  /** In the words of its kind: what stops the money, what came of a call. */
  state: z.string().nullable(),
  /** Of what waits for the caller's decision. */
  change: changeFields.nullable(),
})
export type DayReason = z.infer<typeof DayReason>

const DayItem = z.object({
  key: z.string(),
  level: z.enum(dayReasonLevels),
  /** Whom it is about. Without a page they are out of the caller's reach. */
  person: z
    .object({
      kind: z.enum(['client', 'contact']),
      id: Id,
      name: z.string(),
      cvl: Cvl.nullable(),
      phone: z.string().nullable(),
      path: z.string().nullable(),
    })
    .nullable(),
  /** Why it is there, the most urgent first. */
  reasons: z.array(DayReason),
  /** The day on which it comes back, of what was put off. */
  snoozedUntil: BusinessDate.nullable(),
})
export type DayItem = z.infer<typeof DayItem>

const listSubjects = [
  'access',
  'accounts',
  'approvals',
  'contacts',
  'clients',
  'maturities',
  'openings',
  'staff',
] as const

/** Each person once, with every reason; the most urgent first. At most some of each kind: `isCut` says that there are more. */
export const getDayList = defineEndpoint({
  method: 'GET',
  path: '/my-day/list',
  about: listSubjects,
  summary: 'What needs doing today by the caller, ranked, with why it is there; and what they have put off',
  module: 'bt_MiDia',
  action: 'view',
  combinable: true,
  output: z.object({ items: z.array(DayItem), snoozed: z.array(DayItem), isCut: z.boolean() }),
})

/** Until a day after today, or null: no longer. Anybody's own list alone, and so never in another's view; what a key names is not looked at. */
export const snoozeDayReasons = defineEndpoint({
  method: 'PUT',
  path: '/my-day/snoozes',
  changes: ['contacts'],
  summary: 'Put something of my day off until another day, or take it up again',
  module: 'bt_MiDia',
  action: 'view',
  body: z.strictObject({
    keys: z
      .array(z.string().regex(/^[a-zA-Z]{1,20}:\d{1,19}$/))
      .min(1)
      .max(maxSnoozedAtOnce),
    until: BusinessDate.nullable(),
  }),
  output: z.object({ until: BusinessDate.nullable() }),
})

/** Today and the six days after it, of the caller alone. */
export const getDayWeek = defineEndpoint({
  method: 'GET',
  path: '/my-day/week',
  about: listSubjects,
  summary: 'How many meetings, follow-ups and maturities the next seven days have',
  module: 'bt_MiDia',
  action: 'view',
  combinable: true,
  output: z.object({
    days: z.array(
      z.object({
        on: BusinessDate,
        isRest: z.boolean(),
        meetings: z.number().int(),
        followUps: z.number().int(),
        maturities: z.number().int(),
        /** What they come to. */
        maturing: Money,
        birthdays: z.array(z.object({ clientId: Id, name: z.string() })),
      }),
    ),
    employeeId: Id.nullable(),
  }),
})

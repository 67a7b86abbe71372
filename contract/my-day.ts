import { z } from 'zod'
import { ApprovalRow } from './approvals.ts'
import { defineEndpoint } from './core/endpoint.ts'
import { BusinessDate, Id, Money } from './core/values.ts'
import type { Role } from './permissions.ts'

/** Parts of one's day: what comes up, what waits, and for whom. */
const dayTileKeys = [
  'meetings',
  'followUps',
  'reviews',
  'maturities',
  'approvals',
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

/** What a role begins its day with, the most urgent first; of each only what the person's permissions show. */
export const dayTilesByRole: Record<Role, readonly DayTileKey[]> = {
  admin: ['approvals', 'requests', 'receipts', 'payments', 'verification', 'maturities', 'staff'],
  direction: ['approvals', 'verification', 'maturities', 'receipts', 'payments', 'blocked', 'staff'],
  supervisor: ['approvals', 'meetings', 'followUps', 'maturities', 'requests', 'blocked', 'openings'],
  manager: [
    'meetings',
    'followUps',
    'maturities',
    'approvals',
    'requests',
    'reviews',
    'blocked',
    'openings',
    'receipts',
  ],
  partner: ['meetings', 'followUps', 'maturities', 'requests', 'approvals', 'reviews', 'blocked', 'openings'],
  advisor: ['meetings', 'followUps', 'maturities', 'requests', 'approvals', 'reviews', 'blocked', 'openings'],
  banker: [
    'meetings',
    'followUps',
    'maturities',
    'approvals',
    'requests',
    'reviews',
    'blocked',
    'openings',
    'receipts',
  ],
  investments: ['products', 'approvals', 'requests'],
  hr: ['approvals', 'staff', 'requests'],
  user: [],
}

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
  change: ApprovalRow.pick({ task: true, params: true, aboutName: true, clientCvl: true }).nullable(),
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

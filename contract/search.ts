import { z } from 'zod'
import { defineEndpoint } from './core/endpoint.ts'
import { BusinessDate, Id, Money } from './core/values.ts'

/** Kinds of record that the search finds, in the order in which a page shows them. */
export const searchKinds = [
  'client',
  'contact',
  'account',
  'meeting',
  'followUp',
  'call',
  'payment',
  'batch',
  'employee',
  'cancellation',
  'journal',
  'handover',
  'statement',
] as const
export type SearchKind = (typeof searchKinds)[number]

/** What was matched, where the title does not show it. */
const searchFields = ['cvl', 'phone', 'email', 'identity', 'bankAccount', 'merged'] as const

export const SearchResult = z.object({
  kind: z.enum(searchKinds),
  id: Id,
  /** Its page. */
  path: z.string(),
  /** A name, a number or a reference. */
  title: z.string(),
  /** A code beside it: a CVL, the name of a product. */
  code: z.string().nullable(),
  /** Of whom it is: the client of an account, the manager of a client. */
  person: z.string().nullable(),
  amount: Money.nullable(),
  date: BusinessDate.nullable(),
  match: z.object({ field: z.enum(searchFields), text: z.string() }).nullable(),
})
export type SearchResult = z.infer<typeof SearchResult>

const subjects = [
  'access',
  'accounts',
  'bankAccounts',
  'bankEntries',
  'cancellations',
  'clients',
  'contacts',
  'handovers',
  'ledger',
  'paymentBatches',
  'payments',
  'products',
  'staff',
] as const

/** Every kind in one call; of each kind the best first. */
export const searchRecords = defineEndpoint({
  method: 'GET',
  path: '/search',
  about: subjects,
  summary: 'Find records of any kind by name, number or reference, as far as I may see them',
  open: 'signedIn',
  query: z.object({ q: z.string().trim().min(1).max(80) }),
  output: z.object({ results: z.array(SearchResult) }),
})

/** As many as a browser remembers. */
export const maxRecentRecords = 20

/** `client:12,account:34`: records that were opened before. */
const RecordKeys = z
  .string()
  .regex(
    new RegExp(
      `^(${searchKinds.join('|')}):\\d{1,18}(,(${searchKinds.join('|')}):\\d{1,18}){0,${maxRecentRecords - 1}}$`,
    ),
  )

/** What is left out is gone, or out of scope by now. */
export const getRecentRecords = defineEndpoint({
  method: 'GET',
  path: '/search/recent',
  about: subjects,
  summary: 'Records that I opened before, as far as I may still see them',
  open: 'signedIn',
  query: z.object({ records: RecordKeys }),
  output: z.object({ results: z.array(SearchResult) }),
})

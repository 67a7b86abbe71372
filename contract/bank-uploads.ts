import { z } from 'zod'
import { endpoint } from './core/endpoint.ts'
import { Id, Instant } from './core/values.ts'

/** What doesn't fit in a file that is refused; the place is the element or the line. */
export const statementFaults = [
  'notStatement',
  'encoding',
  'xml',
  'doctype',
  'tooDeep',
  'tooMany',
  'version',
  'missing',
  'amount',
  'date',
  'currency',
  'balance',
  'total',
  'count',
  'record',
  'future',
  'empty',
  'tooLong',
  'tooLongElement',
] as const
export type StatementFault = (typeof statementFaults)[number]

/** As bytes: what browsers call such files differs from one to the next. */
const file = { maxBytes: 5_000_000, types: ['application/octet-stream'] } as const

/**
 * Reads the statements of a file, and books what came in by them once a second person has approved it. All of it or nothing. The same file
 * again adds nothing. A bank account that isn't known is refused until `ours` says that it is the firm's.
 */
export const uploadStatement = endpoint({
  method: 'POST',
  path: '/bank/statements',
  summary: 'Upload a bank statement, camt.053 or Norma 43',
  module: 'bt_Extractos',
  action: 'create',
  query: z.object({ fileName: z.string().trim().min(1).max(200), ours: z.enum(['true', 'false']).optional() }),
  upload: file,
  output: z.object({
    /** True where this very file had been uploaded before. */
    known: z.boolean(),
    /** The approval that the file waits for; null where it is in the books. */
    approvalId: Id.nullable(),
    /** None while it waits. */
    statements: z.array(z.object({ id: Id, entries: z.number().int(), fresh: z.number().int() })),
  }),
})

const WaitingUpload = z.object({
  id: Id,
  fileName: z.string(),
  uploadedAt: Instant,
  uploaderName: z.string().nullable(),
  approvalId: Id,
})
/** The files of the bank that wait for a second person, the newest first. Nothing of them is in the books. */
export const listWaitingUploads = endpoint({
  method: 'GET',
  path: '/bank/uploads',
  summary: 'Bank files that wait for approval',
  module: 'bt_Extractos',
  action: 'view',
  output: z.array(WaitingUpload),
})

import { z } from 'zod'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { defineList } from '#contract/core/list.ts'
import { BusinessDate, Id, Instant, Money, OneOrMore, SingleLineText } from '#contract/core/values.ts'

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
const statementUpload = { maxBytes: 5_000_000, types: ['application/octet-stream'] } as const

/**
 * Reads the statements of a file, and books what came in by them once a second person has approved it. All of it or nothing. The same file
 * again adds nothing. A bank account that isn't known is refused until `ours` says that it is the firm's.
 */
export const uploadBankStatement = defineEndpoint({
  method: 'POST',
  path: '/bank/statements',
  changes: [
    'accounts',
    'approvals',
    'bankEntries',
    'cancellations',
    'clients',
    'contributions',
    'ledger',
    'notices',
    'openings',
    'paymentBatches',
    'payments',
  ],
  summary: 'Upload a bank statement, camt.053 or Norma 43',
  module: 'bt_Extractos',
  action: 'create',
  query: z.object({ fileName: SingleLineText(1, 200), ours: z.enum(['true', 'false']).optional() }),
  upload: statementUpload,
  output: z.object({
    /** True where this very file had been uploaded before. */
    known: z.boolean(),
    /** The approval that the file waits for; null where it is in the books. */
    approvalId: Id.nullable(),
    /** None while it waits. */
    statements: z.array(z.object({ id: Id, entries: z.number().int(), fresh: z.number().int() })),
  }),
})

const PendingUpload = z.object({
  id: Id,
  fileName: z.string(),
  uploadedAt: Instant,
  uploaderName: z.string().nullable(),
  approvalId: Id,
})
/** The files of the bank that wait for a second person, the newest first. Nothing of them is in the books. */
export const listPendingBankUploads = defineEndpoint({
  method: 'GET',
  path: '/bank/uploads',
  summary: 'Bank files that wait for approval',
  module: 'bt_Extractos',
  action: 'view',
  output: z.array(PendingUpload),
})

/** What a line of a waiting file would be booked to, or what it would wait for, as everything stands now. */
export const plannedBookingKinds = [
  'contribution',
  'confirms',
  'returned',
  'probableReturn',
  'paid',
  'batchPaid',
  'wentBack',
  'proposed',
  'unidentified',
  'other',
  'foreign',
  'known',
] as const
export type PlannedBookingKind = (typeof plannedBookingKinds)[number]

/** What needs review in a line of a waiting file: the approver looks at these first. */
export const bankLineWarnings = [
  'otherPayer',
  'barred',
  'returnInText',
  'amountDiffers',
  'paymentState',
  'otherPeriod',
  'overlapping',
  'backDated',
  'oldPeriod',
  'futureValue',
  'overLimit',
  'noNumber',
  'partsDiffer',
] as const
export type BankLineWarning = (typeof bankLineWarnings)[number]

export const bankUploadStates = ['waiting', 'taken', 'dropped'] as const

const uploadParams = z.object({ uploadId: Id })

/** A file of the bank from its upload on. `kinds`: its lines by what they would be booked to and their currency; none once it is decided. */
export const BankUploadDetail = PendingUpload.extend({
  state: z.enum(bankUploadStates),
  approvalId: Id.nullable(),
  lines: z.number().int(),
  odd: z.number().int(),
  kinds: z.array(
    z.object({
      kind: z.enum(plannedBookingKinds),
      currency: z.string(),
      lines: z.number().int(),
      odd: z.number().int(),
      amount: Money,
    }),
  ),
})
export type BankUploadDetail = z.infer<typeof BankUploadDetail>

export const getBankUpload = defineEndpoint({
  method: 'GET',
  path: '/bank/uploads/:uploadId',
  summary: 'One bank file, and what its lines would be booked to while it waits',
  module: 'bt_Extractos',
  action: 'view',
  params: uploadParams,
  output: BankUploadDetail,
})

export const PlannedBankLineRow = z.object({
  /** The place of the line in the file, from 1. */
  id: Id,
  bookingDate: BusinessDate,
  valueDate: BusinessDate,
  currency: z.string(),
  amount: Money,
  counterpartyName: z.string().nullable(),
  counterpartyNumber: z.string().nullable(),
  remittance: z.string(),
  reference: z.string(),
  kind: z.enum(plannedBookingKinds),
  oddities: z.array(z.enum(bankLineWarnings)),
  /** The refusal that keeps it from being booked, or from confirming what was noted by hand. */
  bar: z.string().nullable(),
  accountId: Id.nullable(),
  clientId: Id.nullable(),
  accountNumber: z.string().nullable(),
  clientName: z.string().nullable(),
  /** The payment or the batch of ours that it names, and what it is called. */
  paymentId: Id.nullable(),
  batchId: Id.nullable(),
  paymentReference: z.string().nullable(),
})
export type PlannedBankLineRow = z.infer<typeof PlannedBankLineRow>

/** Worked out by what would book it, at each call: another file that is booked meanwhile changes it. 404 once the file is decided. */
export const listPlannedBankLines = defineList({
  path: '/bank/uploads/:uploadId/lines',
  summary: 'The lines of a waiting bank file, and what each would be booked to',
  module: 'bt_Extractos',
  params: uploadParams,
  row: PlannedBankLineRow,
  texts: 'contributions',
  columns: {
    bookingDate: { kind: 'date' },
    valueDate: { kind: 'date' },
    counterpartyName: { label: 'fields.counterparty', width: 34 },
    counterpartyNumber: { width: 28 },
    remittance: { width: 50 },
    reference: { width: 24 },
    kind: { label: 'planned.kind', words: 'planned.kinds', width: 40 },
    accountNumber: { label: 'fields.account', width: 22, neverCut: true },
    clientName: { label: 'fields.client', width: 36 },
    paymentReference: { label: 'planned.payment', width: 18 },
    oddities: { label: 'planned.oddities', width: 50 },
    bar: { label: 'planned.bar', words: 'refusals:codes', width: 50 },
    currency: { width: 10 },
    amount: { kind: 'money' },
  },
  filters: {
    search: z.string().trim().max(80).optional(),
    kind: OneOrMore(z.enum(plannedBookingKinds)).optional(),
    odd: z.enum(['true', 'false']).optional(),
  },
  /** `odd`: what is odd first. */
  sortable: ['odd', 'id', 'amount'],
  /** Of the lines in the currency of the books. */
  totals: z.object({ amount: Money }),
})

import { z } from 'zod'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineList } from '../core/list.ts'
import { BusinessDate, Cvl, Id, Instant, Money, OneOrMore } from '../core/values.ts'
import { ImportDetail } from '../imports.ts'
import { duplicateDecisions } from './fields.ts'

const importParams = z.object({ importId: Id })

/** What becomes of a row: a record that is new or changed, somebody who may be there, or nothing because it is there as it stands. */
export const importOutcomes = ['new', 'changed', 'duplicate', 'known'] as const

/** One decision for rows that may be clients who are there: those of `lines`, or all. `checkedAt`: the check whose rows were seen. */
export const decideDuplicates = defineEndpoint({
  method: 'POST',
  path: '/imports/:importId/decisions',
  changes: ['imports'],
  summary: 'Say what becomes of rows that may be clients who are there',
  module: 'bt_Importar',
  action: 'create',
  params: importParams,
  body: z.object({
    checkedAt: Instant,
    decision: z.enum(duplicateDecisions),
    lines: z.array(z.number().int().min(2)).min(1).max(1000).optional(),
  }),
  output: ImportDetail,
})

/** The rows that are wrong as they stand in the file, below its own headings, with a column that says what is wrong with each. */
export const getImportFaultSheet = defineEndpoint({
  method: 'GET',
  path: '/imports/:importId/faults/sheet',
  changes: ['audit'],
  summary: 'The wrong rows of a file, each with what is wrong',
  module: 'bt_Importar',
  action: 'export',
  params: importParams,
  output: z.unknown(),
})

export const ImportedRecord = z.object({
  id: z.string(),
  line: z.number().int(),
  /** What the file calls it: a name, an account's number or product, an institution. */
  subject: z.string(),
  outcome: z.enum(importOutcomes),
  /** Whom it is about, as far as the viewer sees them: the one who is there, or has come to be. */
  clientId: Id.nullable(),
  clientName: z.string().nullable(),
  clientCvl: Cvl.nullable(),
  /** The contact that it is about, may be or has come to be, as far as the viewer sees them. */
  contactId: Id.nullable(),
  contactName: z.string().nullable(),
  accountId: Id.nullable(),
  /** By which criteria somebody is there: 'identity', 'email', 'phone', with commas between them. */
  duplicateBy: z.string(),
  /** There is somebody outside of the maker's scope, of whom nothing else is said. */
  isOutside: z.boolean(),
  decision: z.enum(duplicateDecisions).nullable(),
  mayUpdate: z.boolean(),
  mayCreate: z.boolean(),
  /** Fields that would change or have changed, and those that differ and stay, with commas between them. */
  changes: z.string(),
  kept: z.string(),
  amount: Money.nullable(),
  day: BusinessDate.nullable(),
})
export type ImportedRecord = z.infer<typeof ImportedRecord>

export const listImportedRecords = defineList({
  path: '/imports/:importId/records',
  about: ['accounts', 'clients', 'contacts', 'externalPositions', 'imports', 'products', 'staff'],
  summary: 'Rows of an import of records of their own, and what becomes of each',
  module: 'bt_Importar',
  params: importParams,
  row: ImportedRecord,
  texts: 'imports',
  columns: {
    line: { kind: 'integer', label: 'columns.line' },
    subject: { label: 'columns.subject', width: 36 },
    outcome: { label: 'columns.result', words: 'outcomes', width: 16 },
    clientName: { label: 'columns.client', width: 36 },
    clientCvl: { label: 'columns.cvl', width: 14 },
    contactName: { label: 'columns.contact', width: 36 },
    duplicateBy: { label: 'columns.duplicateBy', width: 24 },
    isOutside: { kind: 'boolean', label: 'columns.outside' },
    decision: { label: 'columns.decision', words: 'decisions', width: 24 },
    changes: { label: 'columns.changes', width: 36 },
    kept: { label: 'columns.kept', width: 24 },
    day: { kind: 'date', label: 'columns.day' },
    amount: { kind: 'money', label: 'fields.amount' },
  },
  filters: {
    outcome: OneOrMore(z.enum(importOutcomes)).optional(),
    /** A part of what the file calls it. */
    search: z.string().trim().min(2).max(80).optional(),
  },
  sortable: ['line', 'amount'],
  totals: z.object({ amount: Money }),
})

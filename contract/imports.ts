import { z } from 'zod'
import { ProposalResult, Reason } from './approvals.ts'
import { defineEndpoint } from './core/endpoint.ts'
import { defineList } from './core/list.ts'
import { BusinessDate, FilterDay, Id, Instant, Money, OneOrMore, SingleLineText } from './core/values.ts'
import { importFields, importKinds } from './imports/fields.ts'

/** Draft: how it is to be read is being said; checked: read, and shown; the rest is done by the worker, once somebody has said yes. */
export const importStates = [
  'draft',
  'checked',
  'waiting',
  'importing',
  'imported',
  'undoing',
  'undone',
  'discarded',
] as const
export type ImportState = (typeof importStates)[number]

export const fileEncodings = ['utf-8', 'windows-1252', 'utf-16le', 'utf-16be'] as const
export const csvDelimiters = [';', ',', '\t', '|'] as const
export const quoteCharacters = ['"', "'", ''] as const
export const decimalSeparators = [',', '.'] as const
export const dateOrders = ['ymd', 'dmy', 'mdy'] as const

/** The most rows of a file: read at once, booked at once. */
export const maxImportRows = 100_000
/** The most columns of a file. */
export const maxImportColumns = 100
/** So far down the names of the columns may stand. */
export const maxHeadingLine = 100
/** How many rows are shown of a file before it is read whole. */
export const previewRowCount = 8

export const ImportFileFormat = z.strictObject({
  encoding: z.enum(fileEncodings),
  delimiter: z.enum(csvDelimiters),
  /** Empty: quotes are letters. */
  quote: z.enum(quoteCharacters),
  decimal: z.enum(decimalSeparators),
  dates: z.enum(dateOrders),
  /** Which sheet of a workbook, counted from 0; null where the file is text, which has none. */
  sheet: z.number().int().min(0).max(999).nullable().default(null),
  /** The line, or row of the sheet, that has the names of the columns. What stands above it is no row. */
  headingLine: z.number().int().min(1).max(maxHeadingLine).default(1),
})
export type ImportFileFormat = z.infer<typeof ImportFileFormat>

const importFieldKeys = [...new Set(importKinds.flatMap((kind) => importFields[kind].map(({ key }) => key)))]

/** Which column of the file, counted from 0, holds which field. */
const ColumnMapping = z.partialRecord(
  z.enum(importFieldKeys as [string, ...string[]]),
  z
    .number()
    .int()
    .min(0)
    .max(maxImportColumns - 1),
)
export type ImportMapping = z.infer<typeof ColumnMapping>

const viewAccess = { module: 'bt_Importar', action: 'view' } as const
const createAccess = { module: 'bt_Importar', action: 'create' } as const
export const importParams = z.object({ importId: Id })

/** As bytes: what browsers call such files differs from one to the next. */
const importUpload = { maxBytes: 20_000_000, types: ['application/octet-stream'] } as const

/** Keeps the file, and says how it seems to be made. Nothing of it is checked yet, nothing booked. */
export const uploadImport = defineEndpoint({
  method: 'POST',
  path: '/imports',
  changes: ['imports'],
  summary: 'Upload a CSV file or a workbook to be imported',
  ...createAccess,
  query: z.object({ kind: z.enum(importKinds), fileName: SingleLineText(1, 200) }),
  upload: importUpload,
  output: z.object({ id: Id }),
})

export const ImportRow = z.object({
  id: Id,
  kind: z.enum(importKinds),
  state: z.enum(importStates),
  fileName: z.string(),
  /** Of the file. */
  sha256: z.string(),
  madeAt: Instant,
  /** Null where it came from the command line. */
  makerName: z.string().nullable(),
  /** Rows of the file; of them those that are wrong, those that are in the books already, and those that come into them. Null until it was checked. */
  rows: z.number().int().nullable(),
  wrong: z.number().int().nullable(),
  known: z.number().int().nullable(),
  fresh: z.number().int().nullable(),
  /** What the fresh ones come to, money in positive. */
  amount: Money.nullable(),
  /** Whether it fails for no reason of its own, and is tried again with growing pauses. */
  stalled: z.boolean(),
})
export type ImportRow = z.infer<typeof ImportRow>

export const listImports = defineList({
  path: '/imports',
  summary: 'Imports of CSV files',
  module: 'bt_Importar',
  row: ImportRow,
  texts: 'imports',
  columns: {
    madeAt: { kind: 'dateTime', label: 'columns.madeAt' },
    kind: { label: 'columns.kindOfFile', words: 'kinds', width: 30 },
    fileName: { label: 'columns.fileName', width: 36 },
    state: { label: 'columns.state', words: 'states', width: 20 },
    makerName: { label: 'columns.maker', width: 30 },
    rows: { kind: 'integer', label: 'columns.rows' },
    wrong: { kind: 'integer', label: 'columns.wrong' },
    known: { kind: 'integer', label: 'columns.known' },
    fresh: { kind: 'integer', label: 'columns.fresh' },
    amount: { kind: 'money' },
    sha256: { label: 'columns.sha256', width: 66 },
  },
  filters: {
    kind: OneOrMore(z.enum(importKinds)).optional(),
    state: OneOrMore(z.enum(importStates)).optional(),
    /** The first and the last day on which the file was uploaded, in the time zone of the prefix. */
    from: FilterDay.optional(),
    to: FilterDay.optional(),
  },
  sortable: ['madeAt', 'fresh'],
  defaultSort: { sort: 'madeAt', direction: 'desc' },
})

const ImportedTotal = z.object({ word: z.string(), rows: z.number().int(), amount: Money.nullable() })

export const ImportDetail = ImportRow.extend({
  /** Its file is kept, so that it can be read otherwise, or again. */
  hasFile: z.boolean(),
  form: ImportFileFormat,
  mapping: ColumnMapping,
  headings: z.array(z.string()),
  /** The first rows, as the form takes them apart. Empty once it isn't a draft any more. */
  sample: z.array(z.array(z.string())),
  /** The first places with letters beyond ASCII, as they are read: by them one sees whether the encoding is right. */
  accents: z.array(z.string()),
  /** The names of the sheets of a workbook. */
  sheets: z.array(z.string()),
  /** Its file is being read and checked at this moment; `done` of its rows so far. */
  checking: z.boolean(),
  /** An earlier import of the very same file. */
  sameFileId: Id.nullable(),
  checkedAt: Instant.nullable(),
  /** By kind of movement, or by instruction. */
  sums: z.array(ImportedTotal),
  /** Accounts, or clients, that the fresh rows are about, and their first and last day. */
  accounts: z.number().int().nullable(),
  /** Rows that may be clients who are there. */
  duplicates: z.number().int(),
  /** Rows that keep it from being undone, as it was last asked. */
  obstacles: z.number().int(),
  fromDate: BusinessDate.nullable(),
  toDate: BusinessDate.nullable(),
  /** Of the fresh rows, how many are done. */
  done: z.number().int(),
  /** Why the last attempt came to nothing, as the code of a refusal. */
  failure: z.string().nullable(),
  /** The account that it came to nothing for. */
  failedAt: z.string().nullable(),
  approvalId: Id.nullable(),
  undoApprovalId: Id.nullable(),
  finishedAt: Instant.nullable(),
  undoneAt: Instant.nullable(),
  /** Made by the viewer. */
  mine: z.boolean(),
})
export type ImportDetail = z.infer<typeof ImportDetail>

export const getImport = defineEndpoint({
  method: 'GET',
  path: '/imports/:importId',
  summary: 'One import, with what its file looks like and what it would do',
  ...viewAccess,
  params: importParams,
  output: ImportDetail,
})

/** Only of one's own, until a second person is asked. What was checked before has to be checked again. */
export const setImportFormat = defineEndpoint({
  method: 'PUT',
  path: '/imports/:importId/form',
  changes: ['imports'],
  summary: 'Say how the file is read, and which column is what',
  ...createAccess,
  params: importParams,
  body: z.object({ form: ImportFileFormat, mapping: ColumnMapping }),
  output: ImportDetail,
})

/** Reads every row and changes nothing in the books. A long check continues after the answer, which says `checking`. */
export const checkImport = defineEndpoint({
  method: 'POST',
  path: '/imports/:importId/check',
  changes: ['imports'],
  summary: 'Check every row of the file without importing it',
  ...createAccess,
  params: importParams,
  output: ImportDetail,
})

/** `checkedAt`: the check whose figures were read. Rows that are wrong stay out only where `leaveOut` says so. */
export const submitImport = defineEndpoint({
  method: 'POST',
  path: '/imports/:importId/submit',
  changes: ['accounts', 'approvals', 'clients', 'imports', 'ledger'],
  summary: 'Have a checked import carried out, by a second person where the firm wants one',
  ...createAccess,
  params: importParams,
  body: z.object({ checkedAt: Instant, leaveOut: z.boolean(), reason: Reason }),
  output: ProposalResult,
})

export const discardImport = defineEndpoint({
  method: 'POST',
  path: '/imports/:importId/discard',
  changes: ['imports'],
  summary: 'Give an import up that was not carried out, and its file',
  ...createAccess,
  params: importParams,
  output: z.object({ state: z.enum(importStates) }),
})

export const undoImport = defineEndpoint({
  method: 'POST',
  path: '/imports/:importId/undo',
  changes: ['accounts', 'approvals', 'clients', 'imports', 'ledger'],
  summary: 'Take back all that an import has done',
  module: 'bt_Importar',
  action: 'edit',
  params: importParams,
  body: z.object({ reason: Reason }),
  output: ProposalResult,
})

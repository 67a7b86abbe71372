import type { Kysely, RawBuilder, SqlBool } from 'kysely'
import type { Prefix } from '#contract/core/values.ts'
import type { ImportField } from '#contract/imports/fields.ts'
import type { ImportFault } from '#contract/imports/rows.ts'
import type { ImportFileFormat } from '#contract/imports.ts'
import type { Role } from '#contract/permissions.ts'
import type { DB } from '#db/types.ts'
import type { RecordScope } from '#server/core/rights.ts'
import type { SecretBox } from '#server/core/secret-box.ts'

/** Reads one field. Null where nothing stands there and nothing has to; undefined where it is wrong, which is noted for the field. */
export type FieldReader = <T>(field: ImportField, read: (text: string) => T) => T | null | undefined

/** How and where a row is read. */
export type ReadingContext = {
  form: ImportFileFormat
  prefix: Prefix
  businessDate: string
  /** Notes what is wrong with a field by what others say. */
  refuse: (field: ImportField, fault: ImportFault) => void
}

/** What a row says, in one spelling: two rows that say the same are the same row. */
type RowContent = Readonly<Record<string, unknown>>

/** Whom a row is about, as the file names them: an account by its number, a client by CVL or identity number. */
export type RowSubject = { account?: string; clientCvl?: string; clientNumber?: string }

/** On whose behalf a file is checked and carried out. */
export type ImportMaker = {
  prefix: Prefix
  businessDate: string
  /** Whose records they may write about by it: what every one of these holds. */
  scopes: readonly RecordScope[]
  /** Null: whoever runs the command line. */
  userId: string | null
  /** By which their limits are; null has none. */
  role: Role | null
  employeeId: string | null
}

/** Where a check looks: the staged rows `r` that aren't in the books yet and that nothing was found wrong with so far. */
export type RowCheckContext = {
  tx: Kysely<DB>
  businessDate: string
  maker: ImportMaker
  /** Takes the rows that meet the condition out and notes why. Answers how many they were. */
  refuse: (field: ImportField, fault: ImportFault, condition: RawBuilder<SqlBool>) => Promise<number>
}

export type ImportRunContext = {
  tx: Kysely<DB>
  importId: string
  /** Who makes it, or takes it back; null: whoever runs the command line. */
  userId: string | null
  prefix: Prefix
  businessDate: string
  /** Masks what is personal in the audit. */
  box: SecretBox
  /** Tells those who watch how many rows are done so far. */
  progress: (done: number) => Promise<void>
}
export type ImportUndoContext = Omit<ImportRunContext, 'progress'>

/** Why a row can't be taken back: what hangs on it by now. */
export type UndoObstacle = { line: number; fault: 'hangs' | 'changedSince'; value: string }

/** One kind of file: what is read of a row, what is checked of all rows together, what is done, and how that is taken back. */
export type ImportKindHandler<Row extends RowContent = RowContent> = {
  /** What people call the columns, beside the keys of the fields; lower case and without accents. */
  headings: Partial<Record<ImportField, readonly string[]>>
  /** Undefined: something of the row is wrong. */
  read: (reading: FieldReader, context: ReadingContext) => Row | undefined
  /** What makes it the same row in another file, or further down in this one. */
  key: (content: Row) => readonly unknown[]
  /** The field that the key is read from, which is named where two rows have the same. */
  keyField: ImportField
  subject: (content: Row) => RowSubject
  /** Of the row `r`: whether its subject is somebody or something that is there. */
  subjectField: ImportField | null
  /** Gathers once, before the rows are checked, what `known` and `check` compare them with. */
  prepare?: (tx: Kysely<DB>, maker: ImportMaker) => Promise<void>
  /** Of the row `r`: it is done already, and nothing is left to do. */
  known: RawBuilder<SqlBool>
  check: (checking: RowCheckContext) => Promise<void>
  /** Of the row `r`: what the figures are told apart by, what it comes to, and its day; null where it is no money. */
  figures: { word: RawBuilder<string>; amount: RawBuilder<string | null>; day: RawBuilder<string | null> }
  carryOut: (running: ImportRunContext) => Promise<void>
  /** The rows that keep it from being taken back, the first ones of many; of kinds that name one account, none: they throw. */
  findObstacles: (running: ImportUndoContext) => Promise<UndoObstacle[]>
  undo: (running: ImportUndoContext) => Promise<void>
}

/**
 * A kind of file by the type of its own rows. Those who run every kind know rows as any content: they hand `key` and `subject` nothing but what
 * `read` of the same kind gave.
 */
export const defineImportKind = <Row extends RowContent>(handler: ImportKindHandler<Row>): ImportKindHandler =>
  handler as unknown as ImportKindHandler

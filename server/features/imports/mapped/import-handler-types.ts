import type { Kysely, RawBuilder, SqlBool } from 'kysely'
import type { ImportField } from '#contract/imports/fields.ts'
import type { ImportFault, ImportFileFormat } from '#contract/imports.ts'
import type { DB } from '#db/types.ts'

/** Reads one field. Null where nothing stands there and nothing has to; undefined where it is wrong, which is noted for the field. */
export type FieldReader = <T>(field: ImportField, read: (text: string) => T) => T | null | undefined

/** What a row says, in one spelling: two rows that say the same are the same row. Undefined: something of it is wrong. */
export type NormalizedRow = Record<string, string | null> | undefined

/** Where a check looks: the staged rows `r` that aren't in the books yet and that nothing was found wrong with so far. */
export type RowCheckContext = {
  tx: Kysely<DB>
  businessDate: string
  /** Takes the rows that meet the condition out and notes why. Answers how many they were. */
  refuse: (field: ImportField, fault: ImportFault, condition: RawBuilder<SqlBool>) => Promise<number>
}

export type ImportRunContext = {
  tx: Kysely<DB>
  importId: string
  /** Who makes it, or takes it back; null: whoever runs the command line. */
  userId: string | null
  businessDate: string
  /** Tells those who watch how many rows are done so far. */
  progress: (done: number) => Promise<void>
}

/** One kind of file: what is read of a row, what is checked of all rows together, what is done, and how that is taken back. */
export type ImportKindHandler = {
  /** What people call the columns, beside the keys of the fields; lower case and without accents. */
  headings: Partial<Record<ImportField, readonly string[]>>
  read: (reading: FieldReader, form: ImportFileFormat) => NormalizedRow
  /** What makes it the same row in another file, or further down in this one. */
  key: (content: NonNullable<NormalizedRow>) => readonly unknown[]
  /** Gathers once, before the rows are checked, what `known` and `check` compare them with. */
  prepare?: (tx: Kysely<DB>) => Promise<void>
  /** Of the row `r`: it is done already, and nothing is left to do. */
  known: RawBuilder<SqlBool>
  check: (checking: RowCheckContext) => Promise<void>
  /** Of the row `r`: what the figures are told apart by, what it comes to, and its day; null where it is no money. */
  figures: { word: RawBuilder<string>; amount: RawBuilder<string | null>; day: RawBuilder<string | null> }
  carryOut: (running: ImportRunContext) => Promise<void>
  /** Throws what keeps it from being taken back, with the account. */
  refuseUndo: (running: Omit<ImportRunContext, 'progress'>) => Promise<void>
  undo: (running: Omit<ImportRunContext, 'progress'>) => Promise<void>
}

import type { Kysely, RawBuilder, SqlBool } from 'kysely'
import { type ImportField, importFields } from '#contract/imports/fields.ts'
import type { DB } from '#db/types.ts'
import { refuse } from '#server/core/errors.ts'
import { checkRows, type Found } from './check-rows.ts'
import { kinds } from './kinds.ts'
import type { ReadPiece, Source } from './read-rows.ts'
import { analyzeStage, createStage, insertFaults, insertStaged, keepFaults, keepRows } from './staged-rows.ts'

type Reading = Pick<Source, 'kind' | 'mapping'> & {
  /** The records of the file, as `readRowsJob` gives them. */
  pieces: AsyncIterable<ReadPiece> | Iterable<ReadPiece>
  businessDate: string
  /** As in `checkRows`. */
  seen: RawBuilder<SqlBool>
  /** Tells those who watch how many records were read so far. */
  progress: (records: number) => Promise<void>
}

/** What a check has found, before anything of it is kept. */
export type CheckedFile = Found & { rows: number; wrong: number }

/** Throws where no column holds a field without which nothing of the kind can be read. */
export const assertMapped = (source: Pick<Source, 'kind' | 'mapping'>): void => {
  const missing = missingFields(source)
  if (missing.length > 0)
    throw refuse('request.invalid', { fields: Object.fromEntries(missing.map((field) => [field, 'required'])) })
}

/** The fields without which nothing of the kind can be read, and which no column holds. */
export const missingFields = ({ kind, mapping }: Pick<Source, 'kind' | 'mapping'>): ImportField[] =>
  importFields[kind].filter(({ key, required }) => required && mapping[key] === undefined).map(({ key }) => key)

/** Reads a whole file into the stage and checks it there. The books are only looked at, and nothing outside of the transaction changes. */
export const checkFile = async (
  tx: Kysely<DB>,
  { kind, mapping, pieces, businessDate, seen, progress }: Reading,
): Promise<CheckedFile> => {
  assertMapped({ kind, mapping })
  await createStage(tx)
  let rows = 0
  for await (const piece of pieces) {
    await insertStaged(tx, kinds[kind].figures, piece.rows)
    await insertFaults(tx, piece.faults)
    rows = piece.records
    await progress(rows)
  }
  await analyzeStage(tx)
  const { found } = await checkRows(tx, { kind, businessDate, seen })
  return { ...found, rows, wrong: rows - found.known - found.fresh }
}

/** Keeps what a check has found as that of the import, instead of what an earlier one had. */
export const keepChecked = async (
  tx: Kysely<DB>,
  importId: string,
  { rows, known, fresh, wrong, amount, figures }: CheckedFile,
  at: string,
): Promise<void> => {
  await tx.deleteFrom('mappedImportFault').where('importId', '=', importId).execute()
  await keepRows(tx, importId)
  await keepFaults(tx, importId)
  await tx
    .updateTable('mappedImport')
    .set({ state: 'checked', rows, known, fresh, wrong, amount, checkedAt: at, done: 0 })
    .set({ figures: JSON.stringify(figures), failure: null, failedAt: null, approvalId: null })
    .where('id', '=', importId)
    .execute()
}

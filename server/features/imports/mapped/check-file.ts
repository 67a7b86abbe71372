import type { Kysely } from 'kysely'
import { type ImportField, importFields } from '#contract/imports/fields.ts'
import type { DB } from '#db/types.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { checkStagedRows, type ImportCheckTotals } from './check-rows.ts'
import type { ImportMaker } from './import-handler-types.ts'
import { importKindHandlers } from './import-kind-handlers.ts'
import type { ImportSource, RowChunk } from './read-rows.ts'
import {
  analyzeStagingTable,
  createStagingTables,
  insertStagedFaults,
  insertStagedRows,
  saveStagedFaults,
  saveStagedRows,
} from './staged-rows.ts'

type FileCheckParams = Pick<ImportSource, 'kind' | 'mapping'> & {
  /** The records of the file, as `readImportRowsJob` gives them. */
  pieces: AsyncIterable<RowChunk> | Iterable<RowChunk>
  maker: ImportMaker
  /** Tells those who watch how many records were read so far. */
  progress: (records: number) => Promise<void>
}

/** What a check has found, before anything of it is kept. */
export type FileCheckResult = ImportCheckTotals & { rows: number; wrong: number }

/** Throws where no column holds a field without which nothing of the kind can be read. */
export const assertRequiredFieldsMapped = (source: Pick<ImportSource, 'kind' | 'mapping'>): void => {
  const missing = findMissingFields(source)
  if (missing.length > 0)
    throw buildRefusal('request.invalid', { fields: Object.fromEntries(missing.map((field) => [field, 'required'])) })
}

/** The fields without which nothing of the kind can be read, and which no column holds. */
export const findMissingFields = ({ kind, mapping }: Pick<ImportSource, 'kind' | 'mapping'>): ImportField[] =>
  importFields[kind].filter(({ key, required }) => required && mapping[key] === undefined).map(({ key }) => key)

/** Reads a whole file into the stage and checks it there. The books are only looked at, and nothing outside of the transaction changes. */
export const checkImportFile = async (
  tx: Kysely<DB>,
  { kind, mapping, pieces, maker, progress }: FileCheckParams,
): Promise<FileCheckResult> => {
  assertRequiredFieldsMapped({ kind, mapping })
  await createStagingTables(tx)
  let rows = 0
  for await (const piece of pieces) {
    await insertStagedRows(tx, importKindHandlers[kind].figures, piece.rows)
    await insertStagedFaults(tx, piece.faults)
    rows = piece.records
    await progress(rows)
  }
  await analyzeStagingTable(tx)
  const { found } = await checkStagedRows(tx, { kind, maker })
  return { ...found, rows, wrong: rows - found.known - found.fresh }
}

/** Keeps what a check has found as that of the import, instead of what an earlier one had. */
export const saveCheckResult = async (
  tx: Kysely<DB>,
  importId: string,
  { rows, known, fresh, wrong, amount, figures }: FileCheckResult,
  at: string,
): Promise<void> => {
  await tx.deleteFrom('mappedImportFault').where('importId', '=', importId).execute()
  await saveStagedRows(tx, importId)
  await saveStagedFaults(tx, importId)
  await tx
    .updateTable('mappedImport')
    .set({ state: 'checked', rows, known, fresh, wrong, amount, checkedAt: at, done: 0 })
    .set({ figures: JSON.stringify(figures), failure: null, failedAt: null, approvalId: null })
    .where('id', '=', importId)
    .execute()
}

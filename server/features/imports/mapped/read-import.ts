import type { Kysely, RawBuilder, SqlBool } from 'kysely'
import { type ImportField, importFields } from '#contract/import-fields.ts'
import type { DB } from '#db/types.ts'
import { refuse } from '#server/core/errors.ts'
import { checkRows, type Found } from './check-rows.ts'
import { type Source, stageRows } from './stage-rows.ts'
import { keepStaged } from './staged-rows.ts'

type Reading = Source & {
  /** The file, decoded. */
  text: string
  businessDate: string
  at: string
  /** As in `checkRows`. */
  seen: RawBuilder<SqlBool>
}

/** The fields without which nothing of the kind can be read, and which no column holds. */
export const missingFields = ({ kind, mapping }: Pick<Source, 'kind' | 'mapping'>): ImportField[] =>
  importFields[kind].filter(({ key, required }) => required && mapping[key] === undefined).map(({ key }) => key)

/** Reads the whole file into the rows of its import and keeps what was found. The books are only looked at. */
export const readImport = async (
  tx: Kysely<DB>,
  importId: string,
  { businessDate, at, seen, ...source }: Reading,
): Promise<Found & { rows: number; wrong: number }> => {
  const missing = missingFields(source)
  if (missing.length > 0)
    throw refuse('request.invalid', { fields: Object.fromEntries(missing.map((field) => [field, 'required'])) })
  const rows = await stageRows(tx, importId, source)
  const { found } = await checkRows(tx, { importId, kind: source.kind, businessDate, seen })
  await keepStaged(tx, importId)
  const { known, fresh, amount, figures } = found
  const wrong = rows - known - fresh
  await tx
    .updateTable('mappedImport')
    .set({ state: 'checked', rows, known, fresh, wrong, amount, checkedAt: at })
    .set({ figures: JSON.stringify(figures), failure: null, failedAt: null, approvalId: null })
    .where('id', '=', importId)
    .execute()
  return { ...found, rows, wrong }
}

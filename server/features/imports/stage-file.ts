import { hash as digestOf } from 'node:crypto'
import { basename } from 'node:path'
import type { Client } from 'pg'
import type { ProgressReporter } from '#db/progress.ts'
import { type CsvLine, maxLineLength, readLinesOfFile } from './csv-lines.ts'
import { splitCsvLine } from './csv-records.ts'
import { type LineRefusal, MalformedLineError, maxListedRefusals, type RefusalList } from './refusals.ts'

type CellValue = string | null
export type CellRow = readonly CellValue[]

/** How a file of one kind is read. */
export type StagedFileFormat = {
  /** Name of the temporary table that its lines go to. */
  table: string
  /** The header, exactly. */
  header: readonly string[]
  /** Columns of the table with their types, in the order of what `read` gives; the first is the record's id. */
  columns: Readonly<Record<string, string>>
  /** Columns that are made from those, beside what the file says: our own names and words. They don't count as content. */
  derived?: Readonly<Record<string, string>>
  /** The line's content in one spelling; throws Malformed. */
  read: (fields: readonly string[]) => CellRow
  derive?: (row: CellRow) => CellRow
  /** Whether a last line without a line end is certainly whole. Without: only where it ends in a quote. */
  endsWhole?: (fields: readonly string[]) => boolean
}

export type StagedFile = { file: string; sha256: string; lines: number; accepted: number }

const batchSize = 5000

/** Short and good enough to tell two contents apart: 128 bits. */
const hashRow = (row: CellRow): string => digestOf('sha256', JSON.stringify(row), 'base64url').slice(0, 22)

const parseFields = ({ text, ended }: CsvLine, form: StagedFileFormat): readonly string[] => {
  if (text.length >= maxLineLength) throw new MalformedLineError(`${maxLineLength} characters and more`)
  if (/[^\x20-\x7e]/.test(text)) throw new MalformedLineError('characters outside printable ASCII')
  const fields = splitCsvLine(text)
  if (!fields) throw new MalformedLineError(`quotes don't pair`)
  if (fields.length !== form.header.length)
    throw new MalformedLineError(
      `${fields.length} fields instead of ${form.header.length}${ended ? '' : ': the file is cut short'}`,
    )
  if (!ended && !text.endsWith('"') && !form.endsWhole?.(fields))
    throw new MalformedLineError(
      'the last line has no line end: the file may be cut short; if it is whole, add a line end',
    )
  return fields
}

/** Makes the empty table of a form, which goes with the transaction. */
export const createStagingTable = async (db: Client, form: StagedFileFormat): Promise<void> => {
  const columns = Object.entries({ ...form.columns, ...form.derived }).map(([name, type]) => `${name} ${type}`)
  await db.query(
    `create temporary table ${form.table} (file text not null, line integer not null, hash text not null, ${columns.join(', ')}) on commit drop`,
  )
}

const insertStagedRows = async (
  db: Client,
  form: StagedFileFormat,
  file: string,
  rows: readonly (readonly unknown[])[],
): Promise<void> => {
  const types = ['integer', 'text', ...Object.values(form.columns), ...Object.values(form.derived ?? {})]
  const arrays = types.map((_, n) => rows.map((row) => row[n]))
  await db.query({
    name: `stage ${form.table}`,
    text: `insert into ${form.table} select $1, u.* from unnest(${types.map((type, n) => `$${n + 2}::${type}[]`).join(', ')}) as u`,
    values: [file, ...arrays],
  })
}

/**
 * Reads a file into the table of its form. Lines that can't be read go to `refusals` with their reason.
 * A wrong header refuses the whole file: then nothing of it is staged, and `accepted` is 0.
 */
export const stageCsvFile = async (
  db: Client,
  path: string,
  form: StagedFileFormat,
  refusals: RefusalList,
  progress: ProgressReporter,
): Promise<StagedFile & { headerWrong: boolean }> => {
  const file = basename(path)
  const reader = readLinesOfFile(path, (done, total) => progress(`read ${file}`, done, total))
  let lines = 0
  let accepted = 0
  let header: readonly string[] | undefined
  let rows: unknown[][] = []
  const headerFits = () => header !== undefined && header.join('\n') === form.header.join('\n')
  const take = (line: CsvLine): void => {
    if (header === undefined) {
      header = splitCsvLine(line.text) ?? []
      if (!headerFits()) refusals.add(file, 1, `the header is not ${form.header.join(';')}`)
      return
    }
    lines += 1
    if (!headerFits()) return
    try {
      const row = form.read(parseFields(line, form))
      rows.push([line.line, hashRow(row), ...row, ...(form.derive?.(row) ?? [])])
      accepted += 1
    } catch (error) {
      if (!(error instanceof MalformedLineError)) throw error
      refusals.add(file, line.line, error.message)
    }
  }
  let step = await reader.next()
  for (; !step.done; step = await reader.next()) {
    for (const line of step.value) take(line)
    while (rows.length >= batchSize) await insertStagedRows(db, form, file, rows.splice(0, batchSize))
  }
  if (rows.length > 0) await insertStagedRows(db, form, file, rows)
  rows = []
  if (header === undefined) refusals.add(file, 1, 'the file is empty')
  await db.query(`analyze ${form.table}`)
  return { file, sha256: step.value.sha256, lines, accepted, headerWrong: !headerFits() }
}

/** Takes the staged lines `t` that meet a condition out again, and tells why: `reason` is an SQL text expression over `t`. */
export const refuseStagedLines = async (
  db: Client,
  table: string,
  reason: string,
  condition: string,
  refusals: RefusalList,
): Promise<void> => {
  const { rows } = await db.query<LineRefusal & { all: number }>(
    `with gone as (delete from ${table} t where ${condition} returning t.file, t.line, ${reason} as reason)
     select file, line, reason, count(*) over ()::integer as all from gone order by file, line limit ${maxListedRefusals}`,
  )
  if (rows[0])
    refusals.addAll(
      rows.map(({ file, line, reason: why }) => ({ file, line, reason: why })),
      rows[0].all,
    )
}

/** One record may stand in several lines of the same content: one is kept. Another content under the same id is refused. */
export const refuseDuplicateLines = async (
  db: Client,
  { table, columns }: StagedFileFormat,
  refusals: RefusalList,
): Promise<void> => {
  const id = Object.keys(columns)[0]!
  await db.query(
    `create temporary table repeated on commit drop as
     select ctid as place, n, first_file, first_line, hash <> first_hash as differs from (
       select ctid, hash, row_number() over w as n, first_value(hash) over w as first_hash,
              first_value(file) over w as first_file, first_value(line) over w as first_line
         from ${table} where ${id} in (select ${id} from ${table} group by ${id} having count(*) > 1)
       window w as (partition by ${id} order by file, line)
     ) t where n > 1`,
  )
  const { rowCount } = await db.query('select from repeated limit 1')
  if (rowCount) {
    const same = `(select r.first_file || ' line ' || r.first_line from repeated r where r.place = t.ctid)`
    const differs = 't.ctid in (select place from repeated where differs)'
    await refuseStagedLines(db, table, `'${id} ' || t.${id} || ' has other content in ' || ${same}`, differs, refusals)
    await db.query(`delete from ${table} t where t.ctid in (select place from repeated where not differs)`)
  }
  await db.query('drop table repeated')
}

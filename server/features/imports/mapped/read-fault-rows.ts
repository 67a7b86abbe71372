import type { ImportFileFormat } from '#contract/imports.ts'
import type { ThreadJob } from '#server/core/worker-threads.ts'
import { fitToHeadings, readTableRecords } from './table-records.ts'

type FaultRowsInput = { content: Uint8Array; form: ImportFileFormat; columns: number; lines: readonly number[] }
/** Rows of the file that are wrong: the line of each, and its cells. */
type FaultRow = { line: number; cells: readonly string[] }

const batchSize = 1000

/** The records of a file that stand on these lines, some at a time. */
function* readFaultRows({ content, form, columns, lines }: FaultRowsInput): Generator<FaultRow[]> {
  const requestedLines = new Set(lines)
  let rows: FaultRow[] = []
  for (const { line, fields } of readTableRecords(content, form)) {
    if (!requestedLines.has(line)) continue
    rows.push({ line, cells: fitToHeadings(fields ?? [], columns).slice(0, columns) })
    if (rows.length < batchSize) continue
    yield rows
    rows = []
  }
  yield rows
}

export const readFaultRowsJob: ThreadJob<FaultRowsInput, FaultRow[]> = { name: 'read fault rows', run: readFaultRows }

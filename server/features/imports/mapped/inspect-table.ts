import type { ImportKind } from '#contract/imports/fields.ts'
import { type ImportFileFormat, maxImportColumns, previewRowCount } from '#contract/imports.ts'
import { detectContentKind, hasControlCharacter, isBinary } from '#server/core/content-kind.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { ThreadJob } from '#server/core/worker-threads.ts'
import { truncateText } from '../csv-records.ts'
import { openWorkbook } from '../workbook/read-sheet.ts'
import { decodeText, findAccentSamples } from './csv-text.ts'
import { detectDayOrder, detectFileFormat, detectValueFormat } from './detect-file-format.ts'
import { detectHeadingLine } from './detect-heading-line.ts'
import { fitToHeadings, isArchive, readTableRecords, type TableRecord } from './table-records.ts'

/** How a file is made, and its beginning as that form takes it apart. `sheets`: the names of a workbook's; none of a text. */
type InspectedTable = {
  form: ImportFileFormat
  headings: string[]
  sample: string[][]
  accents: string[]
  sheets: string[]
}

/** `form`: as somebody says; else as it seems to be. */
type InspectTableInput = { content: Uint8Array; kind: ImportKind; form?: ImportFileFormat | undefined }

const maxCellLength = 200
/** So much of a file tells how it is made. */
const inspectedRecordCount = 200

/** The first records, and as many as are shown below headings that stand far down. */
const readFirstRecords = (content: Uint8Array, form: ImportFileFormat): TableRecord[] => {
  const records: TableRecord[] = []
  for (const record of readTableRecords(content, form)) {
    records.push(record)
    if (records.length === inspectedRecordCount) break
  }
  return records
}

/** Kinds whose values are read one by one, however each is written. */
const mixedKinds: readonly ImportKind[] = [
  'clients',
  'accounts',
  'positions',
  'relations',
  'contacts',
  'calls',
  'meetings',
]

/** Where the headings stand, and how the values below them are written. */
const detectLayout = (records: readonly TableRecord[], kind: ImportKind) => {
  const headingLine = detectHeadingLine(records, kind)
  const values = records.filter(({ line }) => line > headingLine).flatMap(({ fields }) => fields ?? [])
  const { dates, decimal } = detectValueFormat(values)
  return { headingLine, decimal, dates: mixedKinds.includes(kind) ? detectDayOrder(values) : dates }
}

const detectTextForm = (content: Uint8Array, kind: ImportKind): ImportFileFormat => {
  const form = detectFileFormat(content)
  return { ...form, ...detectLayout(readFirstRecords(content, form), kind) }
}

/** A sheet as it seems to be: of a workbook the first one that holds a table, with the form of what is written in it as text. */
const detectSheetForm = (content: Uint8Array, kind: ImportKind, sheetNames: readonly string[]): ImportFileFormat => {
  const base: ImportFileFormat = {
    encoding: 'utf-8',
    delimiter: ';',
    quote: '"',
    decimal: ',',
    dates: 'dmy',
    sheet: 0,
    headingLine: 1,
  }
  for (const sheet of sheetNames.keys()) {
    const records = readFirstRecords(content, { ...base, sheet })
    if (records.length === 0) continue
    return { ...base, sheet, ...detectLayout(records, kind) }
  }
  throw buildRefusal('import.notCsv')
}

/** Takes the beginning of a file apart. Throws `import.notCsv` where it is of another kind, has no headings, or more columns than anybody maps. */
export const inspectTable = ({ content, kind, form: givenForm }: InspectTableInput): InspectedTable => {
  const workbook = content.length > 0 && isArchive(content) ? openWorkbook(content) : undefined
  const isReadable = workbook !== undefined || (content.length > 0 && detectContentKind(content) === 'text')
  // What was said of a text says nothing of a workbook, and the other way round.
  const isOtherForm = givenForm !== undefined && (givenForm.sheet === null) !== (workbook === undefined)
  if (!isReadable || isOtherForm) throw buildRefusal('import.notCsv')
  const sheets = [...(workbook?.sheetNames ?? [])]
  const form = givenForm ?? (workbook ? detectSheetForm(content, kind, sheets) : detectTextForm(content, kind))
  const below = readFirstRecords(content, form).filter(({ line }) => line >= form.headingLine)
  const headings = trimBlankEnd(below[0]?.fields ?? [], form)
  const text = workbook ? '' : decodeText(content, form.encoding).text
  const isText = !isBinary(text) && !headings.some(hasControlCharacter)
  // By whatever form people choose it may be one column, but never by the one that fits best.
  const isTable = headings.length > (givenForm ? 0 : 1) && headings.length <= maxImportColumns
  if (!isText || !isTable) throw buildRefusal('import.notCsv')
  const shown = below
    .slice(1, previewRowCount + 1)
    .map(({ fields }) => fitToHeadings(fields ?? [], workbook ? headings.length : 0))
  return {
    form,
    headings: headings.map((heading) => truncateText(heading, maxCellLength)),
    sample: shown.map((cells) => cells.slice(0, maxImportColumns).map((cell) => truncateText(cell, maxCellLength))),
    accents: workbook ? [] : findAccentSamples(text),
    sheets: sheets.map((name) => truncateText(name, maxCellLength)),
  }
}

/** The headings of a sheet end where its last one does; those of a text are as many as its records have fields. */
const trimBlankEnd = (headings: readonly string[], { sheet }: ImportFileFormat): readonly string[] =>
  sheet === null ? headings : headings.slice(0, headings.findLastIndex((heading) => heading.trim() !== '') + 1)

export const inspectTableJob: ThreadJob<InspectTableInput, InspectedTable> = {
  name: 'inspect table',
  run: function* (input) {
    yield inspectTable(input)
  },
}

import type { ImportFileFormat } from '#contract/imports.ts'
import { maxImportColumns, previewRowCount } from '#contract/imports.ts'
import { detectContentKind, hasControlCharacter, isBinary } from '#server/core/content-kind.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { ThreadJob } from '#server/core/worker-threads.ts'
import { readCsvRecords, truncateText } from '../csv-records.ts'
import { decodeText, findAccentSamples } from './csv-text.ts'
import { detectFileFormat } from './detect-file-format.ts'

/** How a file is made, and its beginning as that form takes it apart. */
export type InspectedCsv = { form: ImportFileFormat; headings: string[]; sample: string[][]; accents: string[] }

/** `form`: as somebody says; else as it seems to be. */
type InspectCsvInput = { content: Uint8Array; form?: ImportFileFormat | undefined }

const maxCellLength = 200

/** Takes the beginning of a file apart. Throws `import.notCsv` where it is of another kind, has no headings, or more columns than anybody maps. */
export const inspectCsv = ({ content, form: givenForm }: InspectCsvInput): InspectedCsv => {
  if (content.length === 0 || detectContentKind(content) !== 'text') throw buildRefusal('import.notCsv')
  const form = givenForm ?? detectFileFormat(content)
  const { text } = decodeText(content, form.encoding)
  const records: string[][] = []
  for (const { fields } of readCsvRecords(text, form)) {
    records.push(fields ?? [])
    if (records.length > previewRowCount) break
  }
  const [headings = [], ...sample] = records
  const isText = !isBinary(text) && !headings.some(hasControlCharacter)
  // By whatever form people choose it may be one column, but never by the one that fits best.
  const isTable = headings.length > (givenForm ? 0 : 1) && headings.length <= maxImportColumns
  if (!isText || !isTable) throw buildRefusal('import.notCsv')
  return {
    form,
    headings: headings.map((heading) => truncateText(heading, maxCellLength)),
    sample: sample.map((cells) => cells.slice(0, maxImportColumns).map((cell) => truncateText(cell, maxCellLength))),
    accents: findAccentSamples(text),
  }
}

export const inspectCsvJob: ThreadJob<InspectCsvInput, InspectedCsv> = {
  name: 'inspect csv',
  run: function* (input) {
    yield inspectCsv(input)
  },
}

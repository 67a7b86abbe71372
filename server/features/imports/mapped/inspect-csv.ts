import type { ImportForm } from '#contract/imports.ts'
import { mostColumns, shownRows } from '#contract/imports.ts'
import { hasControl, isBinary, kindOfContent } from '#server/core/content-kind.ts'
import { refuse } from '#server/core/errors.ts'
import type { Job } from '#server/core/threads.ts'
import { cut, recordsIn } from './csv-records.ts'
import { decodeText, findAccents } from './csv-text.ts'
import { recognise } from './recognise.ts'

/** How a file is made, and its beginning as that form takes it apart. */
export type InspectedCsv = { form: ImportForm; headings: string[]; sample: string[][]; accents: string[] }

/** `form`: as somebody says; else as it seems to be. */
type Input = { content: Uint8Array; form?: ImportForm | undefined }

const longestCell = 200

/** Takes the beginning of a file apart. Throws `import.notCsv` where it is of another kind, has no headings, or more columns than anybody maps. */
export const inspectCsv = ({ content, form: said }: Input): InspectedCsv => {
  if (content.length === 0 || kindOfContent(content) !== 'text') throw refuse('import.notCsv')
  const form = said ?? recognise(content)
  const { text } = decodeText(content, form.encoding)
  const records: string[][] = []
  for (const { fields } of recordsIn(text, form)) {
    records.push(fields ?? [])
    if (records.length > shownRows) break
  }
  const [headings = [], ...sample] = records
  const isText = !isBinary(text) && !headings.some(hasControl)
  // By whatever form people choose it may be one column, but never by the one that fits best.
  const isTable = headings.length > (said ? 0 : 1) && headings.length <= mostColumns
  if (!isText || !isTable) throw refuse('import.notCsv')
  return {
    form,
    headings: headings.map((heading) => cut(heading, longestCell)),
    sample: sample.map((cells) => cells.slice(0, mostColumns).map((cell) => cut(cell, longestCell))),
    accents: findAccents(text),
  }
}

export const inspectCsvJob: Job<Input, InspectedCsv> = {
  name: 'inspect csv',
  run: function* (input) {
    yield inspectCsv(input)
  },
}

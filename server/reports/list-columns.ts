import { type ColumnKind, type ColumnSpec, getColumnLabel } from '#contract/core/column.ts'
import type { ListContract } from '#contract/core/list.ts'
import { type Idioma, idiomas } from '#contract/core/values.ts'
import { findText, toTextPath } from '#server/core/texts.ts'
import type { ReportColumnKind } from './columns.ts'
import type { ExportColumn } from './export-list.ts'

/** What a file shows of a column otherwise than its declaration says. */
export type ColumnOverride<T> = Pick<ExportColumn<T>, 'word' | 'of'>

const toReportKind = (kind: ColumnKind = 'text'): ReportColumnKind =>
  kind === 'country' || kind === 'phone' ? 'text' : kind

/** The word for a code: under itself, as the group and name that it is ('month.close'), or under its name without points. */
const findWord = (group: unknown, code: string): string | undefined => {
  const words = group as Record<string, unknown>
  const found = words[code] ?? findText(words, code.split('.')) ?? words[code.replaceAll('.', '_')]
  return typeof found === 'string' ? found : undefined
}

const regionNamesByLocale = new Map<string, Intl.DisplayNames>()
/** The name of a country by its two letters. */
const formatCountry = (code: string, _texts: unknown, locale: string): string | undefined => {
  const names = regionNamesByLocale.get(locale) ?? new Intl.DisplayNames(locale, { type: 'region' })
  regionNamesByLocale.set(locale, names)
  return names.of(code)
}

const buildWordFormatter = ({ kind, words }: ColumnSpec) => {
  if (kind === 'country') return { word: formatCountry }
  if (!words) return {}
  const path = toTextPath(words)
  return { word: (code: string, texts: unknown) => findWord(findText(texts, path), code) }
}

/** A heading that is missing in a language is a fault of the list, and is found before anybody asks for a file. */
const assertColumnTexts = <T>({ path, columns }: ListContract, texts: (idioma: Idioma) => T): void => {
  for (const [key, column] of Object.entries(columns)) {
    for (const idioma of idiomas) {
      const found = texts(idioma)
      if (typeof findText(found, toTextPath(getColumnLabel(key, column))) !== 'string')
        throw new Error(`${path}: the texts of ${idioma} have no ${getColumnLabel(key, column)} for the column ${key}`)
      if (column.words && typeof findText(found, toTextPath(column.words)) !== 'object')
        throw new Error(`${path}: the texts of ${idioma} have no words ${column.words} for the column ${key}`)
    }
  }
}

/** The columns of a list as its files have them. Throws where the texts don't have what the list names. */
export const buildExportColumns = <T>(
  list: ListContract,
  texts: (idioma: Idioma) => T,
  overrides: Readonly<Record<string, ColumnOverride<T>>> = {},
): Record<string, ExportColumn<T>> => {
  assertColumnTexts(list, texts)
  return Object.fromEntries(
    Object.entries(list.columns).map(([key, column]): [string, ExportColumn<T>] => {
      const label = toTextPath(getColumnLabel(key, column))
      return [
        key,
        {
          heading: (found) => findText(found, label) as string,
          kind: toReportKind(column.kind),
          ...(column.width && { width: column.width }),
          ...buildWordFormatter(column),
          ...overrides[key],
        },
      ]
    }),
  )
}

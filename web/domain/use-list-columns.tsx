import { type ReactNode, useMemo } from 'react'
import { type ColumnKind, type ColumnSpec, getColumnLabel } from '#contract/core/column.ts'
import type { ListContract } from '#contract/core/list.ts'
import { useCountryName } from '#web/core/country-name.ts'
import { formatPhone, useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import type { AnyColumn, Column, ScreenColumns } from '#web/ui/list/list-types.ts'
import { renderAmount } from './amount.tsx'

/** Kinds whose digits line up. */
const endAlignedKinds: readonly ColumnKind[] = ['money', 'rate', 'integer']

type Translate = (key: string, options?: { defaultValue: string }) => string
type AnyScreenColumn = Partial<Omit<AnyColumn, 'key' | 'cell'>> & {
  key: string
  cell?: (value: unknown, row: unknown, word: string) => ReactNode
}
type CellRenderer = (value: never) => ReactNode

/** How the values of each kind are shown; a text stands as it is. */
const useCellRenderers = (translate: Translate): Partial<Record<ColumnKind, CellRenderer>> => {
  const format = useFormatters()
  const countryName = useCountryName()
  return useMemo(
    () => ({
      // What is worked out on request isn't known yet of the rows of before, while the column is on its way.
      money: (amount: string | null | undefined) => (amount === undefined ? '…' : renderAmount(format, amount)),
      rate: (rate: string | null) => format.rate(rate),
      integer: (count: number | null) => (count === null ? '–' : format.number(count)),
      date: format.date,
      dateTime: format.dateTime,
      boolean: (is: boolean | null) => (is === null ? '–' : translate(is ? 'common:yes' : 'common:no')),
      country: (country: string | null) => (country === null ? '–' : countryName(country)),
      phone: (phone: string | null) => (phone ? formatPhone(phone) : '–'),
    }),
    [format, countryName, translate],
  )
}

/** Where the texts of these columns stand. */
const listNamespaces = (list: ListContract, shown: readonly AnyScreenColumn[]): string[] => {
  const places = shown.flatMap(({ key }) => [list.columns[key]?.label ?? '', list.columns[key]?.words ?? ''])
  const others = places.flatMap((place) => (place.includes(':') ? [place.split(':')[0]!] : []))
  return [...new Set([list.texts, ...others])]
}

type ColumnTools = { translate: Translate; renderers: Partial<Record<ColumnKind, CellRenderer>>; summed: boolean }

const buildColumn = (
  { key, cell, ...shown }: AnyScreenColumn,
  declared: ColumnSpec | undefined,
  { translate, renderers, summed }: ColumnTools,
): AnyColumn => {
  const { kind = 'text', words } = declared ?? {}
  const renderValue = renderers[kind]
  const findWord = (code: string | null): string =>
    code === null || !words ? '–' : translate(`${words}.${code}`, { defaultValue: code })
  const ownCell = cell && ((value: never, row: never) => cell(value, row, words ? findWord(value) : ''))
  const shownCell = ownCell ?? (words ? findWord : renderValue)
  return {
    key,
    ...(declared?.neverCut && { wide: true }),
    label: shown.label ?? translate(getColumnLabel(key, declared ?? {})),
    ...(endAlignedKinds.includes(kind) && { align: 'end' }),
    ...(kind === 'integer' && { isCount: true }),
    ...(summed &&
      shown.isSummed !== false &&
      renderValue && { total: (totals: Readonly<Record<string, never>>) => renderValue(totals[key]!) }),
    ...shown,
    ...(shownCell && { cell: shownCell }),
  }
}

/** The columns of a list as its screen shows them: heading, cells, side and sum follow from the list's declaration. */
export const useListColumns = <L extends ListContract>(list: L, columns: ScreenColumns<L>): readonly Column<L>[] => {
  const shown = useMemo(
    () => columns.map((column) => (typeof column === 'string' ? { key: column } : column) as AnyScreenColumn),
    [columns],
  )
  const { t } = useTranslation(listNamespaces(list, shown) as never)
  // Its keys are data here: a test asks for each of them in every language.
  const translate = t as unknown as Translate
  const renderers = useCellRenderers(translate)
  return useMemo(
    () =>
      shown.map((column) =>
        buildColumn(column, list.columns[column.key], {
          translate,
          renderers,
          summed: list.summed.includes(column.key),
        }),
      ) as unknown as readonly Column<L>[],
    [list, shown, translate, renderers],
  )
}

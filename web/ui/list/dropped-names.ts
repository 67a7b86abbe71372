import { type FilterChoiceMap, listFilterFields } from './filter-fields.ts'
import type { ListTranslate } from './filter-text.ts'

/** What people call the filters and columns of a list, by their keys. */
export const listFieldLabels = (
  columns: readonly { key: string; label: string }[],
  choices: FilterChoiceMap,
  t: ListTranslate,
): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(columns.map(({ key, label }) => [key, label])),
  ...Object.fromEntries(
    listFilterFields(choices, t).flatMap(([key, spec]) => [
      [key, spec.label],
      ...(spec.control === 'dateRange' ? [[spec.to, spec.label]] : []),
    ]),
  ),
})

/** Of what a view keeps and its list no longer has: the titles that are known, and whether there is more. */
export const listDroppedFieldTitles = (
  dropped: readonly string[],
  labels: Readonly<Record<string, string>>,
): { names: string[]; hasOthers: boolean } => {
  const known = dropped.flatMap((key) => labels[key] ?? [])
  return { names: [...new Set(known)], hasOthers: dropped.some((key) => labels[key] === undefined) }
}

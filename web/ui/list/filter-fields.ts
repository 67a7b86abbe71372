import type { Formatters } from '#web/core/format.ts'
import { formatFilterValue, type ListTranslate } from './filter-text.ts'
import type { FilterChoice, FilterSpec } from './list-types.ts'
import type { ListState } from './list-url-state.ts'

export type FilterChoiceMap = Readonly<Record<string, FilterChoice>>

/** The fields of the bar, each with its label. */
export const listFilterFields = (choices: FilterChoiceMap, t: ListTranslate): (readonly [string, FilterSpec])[] =>
  Object.entries(choices).flatMap(([key, choice]): (readonly [string, FilterSpec])[] => {
    if (choice.control === 'search' || choice.control === 'elsewhere' || choice.control === 'rangeEnd') return []
    if (choice.control !== 'dateRange') return [[key, choice] as const]
    return [[key, { ...choice, label: choice.label ?? t('dates.label') }] as const]
  })

/** The values of the fields: of two days in one field both. */
export const readFieldValues = (
  fields: readonly (readonly [string, FilterSpec])[],
  values: ListState['filters'],
): Record<string, string> => {
  const read: Record<string, string> = { ...values }
  for (const [key, spec] of fields) {
    if (spec.control !== 'dateRange') continue
    const from = values[key] ?? ''
    const to = values[spec.to] ?? ''
    read[key] = from || to ? `${from}~${to}` : ''
  }
  return read
}

/** What a field sets: two days in one field are two filters. */
export const splitField = (
  choice: FilterChoice | undefined,
  key: string,
  value: string,
): Readonly<Record<string, string>> => {
  if (choice?.control !== 'dateRange') return { [key]: value }
  const [from = '', to = ''] = value.split('~')
  return { [key]: from, [choice.to]: to }
}

/** The filters that are set, as their chips read: a file says by them what it holds. */
export const describeFilters = (
  choices: FilterChoiceMap,
  values: ListState['filters'],
  t: ListTranslate,
  format: Formatters,
): string => {
  const fields = listFilterFields(choices, t)
  const read = readFieldValues(fields, values)
  const search = Object.entries(choices).flatMap(([key, { control }]) => (control === 'search' && values[key]) || [])
  const set = fields.flatMap(([key, spec]) =>
    read[key] ? `${spec.label}: ${formatFilterValue(spec, read[key], t, format)}` : [],
  )
  return [...search, ...set].join(' · ').slice(0, 1000)
}

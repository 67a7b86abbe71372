import { splitFilterValues } from '#contract/core/filter-check.ts'
import { dayPresets, isRelativeDay } from '#contract/core/relative-day.ts'
import type { Formatters } from '#web/core/format.ts'
import type { Translate } from '#web/core/use-translation.ts'
import { parseAmountCondition } from './amount-condition.ts'
import type { FilterSpec, Option } from './list-types.ts'

export type ListTranslate = Translate<['list', 'common']>

/** What a filter can be set to: its options, yes and no, or nothing to choose from. */
export const listFilterOptions = (spec: FilterSpec, t: ListTranslate): readonly Option[] => {
  if (spec.control === 'select') return spec.options.filter(({ isHidden }) => !isHidden)
  if (spec.control !== 'yesNo') return []
  return [
    { value: 'true', label: t('common:yes') },
    { value: 'false', label: t('common:no') },
  ]
}

/** The words for the values of a filter with options. */
export const listFilterWords = (spec: FilterSpec, value: string, t: ListTranslate): string[] => {
  const known = spec.control === 'select' ? spec.options : listFilterOptions(spec, t)
  return splitFilterValues(value).map((one) => known.find((option) => option.value === one)?.label ?? one)
}

/** The first and the last day of 'first~last'. */
export const splitDateRange = (value: string): { from: string; to: string } => {
  const [from = '', to = ''] = value.split('~')
  return { from, to }
}

const namedDays = ['today', 'todayPlus7', 'todayPlus30', 'monthEnd'] as const

const formatDay = (day: string, t: ListTranslate, format: Formatters): string => {
  if (!isRelativeDay(day)) return format.date(day)
  const known = namedDays.find((one) => one === day)
  return t(known ? `dates.days.${known}` : 'dates.days.other')
}

const formatDateRange = (value: string, t: ListTranslate, format: Formatters): string => {
  const { from, to } = splitDateRange(value)
  const preset = dayPresets.find((one) => one.from === from && one.to === to)
  if (preset) return t(`dates.presets.${preset.key}`)
  if (!to) return t('dates.since', { day: formatDay(from, t, format) })
  if (!from) return t('dates.upTo', { day: formatDay(to, t, format) })
  return from === to ? formatDay(from, t, format) : `${formatDay(from, t, format)} – ${formatDay(to, t, format)}`
}

/** How the value of a filter reads on its chip: of more than two values the first, and how many more. */
export const formatFilterValue = (spec: FilterSpec, value: string, t: ListTranslate, format: Formatters): string => {
  if (spec.control === 'text') return value
  if (spec.control === 'date') return formatDay(value, t, format)
  if (spec.control === 'dateRange') return formatDateRange(value, t, format)
  if (spec.control === 'amount') {
    const { how, from, to } = parseAmountCondition(value)
    return how === 'between'
      ? `${format.money(from, { euros: true })} – ${format.money(to, { euros: true })}`
      : `${how} ${format.money(from, { euros: true })}`
  }
  const [first = '', second, ...others] = listFilterWords(spec, value, t)
  if (second === undefined) return first
  return others.length === 0
    ? t('filters.either', { first, second })
    : t('filters.more', { first, others: String(others.length + 1) })
}

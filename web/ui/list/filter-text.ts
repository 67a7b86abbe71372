import type { TFunction } from 'i18next'
import type { Formatters } from '#web/core/format.ts'
import { parseAmountCondition } from './amount-condition.ts'
import type { FilterSpec, Option } from './list-types.ts'

type ListTranslate = TFunction<['list', 'common']>

/** What a filter can be set to: its options, yes and no, or nothing to choose from. */
export const listFilterOptions = (spec: FilterSpec, t: ListTranslate): readonly Option[] => {
  if (spec.control === 'select') return spec.options.filter(({ unoffered }) => !unoffered)
  if (spec.control !== 'yesNo') return []
  return [
    { value: 'true', label: t('common:yes') },
    { value: 'false', label: t('common:no') },
  ]
}

/** How the value of a filter reads on its chip. */
export const formatFilterValue = (spec: FilterSpec, value: string, t: ListTranslate, format: Formatters): string => {
  if (spec.control === 'date') return format.date(value)
  if (spec.control === 'amount') {
    const { how, from, to } = parseAmountCondition(value)
    return how === 'between'
      ? `${format.money(from, { euros: true })} – ${format.money(to, { euros: true })}`
      : `${how} ${format.money(from, { euros: true })}`
  }
  const known = spec.control === 'select' ? spec.options : listFilterOptions(spec, t)
  return known.find((option) => option.value === value)?.label ?? value
}

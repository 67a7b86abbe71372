import { MultiSelect, NativeSelect, Select } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { splitFilterValues } from '#contract/core/filter-check.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { DateRangeControl, DayControl } from './date-range-control.tsx'
import { DebouncedInput } from './debounced-input.tsx'
import { listFilterOptions } from './filter-text.ts'
import type { FilterSpec } from './list-types.ts'

/** Few lists ask for one: it comes when one does. */
const AmountControl = lazy(() => import('./amount-control.tsx'))

/** Sets a filter; '' takes it away. `replace` while somebody types. */
export type ChangeFilter = (value: string, how?: { replace: boolean }) => void

const minOptionsForPicker = 12

/** The field of a filter, under its label. */
export const FilterControl = ({
  spec,
  value,
  isMultiple,
  onChange,
}: {
  spec: FilterSpec
  value: string
  /** It takes several values. */
  isMultiple: boolean
  onChange: ChangeFilter
}) => {
  const { t } = useTranslation(['list', 'common'])
  if (spec.control === 'text')
    return (
      <DebouncedInput
        label={spec.label}
        description={spec.hint}
        value={value}
        maxLength={80}
        autoComplete="off"
        onChange={onChange}
      />
    )
  if (spec.control === 'date') return <DayControl label={spec.label} value={value} onChange={onChange} />
  if (spec.control === 'dateRange')
    return (
      <DateRangeControl
        endLabels={spec.endLabels}
        hasFuture={spec.hasFuture ?? false}
        value={value}
        onChange={onChange}
      />
    )
  if (spec.control === 'amount')
    return (
      <Suspense>
        <AmountControl label={spec.label} value={value} onChange={onChange} />
      </Suspense>
    )
  const options = listFilterOptions(spec, t)
  if (isMultiple) {
    return (
      <MultiSelect
        label={spec.label}
        placeholder={value ? undefined : t('filters.any')}
        data={options}
        value={splitFilterValues(value)}
        onChange={(picked) => onChange(picked.join())}
        searchable={options.length > minOptionsForPicker}
        clearable
        limit={60}
        nothingFoundMessage={t('common:noData')}
      />
    )
  }
  if (options.length > minOptionsForPicker) {
    return (
      <Select
        label={spec.label}
        placeholder={t('filters.any')}
        data={options}
        value={value || null}
        onChange={(picked) => onChange(picked ?? '')}
        searchable
        clearable
        limit={60}
        nothingFoundMessage={t('common:noData')}
      />
    )
  }
  return (
    <NativeSelect
      label={spec.label}
      data={[{ value: '', label: t('filters.any') }, ...options]}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

import { Button, Drawer, NativeSelect, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { DateControl } from './date-control.tsx'
import { DebouncedInput } from './debounced-input.tsx'
import { optionsOf } from './filter-text.ts'
import classes from './filters.module.css'
import type { FilterSpec } from './list-types.ts'

type Change = (value: string, how?: { replace: boolean }) => void

const longList = 12

const FilterControl = ({ spec, value, onChange }: { spec: FilterSpec; value: string; onChange: Change }) => {
  const { t } = useTranslation(['list', 'common'])
  if (spec.control === 'text')
    return <DebouncedInput label={spec.label} value={value} maxLength={80} autoComplete="off" onChange={onChange} />
  if (spec.control === 'date') return <DateControl label={spec.label} value={value} onChange={onChange} />
  const options = optionsOf(spec, t)
  if (options.length > longList) {
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

type Props = {
  opened: boolean
  onClose: () => void
  filters: readonly (readonly [string, FilterSpec])[]
  values: Readonly<Record<string, string>>
  onChange: (key: string, value: string, how?: { replace: boolean }) => void
  onClear: () => void
}

/** Every filter of the list. They hold at once: the list behind follows while the person fills them in. */
export const FilterDrawer = ({ opened, onClose, filters, values, onChange, onClear }: Props) => {
  const { t } = useTranslation(['list', 'common'])
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size={360}
      title={t('filters.all')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
      overlayProps={{ backgroundOpacity: 0.15 }}
    >
      <div className={classes.fields}>
        {filters.map(([key, spec]) => (
          <FilterControl
            key={key}
            spec={spec}
            value={values[key] ?? ''}
            onChange={(value, how) => onChange(key, value, how)}
          />
        ))}
      </div>
      <div className={classes.drawerFoot}>
        <Button variant="default" onClick={onClear}>
          {t('filters.clear')}
        </Button>
        <Button onClick={onClose}>{t('filters.results')}</Button>
      </div>
    </Drawer>
  )
}

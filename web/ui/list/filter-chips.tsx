import { Popover, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconX } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormatters } from '#web/core/format.ts'
import { type ChangeFilter, FilterControl } from './filter-control.tsx'
import { formatFilterValue, listFilterOptions } from './filter-text.ts'
import classes from './filters.module.css'
import type { FilterSpec } from './list-types.ts'
import { Picker } from './picker.tsx'

type FilterChipProps = { spec: FilterSpec; value: string; onChange: ChangeFilter }

const FilterChipTarget = ({ spec, value, onChange }: FilterChipProps) => {
  const { t } = useTranslation(['list', 'common'])
  const format = useFormatters()
  const button = (toggle?: () => void) => (
    <UnstyledButton className={classes.chipText} {...(toggle && { onClick: toggle })}>
      {value ? `${spec.label}: ${formatFilterValue(spec, value, t, format)}` : spec.label}
      {!value && <IconChevronDown size={14} aria-hidden />}
    </UnstyledButton>
  )
  if (spec.control === 'text' || spec.control === 'date' || spec.control === 'amount') {
    return (
      <Popover trapFocus returnFocus position="bottom-start" width={280} shadow="md">
        <Popover.Target>{button()}</Popover.Target>
        <Popover.Dropdown aria-label={spec.label}>
          <FilterControl spec={spec} value={value} onChange={onChange} />
        </Popover.Dropdown>
      </Popover>
    )
  }
  return (
    <Picker
      options={listFilterOptions(spec, t)}
      value={value}
      onPick={onChange}
      label={spec.label}
      searchLabel={t('search')}
      nothing={t('common:noData')}
      target={button}
    />
  )
}

type Props = {
  filters: readonly (readonly [string, FilterSpec])[]
  values: Readonly<Record<string, string>>
  /** Always the same function, so that only the chip that changes is drawn again. */
  onChange: (key: string, ...change: Parameters<ChangeFilter>) => void
}

const Chip = memo(
  ({ id, spec, value, change }: Omit<FilterChipProps, 'onChange'> & { id: string; change: Props['onChange'] }) => {
    const { t } = useTranslation('list')
    const onChange: ChangeFilter = (...how) => change(id, ...how)
    return (
      <span className={classes.chip} data-set={value !== '' || undefined}>
        <FilterChipTarget spec={spec} value={value} onChange={onChange} />
        {value && (
          <UnstyledButton
            className={classes.chipClear}
            aria-label={t('filters.clearOne', { filter: spec.label })}
            onClick={() => onChange('')}
          >
            <IconX size={14} aria-hidden />
          </UnstyledButton>
        )}
      </span>
    )
  },
)

/** The filters at hand, and every other one that is set: what is filtered can always be read, and cleared. */
export const FilterChips = ({ filters, values, onChange }: Props) =>
  filters
    .filter(([key, spec]) => spec.pinned || values[key])
    .map(([key, spec]) => <Chip key={key} id={key} spec={spec} value={values[key] ?? ''} change={onChange} />)

import { Popover, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconX } from '@tabler/icons-react'
import { memo, useState } from 'react'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import type { ChangeFilter, FilterControl } from './filter-control.tsx'
import { formatFilterValue, listFilterOptions, listFilterWords } from './filter-text.ts'
import classes from './filters.module.css'
import type { FilterSpec } from './list-types.ts'
import { Picker } from './picker.tsx'

type FilterChipProps = { spec: FilterSpec; value: string; isMultiple: boolean; onChange: ChangeFilter }

/** The fields of filters come when pointer or focus comes near one. */
const loadControl = () => import('./filter-control.tsx')

const FilterChipTarget = ({ spec, value, isMultiple, onChange }: FilterChipProps) => {
  const { t } = useTranslation(['list', 'common'])
  const format = useFormatters()
  const [Control, setControl] = useState<typeof FilterControl>()
  const [opened, setOpened] = useState(false)
  const load = () => loadControl().then((loaded) => setControl(() => loaded.FilterControl))
  // The names of people and the like may come after the list.
  const isNamePending = value !== '' && spec.control === 'select' && spec.options.length === 0
  const button = (toggle?: () => void) => (
    <UnstyledButton
      className={classes.chipText}
      data-pending={isNamePending || undefined}
      title={isMultiple && value ? listFilterWords(spec, value, t).join('\n') : undefined}
      {...(toggle && { onClick: toggle })}
    >
      {value ? `${spec.label}: ${isNamePending ? '…' : formatFilterValue(spec, value, t, format)}` : spec.label}
      {!value && <IconChevronDown size={14} aria-hidden />}
    </UnstyledButton>
  )
  if (spec.control !== 'select' && spec.control !== 'yesNo') {
    return (
      <Popover
        opened={opened && Control !== undefined}
        onChange={setOpened}
        trapFocus
        returnFocus
        position="bottom-start"
        width={spec.control === 'dateRange' ? 320 : 280}
        shadow="md"
      >
        <Popover.Target>
          {button(() => {
            setOpened((now) => !now)
            void load()
          })}
        </Popover.Target>
        <Popover.Dropdown aria-label={spec.label}>
          {Control && <Control spec={spec} value={value} isMultiple={isMultiple} onChange={onChange} />}
        </Popover.Dropdown>
      </Popover>
    )
  }
  return (
    <Picker
      options={listFilterOptions(spec, t)}
      value={value}
      isMultiple={isMultiple}
      onPick={onChange}
      label={spec.label}
      searchLabel={t('search')}
      emptyText={t('common:noData')}
      target={button}
    />
  )
}

type Props = {
  filters: readonly (readonly [string, FilterSpec])[]
  values: Readonly<Record<string, string>>
  /** Filters that take several values. */
  multiple: readonly string[]
  /** Always the same function, so that only the chip that changes is drawn again. */
  onChange: (key: string, ...change: Parameters<ChangeFilter>) => void
}

const FilterChip = memo(
  ({
    id,
    spec,
    value,
    isMultiple,
    change,
  }: Omit<FilterChipProps, 'onChange'> & { id: string; change: Props['onChange'] }) => {
    const { t } = useTranslation('list')
    const onChange: ChangeFilter = (...how) => change(id, ...how)
    return (
      <span className={classes.chip} data-set={value !== '' || undefined}>
        <FilterChipTarget spec={spec} value={value} isMultiple={isMultiple} onChange={onChange} />
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
export const FilterChips = ({ filters, values, multiple, onChange }: Props) =>
  filters
    .filter(([key, spec]) => spec.alwaysShown || values[key])
    .map(([key, spec]) => (
      <FilterChip
        key={key}
        id={key}
        spec={spec}
        value={values[key] ?? ''}
        isMultiple={multiple.includes(key)}
        change={onChange}
      />
    ))

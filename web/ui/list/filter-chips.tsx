import { UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#web/core/format.ts'
import { optionsOf, valueText } from './filter-text.ts'
import classes from './filters.module.css'
import type { FilterSpec } from './list-types.ts'
import { Picker } from './picker.tsx'

type Props = {
  filters: readonly (readonly [string, FilterSpec])[]
  values: Readonly<Record<string, string>>
  onChange: (key: string, value: string) => void
  /** Opens the field of a filter that isn't chosen from a list. */
  onOpen: () => void
}

const Chip = ({
  spec,
  value,
  onChange,
  onOpen,
}: {
  spec: FilterSpec
  value: string
  onChange: (value: string) => void
  onOpen: () => void
}) => {
  const { t } = useTranslation(['list', 'common'])
  const format = useFormat()
  const options = optionsOf(spec, t)
  const text = value ? `${spec.label}: ${valueText(spec, value, t, format)}` : spec.label
  return (
    <span className={classes.chip} data-set={value !== '' || undefined}>
      {options.length ? (
        <Picker
          options={options}
          value={value}
          onPick={onChange}
          searchLabel={t('search')}
          nothing={t('common:noData')}
          target={(toggle) => (
            <UnstyledButton className={classes.chipText} onClick={toggle}>
              {text}
              {!value && <IconChevronDown size={14} aria-hidden />}
            </UnstyledButton>
          )}
        />
      ) : (
        <UnstyledButton className={classes.chipText} onClick={onOpen}>
          {text}
        </UnstyledButton>
      )}
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
}

/** The filters at hand, and every other one that is set: what is filtered can always be read, and cleared. */
export const FilterChips = ({ filters, values, onChange, onOpen }: Props) =>
  filters
    .filter(([key, spec]) => spec.pinned || values[key])
    .map(([key, spec]) => (
      <Chip
        key={key}
        spec={spec}
        value={values[key] ?? ''}
        onChange={(value) => onChange(key, value)}
        onOpen={onOpen}
      />
    ))

import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useTranslation } from '#web/core/use-translation.ts'
import classes from './choice-cell.module.css'
import type { Option } from './list-types.ts'
import { Picker } from './picker.tsx'

type Props = {
  /** What is chosen. */
  label: string
  value: string
  options: readonly Option[]
  onPick: (value: string) => void
}

/** A value that is changed where it stands in its row: by a click, by Enter, or by F2 from anywhere in the row. Esc leaves it as it is. */
export const ChoiceCell = ({ label, value, options, onPick }: Props) => {
  const { t } = useTranslation(['list', 'common'])
  const shown = options.find((option) => option.value === value)?.label ?? value
  return (
    <Picker
      options={options}
      value={value}
      onPick={(picked) => picked !== value && onPick(picked)}
      label={label}
      searchLabel={t('search')}
      emptyText={t('common:noData')}
      target={(toggle) => (
        <UnstyledButton className={classes.cell} aria-label={`${label}: ${shown}`} data-edit-cell onClick={toggle}>
          <span className={classes.text}>{shown}</span>
          <IconChevronDown className={classes.icon} size={14} aria-hidden />
        </UnstyledButton>
      )}
    />
  )
}

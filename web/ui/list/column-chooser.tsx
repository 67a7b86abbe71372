import { ActionIcon, Button, Checkbox, Popover } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconColumns3 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { isColumnShown, type ListPrefs, moveColumn, noPrefs, orderColumns, toggleColumn } from './column-prefs.ts'
import type { AnyColumn } from './list-types.ts'
import classes from './list-view.module.css'

type Props = { columns: readonly AnyColumn[]; prefs: ListPrefs; onChange: (prefs: ListPrefs) => void }

/** Which columns are shown, in which order, and how tall the rows are. */
export const ColumnChooser = ({ columns, prefs, onChange }: Props) => {
  const { t } = useTranslation('list')
  const [, ...choices] = orderColumns(columns, prefs)
  return (
    <Popover position="bottom-end" trapFocus returnFocus shadow="md" width={300}>
      <Popover.Target>
        <Button variant="default" className={classes.tableOnly} leftSection={<IconColumns3 size={16} aria-hidden />}>
          {t('columns.open')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('columns.open')}>
        <ul className={classes.columns}>
          {choices.map((column, at) => (
            <li key={column.key}>
              <Checkbox
                size="xs"
                label={column.label}
                checked={isColumnShown(column, prefs)}
                onChange={() => onChange(toggleColumn(prefs, column))}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('columns.up', { column: column.label })}
                disabled={at === 0}
                onClick={() => onChange(moveColumn(prefs, columns, column.key, -1))}
              >
                <IconChevronUp size={16} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('columns.down', { column: column.label })}
                disabled={at === choices.length - 1}
                onClick={() => onChange(moveColumn(prefs, columns, column.key, 1))}
              >
                <IconChevronDown size={16} />
              </ActionIcon>
            </li>
          ))}
        </ul>
        <div className={classes.columnsFoot}>
          <Checkbox
            size="xs"
            label={t('columns.dense')}
            checked={prefs.dense}
            onChange={({ currentTarget }) => onChange({ ...prefs, dense: currentTarget.checked })}
          />
          <Button variant="subtle" size="compact-xs" onClick={() => onChange(noPrefs)}>
            {t('columns.reset')}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

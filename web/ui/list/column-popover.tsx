import { ActionIcon, Button, Checkbox, Popover } from '@mantine/core'
import { IconColumns3, IconMinus, IconPlus } from '@tabler/icons-react'
import { useTranslation } from '#web/core/use-translation.ts'
import { MoveButtons } from '#web/ui/move-buttons.tsx'
import { isColumnShown, moveColumn, noPrefs, orderColumns, setColumnWidth, toggleColumn } from './column-prefs.ts'
import type { ColumnChooserProps } from './list-types.ts'
import classes from './list-view.module.css'

/** From where a column grows that has no width of its own yet, and by how much, in pixels. */
const defaultWidth = 160
const widthStep = 32

/** Which columns are shown, in which order, how wide, and how tall the rows are. It comes because its button was pressed, and so it comes open. */
export default function ColumnPopover({ columns, prefs, onChange }: ColumnChooserProps) {
  const { t } = useTranslation('list')
  const [, ...choices] = orderColumns(columns, prefs)
  const getWidth = (key: string): number => prefs.widths[key] ?? defaultWidth

  return (
    <Popover defaultOpened position="bottom-end" trapFocus returnFocus shadow="md" width={340}>
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
              {([-widthStep, widthStep] as const).map((by) => (
                <ActionIcon
                  key={by}
                  variant="subtle"
                  color="gray"
                  aria-label={t(by < 0 ? 'columns.narrower' : 'columns.wider', { column: column.label })}
                  onClick={() => onChange(setColumnWidth(prefs, column.key, getWidth(column.key) + by))}
                >
                  {by < 0 ? <IconMinus size={16} /> : <IconPlus size={16} />}
                </ActionIcon>
              ))}
              <MoveButtons
                upLabel={t('columns.up', { column: column.label })}
                downLabel={t('columns.down', { column: column.label })}
                isFirst={at === 0}
                isLast={at === choices.length - 1}
                onMove={(by) => onChange(moveColumn(prefs, columns, column.key, by))}
              />
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
          <Button variant="subtle" size="compact-sm" onClick={() => onChange(noPrefs)}>
            {t('columns.reset')}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

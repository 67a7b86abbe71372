import { Button, Drawer } from '@mantine/core'
import { useTranslation } from '#web/core/use-translation.ts'
import { DialogBody } from '#web/ui/dialog.tsx'
import { FilterControl } from './filter-control.tsx'
import classes from './filters.module.css'
import type { FilterSpec } from './list-types.ts'

type Props = {
  opened: boolean
  onClose: () => void
  filters: readonly (readonly [string, FilterSpec])[]
  values: Readonly<Record<string, string>>
  /** Filters that take several values. */
  multiple: readonly string[]
  onChange: (key: string, value: string, how?: { replace: boolean }) => void
  onClear: () => void
}

/** Every filter of the list. They hold at once: the list behind follows while the person fills them in. */
export default function FilterDrawer({ opened, onClose, filters, values, multiple, onChange, onClear }: Props) {
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
      <DialogBody>
        <div className={classes.fields}>
          {filters.map(([key, spec]) => (
            <FilterControl
              key={key}
              spec={spec}
              value={values[key] ?? ''}
              isMultiple={multiple.includes(key)}
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
      </DialogBody>
    </Drawer>
  )
}

import { Button } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '#web/core/use-translation.ts'
import type { ColumnChooserProps } from './list-types.ts'
import classes from './list-view.module.css'

/** Comes when it is opened. */
const LazyColumnPopover = lazy(() => import('./column-popover.tsx'))

/** The button of the columns, and from its first press on what they are chosen in. */
export const ColumnChooser = (props: ColumnChooserProps) => {
  const { t } = useTranslation('list')
  const [isUsed, setUsed] = useState(false)
  const button = (
    <Button
      variant="default"
      className={classes.tableOnly!}
      leftSection={<IconColumns3 size={16} aria-hidden />}
      aria-haspopup="dialog"
      onClick={() => setUsed(true)}
    >
      {t('columns.open')}
    </Button>
  )
  if (!isUsed) return button
  return (
    <Suspense fallback={button}>
      <LazyColumnPopover {...props} />
    </Suspense>
  )
}

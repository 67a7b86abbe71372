import { Button } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '#web/core/use-translation.ts'
import type { ViewsProps } from './views.tsx'

const LazyViews = lazy(() => import('./views.tsx'))

/** The views of a list: they come when somebody opens them, or with the view in sight. */
export const ViewsButton = (props: Omit<ViewsProps, 'initiallyOpened'>) => {
  const { t } = useTranslation('list')
  const [isOpened, setOpened] = useState(false)
  const [isNeeded, setNeeded] = useState(false)
  // Once there they stay: the view in sight may go, and with it the offer to take its deletion back.
  if (props.viewId && !isNeeded) setNeeded(true)
  const button = (
    <Button
      variant="default"
      aria-haspopup="dialog"
      leftSection={<IconBookmark size={16} aria-hidden />}
      onClick={() => setOpened(true)}
    >
      {t('views')}
    </Button>
  )
  return isNeeded || isOpened ? (
    <Suspense fallback={button}>
      <LazyViews {...props} initiallyOpened={isOpened} />
    </Suspense>
  ) : (
    button
  )
}

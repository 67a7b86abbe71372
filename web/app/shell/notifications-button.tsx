import { ActionIcon, Popover } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { loadNamespaces } from '#web/core/i18n.ts'
import { useLiveNotifications } from '#web/core/live-notifications.ts'
import { createRetryableImport } from '#web/core/retry-import.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { LazyDialog } from './lazy-dialog.tsx'
import classes from './notifications.module.css'

const loadWithNotificationTexts = async <T,>(part: Promise<T>): Promise<T> =>
  (await Promise.all([part, loadNamespaces(['notifications', 'personal-area', 'approvals', 'access'])]))[0]
const LazyNotificationList = lazy(() => loadWithNotificationTexts(import('./notification-list.tsx')))
const importNotificationDrawer = createRetryableImport(() => import('./notification-drawer.tsx'))
const loadNotificationDrawer = () => loadWithNotificationTexts(importNotificationDrawer())
/** Where a popover would leave the list no room. */
const isPhoneViewport = (): boolean => matchMedia('(max-width: 640px)').matches

/** How many came since it was last said: a reader of the screen hears of each, others see the count. */
const useNewNotificationCount = (): number => {
  const liveCount = useLiveNotifications((state) => state.newNotifications.length)
  const [newCount, setNewCount] = useState(0)
  const before = useRef(liveCount)
  useEffect(() => {
    setNewCount(Math.max(0, liveCount - before.current))
    before.current = liveCount
  }, [liveCount])
  return newCount
}

/** The bell with what is unread, live, and under it what one was told. */
export const NotificationsButton = () => {
  const { t } = useTranslation('shell')
  const [open, setOpen] = useState<'list' | 'drawer' | null>(null)
  const close = (): void => setOpen(null)
  const unread = useLiveNotifications((state) => state.unread)
  const came = useNewNotificationCount()
  const label = unread > 0 ? t('notifications.unread', { count: unread }) : t('notifications.none')
  return (
    <>
      <Popover
        opened={open === 'list'}
        onChange={(opened) => setOpen(opened ? 'list' : null)}
        position="bottom-end"
        width="min(400px, calc(100vw - 24px))"
        trapFocus
        withinPortal={false}
      >
        <Popover.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            className={classes.bell!}
            data-tour="notifications"
            aria-label={label}
            onClick={() => setOpen(open ? null : isPhoneViewport() ? 'drawer' : 'list')}
          >
            <IconBell size={20} stroke={1.6} />
            {unread > 0 && (
              <span className={classes.count} aria-hidden>
                {unread > 99 ? '99+' : unread}
              </span>
            )}
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown className={classes.dropdown} aria-label={t('notifications.title')}>
          <Suspense
            fallback={<div className={classes.skeleton} role="status" aria-label={t('notifications.loading')} />}
          >
            {open === 'list' && <LazyNotificationList onLeave={close} />}
          </Suspense>
        </Popover.Dropdown>
      </Popover>
      {open === 'drawer' && <LazyDialog load={loadNotificationDrawer} with={{ onClose: close }} onClose={close} />}
      <span className={classes.spoken} role="status">
        {came > 0 && t('notifications.came', { count: came })}
      </span>
    </>
  )
}

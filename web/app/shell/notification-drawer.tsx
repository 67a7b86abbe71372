import { Drawer } from '@mantine/core'
import { useTranslation } from '#web/core/use-translation.ts'
import { useRestoreFocus } from '#web/ui/use-restore-focus.ts'
import NotificationList from './notification-list.tsx'
import classes from './notifications.module.css'

/** What one was told, on a telephone: from below, as wide as the window. */
export default function NotificationDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('notifications')
  useRestoreFocus()
  return (
    <Drawer.Root opened onClose={onClose} position="bottom" size="85dvh" lockScroll={false}>
      <Drawer.Overlay />
      <Drawer.Content aria-label={t('title')} classNames={{ content: classes.drawer! }}>
        <NotificationList onLeave={onClose} withClose />
      </Drawer.Content>
    </Drawer.Root>
  )
}

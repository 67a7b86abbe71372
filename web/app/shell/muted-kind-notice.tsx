import { Button } from '@mantine/core'
import type { NotificationKind } from '#contract/notifications.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { useNotificationKindNames } from '#web/domain/notification-texts.ts'
import classes from './notifications.module.css'

type Props = { kind: NotificationKind; onUndo: () => void }

/** Says which kind was switched off, and how to take it back. */
export const MutedKindNotice = ({ kind, onUndo }: Props) => {
  const { t } = useTranslation('notifications')
  const nameOf = useNotificationKindNames()
  return (
    <div className={classes.muted} role="status">
      {t('muted', { kind: nameOf(kind) })}
      <Button variant="subtle" size="compact-sm" onClick={onUndo}>
        {t('undo')}
      </Button>
    </div>
  )
}

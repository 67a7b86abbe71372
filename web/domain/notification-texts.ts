import type { NotificationKind } from '#contract/notifications.ts'
import { useTranslation } from '#web/core/use-translation.ts'

/** What a kind of notification is called where no single one is meant. */
export const useNotificationKindNames = () => {
  const { t } = useTranslation('notifications')
  return (kind: NotificationKind): string => {
    // Of texts that are chosen by data the compiler can't know that they are there; a test holds them against the entries.
    const translate = t as (key: string, values?: Record<string, string>) => string
    // 'Cambio {{outcome}}' is of one change; the kind is of all outcomes.
    const outcome = [t('outcomes.approved'), t('outcomes.rejected'), t('outcomes.expired')].join(' / ')
    return translate(`kinds.${kind}.title`, { outcome })
  }
}

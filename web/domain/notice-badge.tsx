import { IconPlayerSkipForward } from '@tabler/icons-react'
import type { NoticeRow, NoticeState } from '#contract/notices.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { processStateStyles } from './process-state-styles.ts'
import { StatusBadge } from './status-badge.tsx'

const noticeBadgeStyles = {
  queued: processStateStyles.scheduled,
  sent: processStateStyles.sent,
  failed: processStateStyles.failed,
  skipped: ['att', IconPlayerSkipForward],
} as const

/** The state as a plain element: a list draws many. */
export const renderNoticeBadge = (state: NoticeState, label: string) => {
  const [tone, icon] = noticeBadgeStyles[state]
  return <StatusBadge tone={tone} icon={icon} label={label} />
}

/** Why one wasn't sent, in words. */
export const useNoticeReasonText = (): ((reason: NoticeRow['reason']) => string) => {
  const { t } = useTranslation('notices')
  return (reason) => (reason === null ? '–' : t(`reasons.${reason}`))
}

import { IconAlertTriangle, IconCircleCheck, IconClock, IconPlayerSkipForward } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type NoticeRow, type NoticeState, noticeSkipReasons } from '#contract/notices.ts'
import { StatusBadge } from './status-badge.tsx'

const noticeBadgeStyles = {
  queued: ['info', IconClock],
  sent: ['pos', IconCircleCheck],
  failed: ['neg', IconAlertTriangle],
  skipped: ['att', IconPlayerSkipForward],
} as const

/** The state as a plain element: a list draws many. */
export const renderNoticeBadge = (state: NoticeState, label: string) => {
  const [tone, icon] = noticeBadgeStyles[state]
  return <StatusBadge tone={tone} icon={icon} label={label} />
}

/** Why one wasn't sent, in words; what a mail server answered stays its code. */
export const useNoticeReasonText = (): ((reason: NoticeRow['reason']) => string) => {
  const { t } = useTranslation('notices')
  return (reason) => {
    if (reason === null) return '–'
    const known = noticeSkipReasons.find((one) => one === reason)
    return known ? t(`reasons.${known}`) : t('because', { code: reason })
  }
}

import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconProgress } from '@tabler/icons-react'
import type { FollowUpState } from '#contract/follow-ups/words.ts'
import { StatusBadge } from '../status-badge.tsx'

const stateStyles = {
  in_progress: ['info', IconProgress],
  finished: ['pos', IconCircleCheck],
  deleted: ['muted', IconCircleX],
} as const

/** The state as a plain element: a list draws many. */
export const renderFollowUpState = (state: FollowUpState, label: string) => {
  const [tone, icon] = stateStyles[state]
  return <StatusBadge tone={tone} icon={icon} label={label} />
}

/** The day by which it is to be done, with a warning where it has passed and it is still in progress. */
export const renderDueDay = ({ day, isLate, late }: { day: string; isLate: boolean; late: string }) =>
  isLate ? <StatusBadge tone="att" icon={IconAlertTriangle} label={day} iconLabel={late} /> : day

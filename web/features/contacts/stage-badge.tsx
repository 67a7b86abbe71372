import { IconCalendarEvent, IconCircleCheck, IconCircleDashed, IconCircleX, IconMessage } from '@tabler/icons-react'
import type { ContactStage } from '#contract/contacts/stages.ts'
import { StatusBadge } from '#web/domain/status-badge.tsx'

const stageStyles = {
  new: ['muted', IconCircleDashed],
  contacted: ['info', IconMessage],
  r1: ['info', IconCalendarEvent],
  r2: ['info', IconCalendarEvent],
  r3: ['info', IconCalendarEvent],
  r4: ['info', IconCalendarEvent],
  won: ['pos', IconCircleCheck],
  lost: ['neg', IconCircleX],
} as const

/** The stage as a plain element: a list draws many. */
export const renderStageBadge = (stage: ContactStage, label: string) => {
  const [tone, icon] = stageStyles[stage]
  return <StatusBadge tone={tone} icon={icon} label={label} />
}

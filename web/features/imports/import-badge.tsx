import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconBan,
  IconCircleCheck,
  IconClock,
  IconListCheck,
  IconPencil,
  IconPlayerPlay,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import type { ImportRow } from '#contract/imports.ts'
import { StatusBadge } from '#web/domain/status-badge.tsx'

const importBadgeStyles = {
  draft: ['muted', IconPencil],
  checked: ['info', IconListCheck],
  waiting: ['att', IconClock],
  importing: ['info', IconPlayerPlay],
  imported: ['pos', IconCircleCheck],
  undoing: ['info', IconArrowBackUp],
  undone: ['muted', IconArrowBackUp],
  discarded: ['muted', IconBan],
  stalled: ['neg', IconAlertTriangle],
} as const

/** The state of an import as a plain element: a list draws many. */
export const renderImportBadge = (
  { state, stalled }: Pick<ImportRow, 'state' | 'stalled'>,
  t: TFunction<'imports'>,
) => {
  const shown = stalled ? 'stalled' : state
  const [tone, icon] = importBadgeStyles[shown]
  return <StatusBadge tone={tone} icon={icon} label={t(`states.${shown}`)} />
}

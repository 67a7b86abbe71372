import {
  IconArrowBackUp,
  IconBan,
  IconCircleCheck,
  IconClock,
  IconListCheck,
  IconPencil,
  IconPlayerPlay,
} from '@tabler/icons-react'
import type { ImportState } from '#contract/imports.ts'
import { StatusBadge } from '#web/domain/status-badge.tsx'

const looks = {
  draft: ['muted', IconPencil],
  checked: ['info', IconListCheck],
  waiting: ['att', IconClock],
  importing: ['info', IconPlayerPlay],
  imported: ['pos', IconCircleCheck],
  undoing: ['info', IconArrowBackUp],
  undone: ['muted', IconArrowBackUp],
  discarded: ['muted', IconBan],
} as const

/** The state of an import as a plain element: a list draws many. */
export const importBadge = (state: ImportState, label: string) => {
  const [tone, icon] = looks[state]
  return <StatusBadge tone={tone} icon={icon} label={label} />
}

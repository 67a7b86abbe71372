import { IconFileAlert, IconMoneybag, IconPencil, IconUserCheck } from '@tabler/icons-react'
import type { OpeningRow } from '#contract/openings.ts'
import { StatusBadge } from '#web/domain/status-badge.tsx'

const openingBadgeStyles = {
  submission: ['muted', IconPencil],
  documents: ['att', IconFileAlert],
  approval: ['info', IconUserCheck],
  money: ['info', IconMoneybag],
} as const

/** What is awaited as a plain element: a list draws many. */
export const renderOpeningBadge = (state: OpeningRow['waitsFor'], label: string) => {
  const [tone, icon] = openingBadgeStyles[state]
  return <StatusBadge tone={tone} icon={icon} label={label} />
}

import { IconClock, IconLock } from '@tabler/icons-react'
import { StatusBadge } from '#web/domain/status-badge.tsx'

/** Whether the row is in the chain already; `label` is the word for it. */
export const renderSealedBadge = (sealed: boolean, label: string) => (
  <StatusBadge tone={sealed ? 'pos' : 'att'} icon={sealed ? IconLock : IconClock} label={label} />
)

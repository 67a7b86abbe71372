import { IconCircleCheckFilled, IconCircleX } from '@tabler/icons-react'
import { StatusBadge } from '#web/domain/status-badge.tsx'

/** Whether accounts can be opened in it. */
export const renderSaleBadge = (onSale: boolean, label: string) => (
  <StatusBadge tone={onSale ? 'pos' : 'muted'} icon={onSale ? IconCircleCheckFilled : IconCircleX} label={label} />
)

import {
  type Icon,
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleX,
  IconClock,
  IconPencil,
} from '@tabler/icons-react'
import type { BadgeTone } from './status-badge.tsx'

export type BadgeStyle = readonly [BadgeTone, Icon]

/**
 * How a state looks, whatever it is of: what is called the same has one colour and one sign. These are those of checks and accounts; states of
 * things under way stand in `process-state-styles.ts`, so that lists of clients do without their signs.
 */
export const stateStyles = {
  none: ['muted', IconCircleDashed],
  draft: ['muted', IconPencil],
  waiting: ['att', IconClock],
  checked: ['info', IconCircleCheck],
  approved: ['pos', IconCircleCheck],
  /** In force, or finished as it should. */
  done: ['pos', IconCircleCheckFilled],
  rejected: ['neg', IconCircleX],
  canceled: ['muted', IconCircleX],
  failed: ['neg', IconAlertTriangle],
} as const satisfies Record<string, BadgeStyle>

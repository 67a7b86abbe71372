import {
  IconArrowBackUp,
  IconCalendarTime,
  IconHistory,
  IconHourglassOff,
  IconLock,
  IconLockOpen,
  IconPlayerPlay,
  IconSend,
} from '@tabler/icons-react'
import { type BadgeStyle, stateStyles } from './state-styles.ts'

/** How a state of something under way looks: those of `stateStyles`, and these. */
export const processStateStyles = {
  ...stateStyles,
  scheduled: ['info', IconCalendarTime],
  underWay: ['info', IconPlayerPlay],
  sent: ['info', IconSend],
  undone: ['muted', IconArrowBackUp],
  /** Nobody decided in time. */
  lapsed: ['muted', IconHourglassOff],
  /** It held once. */
  past: ['muted', IconHistory],
  /** Over, and not to be changed any more; or over and still to be. */
  locked: ['muted', IconLock],
  unlocked: ['info', IconLockOpen],
} as const satisfies Record<string, BadgeStyle>

import {
  IconArrowBackUp,
  IconCalendarTime,
  IconHistory,
  IconHourglassOff,
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
} as const satisfies Record<string, BadgeStyle>

import {
  IconArrowMerge,
  IconArrowsExchange,
  IconCash,
  IconChecks,
  IconClipboardText,
  IconFile,
  IconFolder,
  IconGrave,
  IconHistory,
  IconId,
  IconMail,
  IconNote,
  IconPhone,
  IconPresentation,
  IconReport,
  IconSignature,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { TimelineKind } from '#contract/timeline.ts'

export const timelineIcons: Record<TimelineKind, ComponentType<{ size?: number; stroke?: number }>> = {
  movement: IconCash,
  document: IconFile,
  clientDocument: IconFolder,
  kyc: IconId,
  consent: IconSignature,
  report: IconReport,
  presentation: IconPresentation,
  note: IconNote,
  notice: IconMail,
  infoForm: IconClipboardText,
  change: IconHistory,
  handover: IconArrowsExchange,
  approval: IconChecks,
  merge: IconArrowMerge,
  estate: IconGrave,
  call: IconPhone,
}

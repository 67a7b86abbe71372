import {
  type Icon,
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleX,
  IconClock,
  IconInfinity,
  IconPencil,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { accountStates, addressStates, dniStates, verificationStates } from '#contract/clients.ts'
import { useFormat } from '#web/core/format.ts'
import { StatusBadge, type Tone } from './status-badge.tsx'

type Look = readonly [Tone, Icon]

const verification: Record<(typeof verificationStates)[number], Look> = {
  unverified: ['muted', IconCircleDashed],
  pending: ['att', IconClock],
  rejected: ['neg', IconCircleX],
  verified: ['info', IconCircleCheck],
  approved: ['pos', IconCircleCheckFilled],
  failed: ['neg', IconAlertTriangle],
  indifferent: ['muted', IconCircleDashed],
  missing: ['muted', IconCircleDashed],
}
const address: Record<(typeof addressStates)[number], Look> = {
  pending: ['att', IconClock],
  approved: ['pos', IconCircleCheckFilled],
  rejected: ['neg', IconCircleX],
  no_data: ['muted', IconCircleDashed],
}
const dni: Record<(typeof dniStates)[number], Look> = {
  permanent: ['pos', IconInfinity],
  valid: ['pos', IconCircleCheckFilled],
  about_to_expire: ['att', IconClock],
  expired: ['neg', IconCircleX],
  missing: ['muted', IconCircleDashed],
}
const account: Record<(typeof accountStates)[number], Look> = {
  draft: ['muted', IconPencil],
  pending: ['att', IconClock],
  active: ['pos', IconCircleCheckFilled],
  expired: ['info', IconCircleCheck],
  canceled: ['muted', IconCircleX],
}

/** Where the check of somebody's identity stands. */
export const VerificationBadge = ({ status }: { status: keyof typeof verification }) => {
  const { t } = useTranslation('clients')
  const [tone, icon] = verification[status]
  return <StatusBadge tone={tone} icon={icon} label={t(`verification.${status}`)} />
}

/** Where the proof of address stands. */
export const AddressBadge = ({ status }: { status: keyof typeof address }) => {
  const { t } = useTranslation('clients')
  const [tone, icon] = address[status]
  return <StatusBadge tone={tone} icon={icon} label={t(`addressState.${status}`)} />
}

/** If the identity document holds today; with a date, until when, and the state by its icon. */
export const DniBadge = ({ status, until }: { status: keyof typeof dni; until?: string | null }) => {
  const { t } = useTranslation('clients')
  const format = useFormat()
  const [tone, icon] = dni[status]
  const state = t(`dniState.${status}`)
  if (!until) return <StatusBadge tone={tone} icon={icon} label={state} />
  return <StatusBadge tone={tone} icon={icon} label={format.date(until)} meaning={state} />
}

/** The state of an account. */
export const AccountStatusBadge = ({ status }: { status: keyof typeof account }) => {
  const { t } = useTranslation('clients')
  const [tone, icon] = account[status]
  return <StatusBadge tone={tone} icon={icon} label={t(`accountState.${status}`)} />
}

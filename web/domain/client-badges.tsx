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
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { accountStates } from '#contract/clients/client.ts'
import type { addressStates, dniStates, verificationStates } from '#contract/clients.ts'
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

/** Makes each of a few things once: a table shows the same badge hundreds of times, and what is the same isn't drawn again. */
const once = <K extends string, V>(make: (key: K) => V): ((key: K) => V) => {
  const made = new Map<K, V>()
  return (key) => {
    if (!made.has(key)) made.set(key, make(key))
    return made.get(key)!
  }
}

/** The badges as plain elements, for tables: they draw hundreds, and none of them needs to listen to the language by itself. */
export const useClientBadges = () => {
  const { t } = useTranslation('clients')
  const format = useFormat()
  return useMemo(() => {
    const badge = ([tone, icon]: Look, label: string, meaning?: string) => (
      <StatusBadge tone={tone} icon={icon} label={label} {...(meaning && { meaning })} />
    )
    const dniWord = once((status: keyof typeof dni) => t(`dniState.${status}`))
    const dniAlone = once((status: keyof typeof dni) => badge(dni[status], dniWord(status)))
    return {
      verification: once((status: keyof typeof verification) =>
        badge(verification[status], t(`verification.${status}`)),
      ),
      address: once((status: keyof typeof address) => badge(address[status], t(`addressState.${status}`))),
      dni: (status: keyof typeof dni, until?: string | null) =>
        until ? badge(dni[status], format.date(until), dniWord(status)) : dniAlone(status),
      account: once((status: keyof typeof account) => badge(account[status], t(`accountState.${status}`))),
    }
  }, [t, format])
}

/** Where the check of somebody's identity stands. */
export const VerificationBadge = ({ status }: { status: keyof typeof verification }) =>
  useClientBadges().verification(status)

/** Where the proof of address stands. */
export const AddressBadge = ({ status }: { status: keyof typeof address }) => useClientBadges().address(status)

/** If the identity document holds today; with a date, until when, and the state by its icon. */
export const DniBadge = ({ status, until }: { status: keyof typeof dni; until?: string | null }) =>
  useClientBadges().dni(status, until)

/** The state of an account. */
export const AccountStatusBadge = ({ status }: { status: keyof typeof account }) => useClientBadges().account(status)

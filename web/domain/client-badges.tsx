import { IconInfinity } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { accountStates } from '#contract/clients/client.ts'
import type { addressStates, dniStates, formStates, verificationStates } from '#contract/clients.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { type BadgeStyle, stateStyles } from './state-styles.ts'
import { StatusBadge } from './status-badge.tsx'

const verificationStyles: Record<(typeof verificationStates)[number], BadgeStyle> = {
  unverified: stateStyles.none,
  pending: stateStyles.waiting,
  rejected: stateStyles.rejected,
  verified: stateStyles.checked,
  approved: stateStyles.approved,
  failed: stateStyles.failed,
  indifferent: stateStyles.none,
  missing: stateStyles.none,
}
const addressStyles: Record<(typeof addressStates)[number], BadgeStyle> = {
  pending: stateStyles.waiting,
  approved: stateStyles.approved,
  rejected: stateStyles.rejected,
  no_data: stateStyles.none,
}
const dniStyles: Record<(typeof dniStates)[number], BadgeStyle> = {
  permanent: ['pos', IconInfinity],
  valid: stateStyles.done,
  about_to_expire: stateStyles.waiting,
  expired: stateStyles.rejected,
  missing: stateStyles.none,
}
const formStyles: Record<(typeof formStates)[number], BadgeStyle> = {
  missing: stateStyles.none,
  draft: stateStyles.draft,
  sent: stateStyles.waiting,
  answered: stateStyles.waiting,
  complete: stateStyles.done,
}
const accountStyles: Record<(typeof accountStates)[number], BadgeStyle> = {
  draft: stateStyles.draft,
  pending: stateStyles.waiting,
  active: stateStyles.done,
  expired: stateStyles.checked,
  canceled: stateStyles.canceled,
}

/** Makes each of a few things once: a table shows the same badge hundreds of times, and what is the same isn't drawn again. */
const memoizeByKey = <K extends string, V>(make: (key: K) => V): ((key: K) => V) => {
  const made = new Map<K, V>()
  return (key) => {
    if (!made.has(key)) made.set(key, make(key))
    return made.get(key)!
  }
}

/** The badges as plain elements, for tables: they draw hundreds, and none of them needs to listen to the language by itself. */
export const useClientBadges = () => {
  const { t } = useTranslation('clients')
  const format = useFormatters()
  return useMemo(() => {
    const badge = ([tone, icon]: BadgeStyle, label: string, meaning?: string) => (
      <StatusBadge tone={tone} icon={icon} label={label} {...(meaning && { iconLabel: meaning })} />
    )
    const dniWord = memoizeByKey((status: keyof typeof dniStyles) => t(`dniState.${status}`))
    const dniAlone = memoizeByKey((status: keyof typeof dniStyles) => badge(dniStyles[status], dniWord(status)))
    return {
      verification: memoizeByKey((status: keyof typeof verificationStyles) =>
        badge(verificationStyles[status], t(`verification.${status}`)),
      ),
      address: memoizeByKey((status: keyof typeof addressStyles) =>
        badge(addressStyles[status], t(`addressState.${status}`)),
      ),
      dni: (status: keyof typeof dniStyles, until?: string | null) =>
        until ? badge(dniStyles[status], format.date(until), dniWord(status)) : dniAlone(status),
      form: memoizeByKey((status: keyof typeof formStyles) => badge(formStyles[status], t(`formState.${status}`))),
      account: memoizeByKey((status: keyof typeof accountStyles) =>
        badge(accountStyles[status], t(`accountState.${status}`)),
      ),
    }
  }, [t, format])
}

/** Where the check of somebody's identity stands. */
export const VerificationBadge = ({ status }: { status: keyof typeof verificationStyles }) =>
  useClientBadges().verification(status)

/** Where the proof of address stands. */
export const AddressBadge = ({ status }: { status: keyof typeof addressStyles }) => useClientBadges().address(status)

/** If the identity document holds today; with a date, until when, and the state by its icon. */
export const DniBadge = ({ status, until }: { status: keyof typeof dniStyles; until?: string | null }) =>
  useClientBadges().dni(status, until)

/** Where the information form stands. */
export const InfoFormBadge = ({ status }: { status: keyof typeof formStyles }) => useClientBadges().form(status)

/** The state of an account. */
export const AccountStatusBadge = ({ status }: { status: keyof typeof accountStyles }) =>
  useClientBadges().account(status)

import { IconCalendarDue, IconCash, IconDoorExit, IconPhone, IconPlus } from '@tabler/icons-react'
import { useTranslation } from '#web/core/use-translation.ts'
import type { RecordAction } from '#web/ui/record-actions.tsx'
import type { AccountAction } from './list-account-actions.ts'

const actionIcons = {
  contribution: IconPlus,
  withdrawal: IconCash,
  cancellation: IconDoorExit,
  instruction: IconCalendarDue,
  call: IconPhone,
} as const

/** Gives what may be done with an account its name. */
export const useAccountActionLabels = () => {
  const { t } = useTranslation(['client', 'payments', 'cancellations', 'maturities'])
  const labels: Record<AccountAction, string> = {
    contribution: t('client:contribution.action'),
    withdrawal: t('payments:request.action'),
    cancellation: t('cancellations:ask.action'),
    instruction: t('maturities:instruct.action'),
    // Beside the call of the agenda, in one menu.
    call: t('maturities:call.ofMaturity'),
  }
  return (key: AccountAction): string => labels[key]
}

/** Gives what may be done with an account its name and its sign. */
export const useAccountRecordActions = () => {
  const labelAction = useAccountActionLabels()
  return (key: AccountAction, onClick: () => void): RecordAction => {
    const Icon = actionIcons[key]
    return { key, label: labelAction(key), icon: <Icon size={16} aria-hidden />, onClick }
  }
}

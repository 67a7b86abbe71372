import { useTranslation } from 'react-i18next'
import { useCan } from '#web/core/session.ts'
import { PartTabs } from '#web/ui/part-tabs.tsx'

const parts = { payments: '', waiting: '/por-enviar', batches: '/remesas' } as const

/** What is asked for, what waits to be sent, and the batches it leaves in; whoever makes none sees no tabs. */
export const PaymentTabs = ({ current }: { current: keyof typeof parts }) => {
  const { t } = useTranslation('payment-batches')
  const maySeeBatches = useCan('bt_Remesas', 'view')
  const maySeePayments = useCan('bt_Retiradas', 'view')
  if (!maySeeBatches) return null
  return (
    <PartTabs
      label={t('tabs.label')}
      current={current}
      parts={(Object.keys(parts) as (keyof typeof parts)[])
        .filter((key) => key !== 'payments' || maySeePayments)
        .map((key) => ({ key, name: t(`tabs.${key}`), href: `/crm/Retiradas${parts[key]}` }))}
    />
  )
}

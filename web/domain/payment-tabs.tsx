import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { SectionTabs } from '#web/ui/section-tabs.tsx'

const paymentTabPaths = { payments: '', waiting: '/por-enviar', batches: '/remesas' } as const

/** What is asked for, what waits to be sent, and the batches it leaves in; whoever makes none sees no tabs. */
export const PaymentTabs = ({ current }: { current: keyof typeof paymentTabPaths }) => {
  const { t } = useTranslation('payment-batches')
  const maySeeBatches = usePermission('bt_Remesas', 'view')
  const maySeePayments = usePermission('bt_Retiradas', 'view')
  if (!maySeeBatches) return null
  return (
    <SectionTabs
      label={t('tabs.label')}
      current={current}
      parts={(Object.keys(paymentTabPaths) as (keyof typeof paymentTabPaths)[])
        .filter((key) => key !== 'payments' || maySeePayments)
        .map((key) => ({ key, name: t(`tabs.${key}`), href: `/crm/Retiradas${paymentTabPaths[key]}` }))}
    />
  )
}

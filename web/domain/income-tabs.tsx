import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { SectionTabs } from '#web/ui/section-tabs.tsx'

const incomeTabPaths = {
  contributions: '/crm/Ingresos',
  statements: '/crm/Ingresos/extractos',
  receipts: '/crm/Ingresos/sin-identificar',
} as const
type IncomeTab = keyof typeof incomeTabPaths

/** What came in: whose it became, what the bank says of it, and what has no owner yet. Whoever sees only their clients' has no tabs. */
export const IncomeTabs = ({ current }: { current: IncomeTab }) => {
  const { t } = useTranslation('contributions')
  const seesClients = usePermission('bt_Ingresos', 'view')
  const seesBank = usePermission('bt_Extractos', 'view')
  if (!seesClients || !seesBank) return null
  return (
    <SectionTabs
      label={t('parts.label')}
      current={current}
      parts={(Object.keys(incomeTabPaths) as IncomeTab[]).map((key) => ({
        key,
        name: t(`parts.${key}`),
        href: incomeTabPaths[key],
      }))}
    />
  )
}

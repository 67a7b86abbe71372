import { useTranslation } from 'react-i18next'
import { useCan } from '#web/core/session.ts'
import { PartTabs } from '#web/ui/part-tabs.tsx'

const parts = {
  contributions: '/crm/Ingresos',
  statements: '/crm/Ingresos/extractos',
  receipts: '/crm/Ingresos/sin-identificar',
} as const
type Part = keyof typeof parts

/** What came in: whose it became, what the bank says of it, and what has no owner yet. Whoever sees only their clients' has no tabs. */
export const IncomeTabs = ({ current }: { current: Part }) => {
  const { t } = useTranslation('contributions')
  const seesClients = useCan('bt_Ingresos', 'view')
  const seesBank = useCan('bt_Extractos', 'view')
  if (!seesClients || !seesBank) return null
  return (
    <PartTabs
      label={t('parts.label')}
      current={current}
      parts={(Object.keys(parts) as Part[]).map((key) => ({ key, name: t(`parts.${key}`), href: parts[key] }))}
    />
  )
}

import { useTranslation } from 'react-i18next'
import { PartTabs } from '#web/ui/part-tabs.tsx'

const parts = { activity: '/crm/Auditoria', accesses: '/crm/Auditoria/accesos' } as const
type Part = keyof typeof parts

/** What was done in the prefix, and who came into it. */
export const AuditTabs = ({ current }: { current: Part }) => {
  const { t } = useTranslation('audit')
  return (
    <PartTabs
      label={t('parts.label')}
      current={current}
      parts={(Object.keys(parts) as Part[]).map((key) => ({ key, name: t(`parts.${key}`), href: parts[key] }))}
    />
  )
}

import { useTranslation } from '#web/core/use-translation.ts'
import { SectionTabs } from '#web/ui/section-tabs.tsx'

const auditTabPaths = { activity: '/crm/Auditoria', accesses: '/crm/Auditoria/accesos' } as const
type AuditTab = keyof typeof auditTabPaths

/** What was done in the prefix, and who came into it. */
export const AuditTabs = ({ current }: { current: AuditTab }) => {
  const { t } = useTranslation('audit')
  return (
    <SectionTabs
      label={t('parts.label')}
      current={current}
      parts={(Object.keys(auditTabPaths) as AuditTab[]).map((key) => ({
        key,
        name: t(`parts.${key}`),
        href: auditTabPaths[key],
      }))}
    />
  )
}

import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { SectionTabs } from '#web/ui/section-tabs.tsx'

export const productStudyPaths = {
  figures: '/crm/EstudioProductos',
  projection: '/crm/EstudioProductos/proyeccion',
} as const
type StudyPart = keyof typeof productStudyPaths

/** What products were, and what money would earn in them. Who sees no clients has the second one alone. */
export const ProductStudyTabs = ({ current }: { current: StudyPart }) => {
  const { t } = useTranslation('product-studies')
  const seesClients = usePermission('bt_Clientes', 'view')
  if (!seesClients) return null
  return (
    <SectionTabs
      label={t('parts.label')}
      current={current}
      parts={(Object.keys(productStudyPaths) as StudyPart[]).map((key) => ({
        key,
        name: t(`parts.${key}`),
        href: productStudyPaths[key],
      }))}
    />
  )
}

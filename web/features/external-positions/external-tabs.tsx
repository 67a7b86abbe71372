import { useTranslation } from '#web/core/use-translation.ts'
import { SectionTabs } from '#web/ui/section-tabs.tsx'

export const externalTabPaths = {
  positions: '/crm/ProdExt',
  products: '/crm/ProdExt/productos',
  institutions: '/crm/ProdExt/entidades',
  catalogue: '/crm/ProdExt/catalogo',
} as const
type ExternalTab = keyof typeof externalTabPaths

/** What clients have elsewhere one by one, added up, and what there is to have. */
export const ExternalTabs = ({ current }: { current: ExternalTab }) => {
  const { t } = useTranslation('external-positions')
  return (
    <SectionTabs
      label={t('parts.label')}
      current={current}
      parts={(Object.keys(externalTabPaths) as ExternalTab[]).map((key) => ({
        key,
        name: t(`parts.${key}`),
        href: externalTabPaths[key],
      }))}
    />
  )
}

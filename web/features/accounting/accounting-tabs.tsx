import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { SectionTabs } from '#web/ui/section-tabs.tsx'

const accountingBasePath = '/crm/Contabilidad'

export const accountingPaths = {
  chart: accountingBasePath,
  journals: `${accountingBasePath}/asientos`,
  months: `${accountingBasePath}/cierre`,
  taxes: `${accountingBasePath}/retenciones`,
  taxesOwed: `${accountingBasePath}/impuestos`,
  verification: `${accountingBasePath}/comprobacion`,
} as const
export const newEntryPath = `${accountingPaths.journals}/nuevo`
type AccountingTab = keyof typeof accountingPaths

/** The parts of the books. Journals open with those of this month. */
export const AccountingTabs = ({ current }: { current: AccountingTab }) => {
  const { t } = useTranslation('accounting')
  const today = useSession((state) => state.session?.businessDate ?? '')
  const buildHref = (part: AccountingTab): string =>
    part === 'journals' ? `${accountingPaths.journals}?from=${today.slice(0, 7)}-01` : accountingPaths[part]
  return (
    <SectionTabs
      label={t('parts.label')}
      current={current}
      parts={(Object.keys(accountingPaths) as AccountingTab[]).map((key) => ({
        key,
        name: t(`parts.${key}`),
        href: buildHref(key),
      }))}
    />
  )
}

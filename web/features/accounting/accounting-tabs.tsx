import { useTranslation } from 'react-i18next'
import { useSession } from '#web/core/session.ts'
import { PartTabs } from '#web/ui/part-tabs.tsx'

const home = '/crm/Contabilidad'

export const placeOf = {
  chart: home,
  journals: `${home}/asientos`,
  months: `${home}/cierre`,
  taxes: `${home}/retenciones`,
  taxesOwed: `${home}/impuestos`,
  verification: `${home}/comprobacion`,
} as const
export const newEntryPlace = `${placeOf.journals}/nuevo`
type Part = keyof typeof placeOf

/** The parts of the books. Journals open with those of this month. */
export const AccountingTabs = ({ current }: { current: Part }) => {
  const { t } = useTranslation('accounting')
  const today = useSession((state) => state.session?.businessDate ?? '')
  const hrefOf = (part: Part): string =>
    part === 'journals' ? `${placeOf.journals}?from=${today.slice(0, 7)}-01` : placeOf[part]
  return (
    <PartTabs
      label={t('parts.label')}
      current={current}
      parts={(Object.keys(placeOf) as Part[]).map((key) => ({ key, name: t(`parts.${key}`), href: hrefOf(key) }))}
    />
  )
}

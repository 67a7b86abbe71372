import { useQuery } from '@tanstack/react-query'
import { getAttributionSettings } from '#contract/attribution.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import layoutClasses from '#web/ui/layout.module.css'
import { AttributionRules } from './attribution-rules.tsx'
import { ReinvestmentDaysSection } from './reinvestment-days-section.tsx'
import { WaitingSettingChanges } from './waiting-changes.tsx'

const attributionQuery = buildQueryOptions(getAttributionSettings, {})

/** Who is credited with which part of money raised, and when a contribution is new money. */
export const AttributionTab = () => {
  const { t } = useTranslation('list')
  const mayEdit = usePermission('bt_Ajustes', 'edit')
  const { data, error, refetch } = useQuery(attributionQuery)
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <div className={layoutClasses.skeleton} role="status" aria-label={t('loading')} />
  return (
    <>
      <WaitingSettingChanges changes={data.waiting} />
      <AttributionRules rules={data.rules} products={data.products} mayEdit={mayEdit} />
      <ReinvestmentDaysSection days={data.reinvestmentDays} mayEdit={mayEdit} />
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { getMaturityOverview } from '#contract/maturities.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { useTrendChange } from '#web/domain/use-trend-change.ts'
import { Trend } from '#web/ui/trend/trend.tsx'

/** The accounts behind the rate of the last twelve months. */
const maturedPath = '/crm/Vencimientos/renovacion'

const maturityDeskQuery = buildQueryOptions(getMaturityOverview, {})

/** The renewal rate at the end of each month that its trend has, the latest first; the last one is as of today. */
export const useRenewalRates = () => {
  const { data } = useQuery(maturityDeskQuery)
  return useMemo(() => [...(data?.trend.points ?? [])].reverse(), [data])
}

/** How much of what matured stayed, with its trend; both lead to the accounts that they are made of. */
export const RenewalRate = () => {
  const { t } = useTranslation('maturities')
  const format = useFormatters()
  const formatChange = useTrendChange()
  const { data } = useQuery(maturityDeskQuery)
  if (!data?.retention) return null
  const amounts = { renewed: format.money(data.renewed), matured: format.money(data.matured) }
  return (
    <>
      <Link to={maturedPath}>{t('retention', { retention: format.decimal(data.retention), ...amounts })}</Link>
      <Trend
        values={data.trend.points.map(({ value }) => value)}
        label={t('trend')}
        change={formatChange(data.trend, { unit: 'points' })}
        href={maturedPath}
      />
    </>
  )
}

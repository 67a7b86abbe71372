import { useQuery } from '@tanstack/react-query'
import { getClientCapitalTrend } from '#contract/clients/capital-trend.ts'
import { buildPartQuery } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { useTrendChange } from '#web/domain/use-trend-change.ts'
import { Trend } from '#web/ui/trend/trend.tsx'
import classes from './clients.module.css'

/** How a client's capital came to be, under its figure; leads to the accounts that it is made of. Its room is there before it comes. */
export const CapitalTrend = ({ clientId }: { clientId: string }) => {
  const { t } = useTranslation('client')
  const formatChange = useTrendChange()
  const { data } = useQuery(buildPartQuery(getClientCapitalTrend, { params: { clientId } }))
  return (
    <div className={classes.trend}>
      {data && (
        <Trend
          values={data.points.map(({ value }) => value)}
          label={t('capitalTrend')}
          change={formatChange(data)}
          href="?cuentas=active#accounts"
        />
      )}
    </div>
  )
}

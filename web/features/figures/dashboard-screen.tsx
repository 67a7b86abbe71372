import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import { lateFigures } from '#contract/figures/keys.ts'
import { getDashboard } from '#contract/figures.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions, queryClient } from '#web/core/query-client.ts'
import { usePermission, useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { RecordSkeleton } from '#web/ui/record-cards.tsx'
import { useIsNearViewport } from '#web/ui/use-is-near-viewport.ts'
import {
  type FigureChoice,
  hasDays,
  readFigureChoice,
  toFigureParams,
  toFigureQuery,
  useFigureChoice,
} from './figure-choice.ts'
import { FigureChoiceBar } from './figure-choice-bar.tsx'
import { FigureTile, LateFigureTile, maySeeFigure } from './figure-tile.tsx'
import classes from './figures.module.css'
import { MonthlyMovements } from './monthly-movements.tsx'
import { ProductHistory } from './product-history.tsx'
import { SalesReport } from './sales-report.tsx'
import { useScopeContext } from './scope-context.ts'

const dashboardQuery = (choice: FigureChoice) => buildQueryOptions(getDashboard, { query: toFigureQuery(choice) })

/** Asks for the figures that the address names. */
export const prefetch = ({ searchParams }: URL): void => {
  const choice = readFigureChoice(searchParams)
  if (hasDays(choice)) void queryClient.prefetchQuery(dashboardQuery(choice))
}

const Tiles = ({ dashboard, choice }: { dashboard: ResponseBody<typeof getDashboard>; choice: FigureChoice }) => {
  const { t } = useTranslation('figures')
  const { figures, period } = dashboard
  const shownLate = lateFigures.filter((key) => maySeeFigure(key))
  if (figures.length + shownLate.length === 0) return <EmptyState title={t('none')} hint={t('noneHint')} />
  const params = toFigureParams(choice)
  return (
    <ul className={classes.tiles} aria-label={t('keyFigures')}>
      {figures.map((figure) => (
        <FigureTile key={figure.key} figure={figure} period={period} params={params} />
      ))}
      {shownLate.map((key) => (
        <LateFigureTile key={key} figureKey={key} choice={choice} />
      ))}
    </ul>
  )
}

/** What stands below the figures: asked for once somebody comes near it. */
const Reports = ({ choice, today }: { choice: FigureChoice; today: string }) => {
  const [sales, isSalesNear] = useIsNearViewport<HTMLDivElement>(false)
  const [monthly, isMonthlyNear] = useIsNearViewport<HTMLDivElement>(false)
  const [history, isHistoryNear] = useIsNearViewport<HTMLDivElement>(false)
  return (
    <>
      <div ref={sales} className={classes.report}>
        {isSalesNear && <SalesReport choice={choice} />}
      </div>
      <div ref={monthly} className={classes.report}>
        {isMonthlyNear && <MonthlyMovements choice={choice} today={today} />}
      </div>
      <div ref={history} className={classes.report}>
        {isHistoryNear && <ProductHistory choice={choice} />}
      </div>
    </>
  )
}

/** The figures of the firm, of a team or of a person, each opened down to its rows. */
export default function DashboardScreen() {
  const { t } = useTranslation(['figures', 'list'])
  const format = useFormatters()
  const { choice, choose } = useFigureChoice()
  const isComplete = hasDays(choice)
  const { data, error, isPlaceholderData, isLoading, refetch } = useQuery({
    ...dashboardQuery(choice),
    enabled: isComplete,
    placeholderData: keepPreviousData,
  })
  const scopeText = useScopeContext()
  const today = useSession((state) => state.session?.businessDate) ?? ''
  const maySeeMoney = usePermission('bt_Clientes', 'view')
  return (
    <div className={classes.screen} aria-busy={isPlaceholderData}>
      <PageHead
        title={t('title')}
        context={
          data
            ? t('context', {
                who: scopeText(data.scope),
                from: format.date(data.period.from),
                to: format.date(data.period.to),
              })
            : '\u00a0'
        }
      >
        <FigureChoiceBar choice={choice} onChoose={choose} />
      </PageHead>
      {!isComplete && <EmptyState title={t('noDates')} hint={t('noDatesHint')} />}
      {isComplete && isLoading && <RecordSkeleton label={t('list:loading')} tiles={7} />}
      {isComplete && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {isComplete && data && !error && <Tiles dashboard={data} choice={choice} />}
      {isComplete && data && !error && maySeeMoney && <Reports choice={choice} today={today} />}
    </div>
  )
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import {
  type DashboardBlock,
  type DashboardSection,
  type DashboardTile,
  dashboardBlocks,
  dashboardTiles,
  getDefaultDashboard,
} from '#contract/figures/dashboard-blocks.ts'
import { slowFigures } from '#contract/figures/keys.ts'
import { getDashboard } from '#contract/figures.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions, queryClient } from '#web/core/query-client.ts'
import { usePermission, useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { FigureBody } from '#web/domain/figures/figure-body.tsx'
import {
  type FigureChoice,
  hasDays,
  readFigureChoice,
  toFigureParams,
  toFigureQuery,
  useFigureChoice,
} from '#web/domain/figures/figure-choice.ts'
import { FigureChoiceBar } from '#web/domain/figures/figure-choice-bar.tsx'
import classes from '#web/domain/figures/figures.module.css'
import { useScopeContext } from '#web/domain/figures/scope-context.ts'
import { GoalCockpit } from '#web/domain/goal-cockpit.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { useIsNearViewport } from '#web/ui/use-is-near-viewport.ts'
import { ArrangeDashboard } from './arrange-dashboard.tsx'
import { groupBlocks } from './dashboard-arrangement.ts'
import { FigureTile, LateFigureTile, maySeeFigure } from './figure-tile.tsx'
import { MonthlyMovements } from './monthly-movements.tsx'
import { ProductHistory } from './product-history.tsx'
import { SalesReport } from './sales-report.tsx'

const dashboardQuery = (choice: FigureChoice) => buildQueryOptions(getDashboard, { query: toFigureQuery(choice) })

/** Asks for the figures that the address names. */
export const prefetch = ({ searchParams }: URL): void => {
  const choice = readFigureChoice(searchParams)
  if (hasDays(choice)) void queryClient.prefetchQuery(dashboardQuery(choice))
}

type Dashboard = ResponseBody<typeof getDashboard>
type GroupProps = { dashboard: Dashboard; choice: FigureChoice; today: string }

const isLate = (key: DashboardTile) => slowFigures.find((late) => late === key)

const Tiles = ({ tiles, dashboard, choice }: GroupProps & { tiles: readonly DashboardTile[] }) => {
  const { t } = useTranslation('figures')
  const { figures, period } = dashboard
  const params = toFigureParams(choice)
  return (
    <ul className={classes.tiles} aria-label={t('keyFigures')}>
      {tiles.map((key) => {
        const late = isLate(key)
        if (late) return <LateFigureTile key={key} figureKey={late} choice={choice} />
        const figure = figures.find((one) => one.key === key)
        return figure && <FigureTile key={key} figure={figure} period={period} params={params} />
      })}
    </ul>
  )
}

/** A report is asked for once somebody comes near it. */
const Report = ({ children }: { children: ReactNode }) => {
  const [ref, isNear] = useIsNearViewport<HTMLDivElement>(false)
  return (
    <div ref={ref} className={classes.report}>
      {isNear && children}
    </div>
  )
}

const SectionOf = ({ section, choice, today }: GroupProps & { section: DashboardSection }) => {
  switch (section) {
    case 'goal':
      return <GoalCockpit of={choice.of} view={choice.view} />
    case 'sales':
      return (
        <Report>
          <SalesReport choice={choice} />
        </Report>
      )
    case 'monthly':
      return (
        <Report>
          <MonthlyMovements choice={choice} today={today} />
        </Report>
      )
    case 'history':
      return (
        <Report>
          <ProductHistory choice={choice} />
        </Report>
      )
  }
}

const Blocks = ({ blocks, ...props }: GroupProps & { blocks: readonly DashboardBlock[] }) => {
  const { t } = useTranslation('figures')
  if (blocks.length === 0) return <EmptyState title={t('arrangement.empty')} hint={t('arrangement.emptyHint')} />
  return groupBlocks(blocks).map((group) =>
    'tiles' in group ? (
      <Tiles key={group.tiles.join(' ')} tiles={group.tiles} {...props} />
    ) : (
      <SectionOf key={group.section} section={group.section} {...props} />
    ),
  )
}

/** What the person may see on a dashboard, and what of it is shown, as they arranged it or as is usual for their role. */
const useBlocks = () => {
  const preference = useSession((state) => state.session?.preferences.dashboard)
  const role = useSession((state) => state.session?.role)
  const maySeeMoney = usePermission('bt_Clientes', 'view')
  const maySeeGoals = usePermission('bt_Objetivos', 'view')
  const maySee = (block: DashboardBlock): boolean => {
    if (block === 'goal') return maySeeGoals
    const tile = dashboardTiles.find((known) => known === block)
    return tile ? maySeeFigure(tile) : maySeeMoney
  }
  const offered = dashboardBlocks.filter(maySee)
  const shown = (preference ?? (role ? getDefaultDashboard(role) : [])).filter(maySee)
  return { offered, shown }
}

/** The figures of the firm, of a team or of a person, each opened down to its rows. */
export default function DashboardScreen() {
  const { t } = useTranslation(['figures', 'list'])
  const format = useFormatters()
  const { choice, choose } = useFigureChoice()
  const isComplete = hasDays(choice)
  const result = useQuery({
    ...dashboardQuery(choice),
    enabled: isComplete,
    placeholderData: keepPreviousData,
  })
  const { data, isPlaceholderData } = result
  const scopeText = useScopeContext()
  const today = useSession((state) => state.session?.businessDate) ?? ''
  const { offered, shown } = useBlocks()
  return (
    <div className={classes.screen} aria-busy={isPlaceholderData}>
      <PageHead
        title={t('title')}
        hasLongContext
        context={
          data
            ? t('context', {
                who: scopeText(data.scope),
                from: format.date(data.period.from),
                to: format.date(data.period.to),
              })
            : '\u00a0'
        }
        action={offered.length > 0 && <ArrangeDashboard offered={offered} shown={shown} />}
      >
        <FigureChoiceBar choice={choice} onChoose={choose} />
      </PageHead>
      <FigureBody result={result} isComplete={isComplete} tiles={7}>
        {(dashboard) =>
          offered.length === 0 ? (
            <EmptyState title={t('none')} hint={t('noneHint')} />
          ) : (
            <Blocks blocks={shown} dashboard={dashboard} choice={choice} today={today} />
          )
        }
      </FigureBody>
    </div>
  )
}

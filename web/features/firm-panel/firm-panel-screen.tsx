import { Button } from '@mantine/core'
import { IconArrowsDiff, IconPrinter } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import { goalFigures } from '#contract/figures/keys.ts'
import { flowTiles, maturityDays, type PanelTile, panelTiles } from '#contract/firm-panel/tiles.ts'
import { exportPanelMonths, getFirmPanel, getPanelCaptation, getPanelTrends } from '#contract/firm-panel.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions, queryClient } from '#web/core/query-client.ts'
import { usePermission, useSession } from '#web/core/session.ts'
import { useAddress } from '#web/core/use-address.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import bar from '#web/domain/figures/figure-choice.module.css'
import { readFigureChoice, toPersonQuery, useFigureChoice } from '#web/domain/figures/figure-choice.ts'
import { FigurePersonPicker } from '#web/domain/figures/figure-choice-bar.tsx'
import figures from '#web/domain/figures/figures.module.css'
import { useScopeContext } from '#web/domain/figures/scope-context.ts'
import { buildGoalHref } from '#web/domain/goal-address.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { startExport } from '#web/ui/export/export-jobs.ts'
import { PageHead } from '#web/ui/page-head.tsx'
import { RecordSkeleton } from '#web/ui/record-cards.tsx'
import { ReservedRoom } from '#web/ui/reserved-room.tsx'
import classes from './firm-panel.module.css'
import {
  buildChangeHref,
  buildCreditedHref,
  buildFigureHref,
  buildTileHref,
  getDaysAhead,
  getMonthsBefore,
} from './panel-address.ts'
import { PanelHistory } from './panel-history.tsx'
import { PanelProducts } from './panel-products.tsx'
import { PanelTeams } from './panel-teams.tsx'
import { PanelTileCard } from './panel-tile.tsx'
import type { ShownTile } from './panel-value.ts'

type Panel = ResponseBody<typeof getFirmPanel>
type Captation = ResponseBody<typeof getPanelCaptation>

/** Asks for what can be read at once. */
export const prefetch = ({ searchParams }: URL): void => {
  const query = toPersonQuery(readFigureChoice(searchParams))
  void queryClient.prefetchQuery(buildQueryOptions(getFirmPanel, { query }))
}

/** Of a firm of any size that is likely. */
const widestAmount = '99999999.99'

/** Beside the stocks. */
const tilesBeforeCaptation = 2

const isFlow = (tile: PanelTile): boolean => flowTiles.some((flow) => flow === tile)

const useMoment = (day: string) => {
  const { t } = useTranslation('firm-panel')
  const format = useFormatters()
  return (tile: ShownTile): string => {
    const today = format.date(day)
    if (tile === 'captation' || isFlow(tile))
      return t('moments.month', { from: format.date(`${day.slice(0, 7)}-01`), day: today })
    if (tile !== 'maturities') return t('moments.day', { day: today })
    const { from, to } = getDaysAhead(day, maturityDays)
    return t('moments.ahead', { from: format.date(from), to: format.date(to) })
  }
}

/** What the year has brought of its goal, and where that leads. */
type GoalNoteProps = { captation: Captation; day: string; params: URLSearchParams; goalHref: string }

/** As long as the words of a goal get. */
const GoalNoteSample = () => {
  const { t } = useTranslation('firm-panel')
  const format = useFormatters()
  const amount = format.money(widestAmount)
  return (
    <p className={classes.note}>
      {t('goal', { year: '0000', achieved: amount, toDate: amount })}
      <br />
      {t('goalPace', { achievement: format.decimal('100.0'), runRate: amount, amount })}
    </p>
  )
}

const GoalNote = ({ captation, day, params, goalHref }: GoalNoteProps) => {
  const { t } = useTranslation('firm-panel')
  const format = useFormatters()
  const mayOpen = usePermission('bt_Dashboard1', 'view')
  const { achieved, goal, measure } = captation
  const year = day.slice(0, 4)
  if (!goal) {
    const text = t('noGoal', { year, achieved: format.money(achieved) })
    const href = buildFigureHref(goalFigures[measure], { from: `${year}-01-01`, to: day }, params)
    return <p className={classes.note}>{mayOpen ? <Link to={href}>{text}</Link> : text}</p>
  }
  return (
    <p className={classes.note}>
      <Link to={goalHref}>
        {t('goal', { year, achieved: format.money(achieved), toDate: format.money(goal.toDate) })}
      </Link>
      <br />
      {t('goalPace', {
        achievement: goal.achievement === null ? '–' : format.decimal(goal.achievement),
        runRate: goal.runRate === null ? '–' : format.money(goal.runRate),
        amount: format.money(goal.amount),
      })}
    </p>
  )
}

const UninstructedNote = ({ panel, params }: { panel: Panel; params: URLSearchParams }) => {
  const { t } = useTranslation('firm-panel')
  const format = useFormatters()
  const mayOpen = usePermission('bt_Dashboard1', 'view')
  if (!panel.uninstructed) return null
  const { amount, count } = panel.uninstructed
  const text = t('uninstructed', { amount: format.money(amount), count: format.number(count) })
  return (
    <p className={classes.note}>
      {mayOpen && count > 0 ? (
        <Link to={buildFigureHref('uninstructed', getDaysAhead(panel.day, maturityDays), params)}>{text}</Link>
      ) : (
        text
      )}
    </p>
  )
}

/** What direction opens first: the figures of the firm, or of whoever is chosen, with their change and their line of two years. */
export default function FirmPanelScreen() {
  const { t } = useTranslation(['firm-panel', 'figures', 'list'])
  const format = useFormatters()
  const mayOpen = usePermission('bt_Dashboard1', 'view')
  const mayExport = usePermission('bt_PanelDireccion', 'export')
  const maySeeClients = usePermission('bt_Clientes', 'view')
  const mayOpenMonth = usePermission('bt_Mes', 'view')
  const { choice, choose } = useFigureChoice()
  const [address] = useAddress()
  const query = toPersonQuery(choice)
  const options = { placeholderData: keepPreviousData }
  const panel = useQuery({ ...buildQueryOptions(getFirmPanel, { query }), ...options })
  const trends = useQuery({ ...buildQueryOptions(getPanelTrends, { query }), ...options })
  const captation = useQuery({
    ...buildQueryOptions(getPanelCaptation, { query }),
    ...options,
    enabled: maySeeClients,
  })
  const scopeText = useScopeContext()
  const params = new URLSearchParams(query as Record<string, string>)
  const { data } = panel
  const day = data?.day ?? ''
  // The head has its buttons before the figures are there.
  const businessDate = useSession((state) => state.session?.businessDate ?? '')
  const today = day || businessDate
  const momentOf = useMoment(day)
  const nameOf = (tile: ShownTile): string => (tile === 'captation' ? t('captation') : t(`tiles.${tile}`))
  const chosen: ShownTile =
    [...panelTiles, 'captation' as const].find((tile) => tile === address.get('tile')) ?? 'capital'
  const historyOf = (tile: ShownTile) =>
    tile === 'captation' ? captation.data : trends.data?.tiles.find(({ key }) => key === tile)
  const monthsHref = (tile: ShownTile): string => `?${new URLSearchParams([...params, ['tile', tile]])}`
  const save = (): void => startExport(exportPanelMonths, { query: { ...query, format: 'xlsx' } }, `${t('title')}.xlsx`)
  const failed = panel.error ?? trends.error ?? captation.error
  const retry = (): void => {
    for (const one of [panel, trends, captation]) if (one.error) void one.refetch()
  }
  const changeHref = (tile: ShownTile, then: string): string | null => {
    if (!mayOpen) return null
    if (tile === 'captation') return captation.data ? buildCreditedHref(captation.data.measure, then, params) : null
    const month = `${then.slice(0, 7)}-01`
    if (tile === 'capital') return buildChangeHref({ from: then, to: day }, params)
    return buildTileHref(tile, { month, through: then, maturityDays }, params)
  }
  const history = historyOf(chosen)
  const renderTile = ({ key, value }: Panel['tiles'][number]) => (
    <PanelTileCard
      key={key}
      tile={key}
      name={nameOf(key)}
      moment={momentOf(key)}
      value={value}
      href={mayOpen ? buildTileHref(key, { month: `${day.slice(0, 7)}-01`, through: day, maturityDays }, params) : null}
      history={historyOf(key)}
      isChosen={chosen === key}
      monthsHref={monthsHref(key)}
      changeHref={(then) => changeHref(key, then)}
    >
      {key === 'maturities' && data && <UninstructedNote panel={data} params={params} />}
    </PanelTileCard>
  )
  return (
    <div className={figures.screen} aria-busy={panel.isPlaceholderData}>
      <PageHead
        title={t('title')}
        context={data ? t('context', { who: scopeText(data.scope), day: format.date(day) }) : '\u00a0'}
        hasLongContext
        action={
          <div className={classes.tools}>
            <Button
              component={Link}
              to={buildChangeHref({ from: getMonthsBefore(today, 1), to: today }, params)}
              variant="default"
              leftSection={<IconArrowsDiff size={16} aria-hidden />}
            >
              {t('seeChange')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconPrinter size={16} aria-hidden />}
              onClick={() => window.print()}
            >
              {t('print')}
            </Button>
          </div>
        }
      >
        <div className={bar.choice}>
          <FigurePersonPicker choice={choice} onChoose={choose} />
        </div>
      </PageHead>
      {panel.isLoading && <RecordSkeleton label={t('list:loading')} tiles={9} />}
      {failed && <ErrorState error={failed} onRetry={retry} />}
      {data && !panel.error && data.tiles.length === 0 && (
        <EmptyState title={t('figures:none')} hint={t('figures:noneHint')} />
      )}
      {data && !panel.error && data.tiles.length > 0 && (
        <>
          <ul className={classes.panel} aria-label={t('keyFigures')}>
            {data.tiles.slice(0, tilesBeforeCaptation).map(renderTile)}
            {maySeeClients && (
              <PanelTileCard
                tile="captation"
                name={nameOf('captation')}
                moment={momentOf('captation')}
                value={captation.data?.month}
                href={mayOpenMonth ? `/crm/mes?${params}` : null}
                history={captation.data}
                isChosen={chosen === 'captation'}
                monthsHref={monthsHref('captation')}
                changeHref={(then) => changeHref('captation', then)}
              >
                <ReservedRoom sample={<GoalNoteSample />}>
                  {captation.data && (
                    <GoalNote
                      captation={captation.data}
                      day={day}
                      params={params}
                      goalHref={buildGoalHref(choice.of, choice.view)}
                    />
                  )}
                </ReservedRoom>
              </PanelTileCard>
            )}
            {data.tiles.slice(tilesBeforeCaptation).map(renderTile)}
          </ul>
          {history ? (
            <PanelHistory
              tile={chosen}
              name={nameOf(chosen)}
              points={history.points}
              params={params}
              isOpening={mayOpen}
              onExport={mayExport ? save : undefined}
            />
          ) : (
            <div className={classes.historySkeleton} role="status" aria-label={t('list:loading')} />
          )}
          <PanelTeams choice={choice} today={day} />
          <PanelProducts products={trends.data?.products} today={day} params={params} isOpening={mayOpen} />
        </>
      )}
    </div>
  )
}

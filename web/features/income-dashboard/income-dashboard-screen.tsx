import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { goalFigures } from '#contract/figures/keys.ts'
import { exportIncome, getIncome } from '#contract/income-dashboard.ts'
import { addMonths, parseDay, toIsoDate } from '#rules/calendar.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import { calculatePercent } from '#rules/percent.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions, queryClient } from '#web/core/query-client.ts'
import { usePermission, useSession } from '#web/core/session.ts'
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
import textClasses from '#web/ui/text.module.css'
import { AgendaSection } from './agenda-section.tsx'
import { TeamInbox } from './inbox-lines.tsx'
import classes from './income-dashboard.module.css'
import { IncomeProjection } from './income-projection.tsx'
import { type Income, IncomeTable } from './income-table.tsx'

/** Asks for the income of whom the address names. */
export const prefetch = ({ searchParams }: URL): void =>
  void queryClient.prefetchQuery(buildQueryOptions(getIncome, { query: toPersonQuery(readFigureChoice(searchParams)) }))

const useTiles = ({ year, achieved, goal, projected, lastYearToDate }: Income) => {
  const { t } = useTranslation('income-dashboard')
  const format = useFormatters()
  const difference = centsToAmount(toCents(achieved) - toCents(lastYearToDate))
  const percent = calculatePercent(toCents(difference), toCents(lastYearToDate))
  const ofYear = goal && calculatePercent(toCents(projected), toCents(goal.amount))
  const signed =
    percent === null ? format.money(difference) : `${percent.startsWith('-') ? '' : '+'}${format.percent(percent)}`
  return [
    { key: 'achieved', name: t('tiles.achieved', { year }), value: format.money(achieved), note: '\u00a0' },
    {
      key: 'toDate',
      name: t('tiles.toDate'),
      value: goal ? format.money(goal.toDate) : '–',
      note: goal
        ? t('ofGoal', { achievement: goal.achievement === null ? '–' : format.decimal(goal.achievement) })
        : t('noGoal'),
    },
    {
      key: 'projected',
      name: t('tiles.projected'),
      value: format.money(projected),
      note:
        goal && ofYear
          ? t('ofYear', { share: format.decimal(ofYear), amount: format.money(goal.amount) })
          : t('noGoal'),
    },
    {
      key: 'lastYear',
      name: t('tiles.lastYear', { year: year - 1 }),
      value: format.money(lastYearToDate),
      note: t('ofLastYear', { change: signed }),
    },
  ] as const
}

type TilesProps = { income: Income; params: URLSearchParams; goalHref: string | null }

const IncomeTiles = ({ income, params, goalHref }: TilesProps) => {
  const mayOpenFigures = usePermission('bt_Dashboard1', 'view')
  const mayOpenMonth = usePermission('bt_Mes', 'view')
  const { year, through, measure } = income
  const rowsOf = (from: string, to: string): string | null =>
    mayOpenFigures
      ? `/crm/cifras/${goalFigures[measure]}?${new URLSearchParams([['range', 'custom'], ['from', from], ['to', to], ...params])}`
      : null
  const hrefs = {
    achieved: rowsOf(`${year}-01-01`, through),
    toDate: goalHref,
    // The months with their pace.
    projected: mayOpenMonth ? `/crm/mes?${params}` : null,
    lastYear: rowsOf(`${year - 1}-01-01`, toIsoDate(addMonths(parseDay(through), -12))),
  }
  return (
    <ul className={figures.tiles}>
      {useTiles(income).map(({ key, name, value, note }) => {
        const href = hrefs[key]
        return (
          <li key={key} className={figures.tile}>
            <span className={figures.name}>{name}</span>
            {href ? (
              <Link className={figures.value} to={href} aria-label={`${name}: ${value}`}>
                {value}
              </Link>
            ) : (
              <span className={figures.value}>{value}</span>
            )}
            <span className={textClasses.quietFigures}>{note}</span>
          </li>
        )
      })}
    </ul>
  )
}

/** What came in this year against what should have, what the next two weeks hold, and what waits. */
export default function IncomeDashboardScreen() {
  const { t } = useTranslation(['income-dashboard', 'figures', 'list'])
  const format = useFormatters()
  const today = useSession((state) => state.session?.businessDate) ?? ''
  const mayExport = usePermission('bt_Dashboard3', 'export')
  const maySeeClients = usePermission('bt_Clientes', 'view')
  const maySeeAgenda = usePermission('bt_AgendaComercial', 'view')
  const { choice, choose } = useFigureChoice()
  const query = toPersonQuery(choice)
  const { data, error, isLoading, isPlaceholderData, refetch } = useQuery({
    ...buildQueryOptions(getIncome, { query }),
    placeholderData: keepPreviousData,
    enabled: maySeeClients,
  })
  const scopeText = useScopeContext()
  const params = new URLSearchParams(query as Record<string, string>)
  const maySeeGoals = usePermission('bt_Objetivos', 'view')
  const goalHref = maySeeGoals ? buildGoalHref(choice.of, choice.view) : null
  const save = (): void => startExport(exportIncome, { query: { ...query, format: 'xlsx' } }, `${t('title')}.xlsx`)
  return (
    <div className={figures.screen} aria-busy={isPlaceholderData}>
      <PageHead
        title={t('title')}
        context={
          data
            ? t('context', { who: scopeText(data.scope), year: data.year, day: format.date(data.through) })
            : '\u00a0'
        }
        action={
          <Button variant="default" leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
            {t('figures:print')}
          </Button>
        }
      >
        <div className={bar.choice}>
          <FigurePersonPicker choice={choice} onChoose={choose} />
        </div>
      </PageHead>
      {!maySeeClients && <EmptyState title={t('figures:none')} hint={t('figures:noneHint')} />}
      {isLoading && <RecordSkeleton label={t('list:loading')} tiles={4} />}
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && !error && (
        <>
          <IncomeTiles income={data} params={params} goalHref={goalHref} />
          <IncomeTable income={data} params={params} goalHref={goalHref} onExport={mayExport ? save : undefined} />
          <IncomeProjection income={data} params={params} />
        </>
      )}
      <div className={classes.beside}>
        {maySeeAgenda && <AgendaSection today={today} />}
        <TeamInbox today={today} />
      </div>
    </div>
  )
}

import { Button } from '@mantine/core'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import { changeGroupings } from '#contract/firm-panel/tiles.ts'
import { exportPanelChange, getPanelChange } from '#contract/firm-panel.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { usePermission, useSession } from '#web/core/session.ts'
import { useAddress } from '#web/core/use-address.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import bar from '#web/domain/figures/figure-choice.module.css'
import { isDay, toPersonQuery, useFigureChoice } from '#web/domain/figures/figure-choice.ts'
import { FigureDays, FigurePersonPicker } from '#web/domain/figures/figure-choice-bar.tsx'
import figures from '#web/domain/figures/figures.module.css'
import { useScopeContext } from '#web/domain/figures/scope-context.ts'
import { ChoiceButtons } from '#web/ui/choice-buttons.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { startExport } from '#web/ui/export/export-jobs.ts'
import { PageHead } from '#web/ui/page-head.tsx'
import { RecordSkeleton } from '#web/ui/record-cards.tsx'
import { Section } from '#web/ui/section.tsx'
import { ChangeLines, ChangeSummary, findGrowth, subtractAmounts } from './change-table.tsx'
import classes from './firm-panel.module.css'
import { buildFigureHref, getMonthEndBefore, getMonthsBefore, getYearEndBefore } from './panel-address.ts'
import { usePanelValues } from './panel-value.ts'

type Change = ResponseBody<typeof getPanelChange>

const presets = {
  month: (today: string) => getMonthsBefore(today, 1),
  monthEnd: getMonthEndBefore,
  year: (today: string) => getMonthsBefore(today, 12),
  yearEnd: getYearEndBefore,
} as const
const presetKeys = Object.keys(presets) as (keyof typeof presets)[]

/** Balance and capital on both days, and by how much they changed. */
const ChangeFacts = ({ change, params }: { change: Change; params: URLSearchParams }) => {
  const { t } = useTranslation('firm-panel')
  const format = useFormatters()
  const { showChange } = usePanelValues()
  const mayOpen = usePermission('bt_Dashboard1', 'view')
  const rowsOf = (figure: string, day: string) => buildFigureHref(figure, { from: day, to: day }, params)
  const capital = {
    opening: change.capital.opening,
    closing: change.capital.closing,
    change: subtractAmounts(change.capital.closing, change.capital.opening),
  }
  const facts = [
    { figure: 'balance', name: t('closing'), ...change.total },
    { figure: 'totalCapital', name: t('capitalOf'), ...capital },
  ]
  return (
    <ul className={figures.tiles}>
      {facts.map(({ figure, name, opening, closing, change: difference }) => (
        <li key={name} className={classes.tile}>
          <div className={figures.tileHead}>
            <span className={figures.name}>{name}</span>
            <span className={figures.moment}>{format.date(change.to)}</span>
          </div>
          {mayOpen ? (
            <Link className={figures.value} to={rowsOf(figure, change.to)}>
              {format.money(closing)}
            </Link>
          ) : (
            <span className={figures.value}>{format.money(closing)}</span>
          )}
          <dl className={figures.compared}>
            <dt>{format.date(change.from)}</dt>
            <dd>
              {mayOpen ? <Link to={rowsOf(figure, change.from)}>{format.money(opening)}</Link> : format.money(opening)}
            </dd>
            <dt>{t('change')}</dt>
            <dd>
              {showChange('capital', { change: difference, percent: findGrowth({ opening, change: difference }) })}
            </dd>
          </dl>
        </li>
      ))}
    </ul>
  )
}

/** How the balance of a day came from that of another: flow by flow, by product and manager, down to the rows. */
export default function PanelChangeScreen() {
  const { t } = useTranslation(['firm-panel', 'list'])
  const format = useFormatters()
  const today = useSession((state) => state.session?.businessDate) ?? ''
  const mayExport = usePermission('bt_PanelDireccion', 'export')
  const { choice, choose } = useFigureChoice()
  const [params, change] = useAddress()
  const given = { from: params.get('from'), to: params.get('to') }
  const to = isDay(given.to) ? given.to : today
  const from = isDay(given.from) ? given.from : getMonthsBefore(to, 1)
  const by = changeGroupings.find((known) => known === params.get('by')) ?? 'productManager'
  const person = toPersonQuery(choice)
  const isInOrder = from < to && to <= today
  const query = { ...person, from, to, by }
  const { data, error, isLoading, isPlaceholderData, refetch } = useQuery({
    ...buildQueryOptions(getPanelChange, { query }),
    placeholderData: keepPreviousData,
    enabled: isInOrder,
  })
  const scopeText = useScopeContext()
  const setDays = (days: { from: string; to: string }): void =>
    change((next) => {
      next.set('from', days.from)
      next.set('to', days.to)
    })
  const save = (): void =>
    startExport(exportPanelChange, { query: { ...query, format: 'xlsx' } }, `${t('changeTitle')}.xlsx`)
  const personParams = new URLSearchParams(person as Record<string, string>)
  const isShown = isInOrder && data && !error
  return (
    <div className={figures.screen} aria-busy={isPlaceholderData}>
      <PageHead
        title={t('changeTitle')}
        hasLongContext
        context={
          data
            ? t('changeContext', { who: scopeText(data.scope), from: format.date(data.from), to: format.date(data.to) })
            : '\u00a0'
        }
        action={
          <div className={classes.tools}>
            <Button component={Link} to={`/crm/PanelDireccion?${personParams}`} variant="default">
              {t('back')}
            </Button>
            {mayExport && (
              <Button
                variant="default"
                leftSection={<IconDownload size={16} aria-hidden />}
                disabled={!isShown}
                onClick={save}
              >
                {t('list:export.xlsx')}
              </Button>
            )}
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
          <FigureDays
            key={`${from} ${to}`}
            choice={{ ...choice, from, to }}
            onChoose={(days) => days.from && days.to && setDays({ from: days.from, to: days.to })}
          />
          <ChoiceButtons
            label={t('presets.label')}
            options={presetKeys.map((value) => ({ value, label: t(`presets.${value}`) }))}
            value={presetKeys.find((key) => to === today && presets[key](today) === from) ?? null}
            onPick={(key) => setDays({ from: presets[key](today), to: today })}
          />
          <FigurePersonPicker choice={choice} onChoose={choose} />
        </div>
      </PageHead>
      {!isInOrder && <EmptyState title={t('wrongDays')} hint={t('noChangeHint')} />}
      {isInOrder && isLoading && <RecordSkeleton label={t('list:loading')} tiles={2} />}
      {isInOrder && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {isShown && data.lines.length === 0 && <EmptyState title={t('noChange')} hint={t('noChangeHint')} />}
      {isShown && data.lines.length > 0 && (
        <>
          <ChangeFacts change={data} params={personParams} />
          <Section title={t('summary')} description={t('changeLead')}>
            <ChangeSummary change={data} params={personParams} />
          </Section>
          <Section
            title={t('contributors')}
            description={t('contributorsLead')}
            state={
              <ChoiceButtons
                label={t('by.label')}
                options={changeGroupings.map((value) => ({ value, label: t(`by.${value}`) }))}
                value={by}
                onPick={(value) => change((next) => next.set('by', value))}
              />
            }
          >
            <ChangeLines change={data} by={by} params={personParams} />
          </Section>
        </>
      )}
    </div>
  )
}

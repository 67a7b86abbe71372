import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { flowParts } from '#contract/figures/keys.ts'
import { exportFigureGroups, type FigureGroup, getFigureGroups } from '#contract/figures.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { type FigureChoice, toFigureParams, toFigureQuery } from '#web/domain/figures/figure-choice.ts'
import { findMonthEnd, listFigureMonths } from '#web/domain/figures/figure-months.ts'
import classes from '#web/domain/figures/figures.module.css'
import tables from '#web/domain/numbers-table.module.css'
import { renderTableAmount } from '#web/domain/table-amount.tsx'
import { Chart } from '#web/ui/chart/chart.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { startExport } from '#web/ui/export/export-jobs.ts'
import { ScrollFrame } from '#web/ui/scroll-frame.tsx'
import { Section } from '#web/ui/section.tsx'

type MonthFlows = { month: string; in: string; out: string; net: string; parts: ReadonlyMap<string, FigureGroup> }

const sumMonth = (month: string, groups: readonly FigureGroup[]): MonthFlows => {
  const own = groups.filter((group) => group.month === month)
  const sum = (keep: (cents: bigint) => boolean): bigint =>
    own
      .map(({ amount }) => toCents(amount ?? '0.00'))
      .filter(keep)
      .reduce((total, cents) => total + cents, 0n)
  return {
    month,
    in: centsToAmount(sum((cents) => cents > 0n)),
    out: centsToAmount(sum((cents) => cents < 0n)),
    net: centsToAmount(sum(() => true)),
    parts: new Map(own.map((group) => [group.part, group])),
  }
}

type TableProps = { months: readonly MonthFlows[]; params: URLSearchParams; today: string }

/** Each amount opens its journals. */
const FlowTable = ({ months, params, today }: TableProps) => {
  const { t } = useTranslation('figures')
  const format = useFormatters()
  const parts = flowParts.filter((part) => months.some((month) => month.parts.has(part)))
  const buildHref = (month: string, part?: string): string => {
    const query = new URLSearchParams(params)
    query.set('range', 'custom')
    query.set('from', month)
    query.set('to', findMonthEnd(month, today))
    if (part) query.set('part', part)
    return `/crm/cifras/flows?${query}`
  }
  return (
    <ScrollFrame label={t('monthly.title')}>
      <table className={tables.numbers}>
        <thead>
          <tr>
            <th scope="col">{t('month')}</th>
            {parts.map((part) => (
              <th key={part} scope="col">
                {t(`parts.${part}`)}
              </th>
            ))}
            <th scope="col">{t('monthly.net')}</th>
          </tr>
        </thead>
        <tbody>
          {months.toReversed().map(({ month, net, parts: flows }) => (
            <tr key={month}>
              <th scope="row">{format.month(month)}</th>
              {parts.map((part) => {
                const flow = flows.get(part)
                return (
                  <td key={part}>
                    {flow ? (
                      <Link to={buildHref(month, part)}>{renderTableAmount(format, flow.amount ?? '0.00')}</Link>
                    ) : (
                      '–'
                    )}
                  </td>
                )
              })}
              <td>
                <Link to={buildHref(month)}>{renderTableAmount(format, net)}</Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  )
}

/** What came in and went out month by month, for two years or the months of the range, by kind of journal. */
export const MonthlyMovements = ({ choice, today }: { choice: FigureChoice; today: string }) => {
  const { t } = useTranslation(['figures', 'list'])
  const format = useFormatters()
  const mayExport = usePermission('bt_Dashboard1', 'export')
  const names = listFigureMonths(choice, today)
  const shown: FigureChoice = {
    ...choice,
    range: 'custom',
    from: names[0]!,
    to: findMonthEnd(names.at(-1)!, today),
  }
  const query = { ...toFigureQuery(shown), by: 'month' } as const
  const params = { figure: 'flows' } as const
  const { data, error, refetch } = useQuery({
    ...buildQueryOptions(getFigureGroups, { params, query }),
    placeholderData: keepPreviousData,
  })
  const months = data && names.map((month) => sumMonth(month, data.groups))
  const save = (): void =>
    startExport(exportFigureGroups, { params, query: { ...query, format: 'xlsx' } }, `${t('monthly.title')}.xlsx`)
  return (
    <Section title={t('monthly.title')}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !months && <div className={classes.skeleton} role="status" aria-label={t('list:loading')} />}
      {!error && data && data.groups.length === 0 && <p className={classes.moment}>{t('monthly.none')}</p>}
      {!error && months && data.groups.length > 0 && (
        <>
          <Chart
            title={t('monthly.chart')}
            pointHeading={t('month')}
            points={months.map(({ month }, position) => ({
              position,
              label: `${month.slice(5, 7)}/${month.slice(2, 4)}`,
            }))}
            series={(['in', 'out', 'net'] as const).map((key, color) => ({
              key,
              name: t(`monthly.${key}`),
              color,
              values: months.map((month) => month[key]),
            }))}
            format={(value) => format.money(value)}
            {...(mayExport && { onExport: save })}
          />
          <FlowTable months={months} params={toFigureParams(choice)} today={today} />
        </>
      )}
    </Section>
  )
}

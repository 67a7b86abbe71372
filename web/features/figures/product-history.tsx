import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { flowParts } from '#contract/figures/keys.ts'
import { exportProductHistory, getProductHistory, type HistoryMonth } from '#contract/figures.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { renderAmount } from '#web/domain/amount.tsx'
import { getProductColor } from '#web/domain/product-color.ts'
import { Chart } from '#web/ui/chart/chart.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { startExport } from '#web/ui/export/export-jobs.ts'
import { ScrollFrame } from '#web/ui/scroll-frame.tsx'
import { Section } from '#web/ui/section.tsx'
import { type FigureChoice, toFigureParams, toFigureQuery } from './figure-choice.ts'
import classes from './figures.module.css'

type TableProps = { months: readonly HistoryMonth[]; params: URLSearchParams }

/** The newest month first, each product a row. */
const HistoryTable = ({ months, params }: TableProps) => {
  const { t } = useTranslation('figures')
  const format = useFormatters()
  const parts = flowParts.filter((part) => months.some(({ flows }) => flows.some((flow) => flow.part === part)))
  const buildHref = (figure: 'flows' | 'balance', { month, through, product }: HistoryMonth, part?: string): string => {
    const query = new URLSearchParams(params)
    query.set('range', 'custom')
    query.set('from', figure === 'balance' ? through : month)
    query.set('to', through)
    query.set('product', product.id)
    if (part) query.set('part', part)
    return `/crm/cifras/${figure}?${query}`
  }
  return (
    <ScrollFrame label={t('history.title')}>
      <table className={classes.numbers}>
        <thead>
          <tr>
            <th scope="col">{t('month')}</th>
            <th scope="col">{t('rows.product')}</th>
            <th scope="col">{t('opening')}</th>
            {parts.map((part) => (
              <th key={part} scope="col">
                {t(`parts.${part}`)}
              </th>
            ))}
            <th scope="col">{t('others')}</th>
            <th scope="col">{t('closing')}</th>
          </tr>
        </thead>
        <tbody>
          {months.toReversed().map((line) => (
            <tr key={`${line.month} ${line.product.id}`}>
              <th scope="row">{format.month(line.month)}</th>
              <td data-text>{line.product.name}</td>
              <td>{renderAmount(format, line.opening)}</td>
              {parts.map((part) => {
                const flow = line.flows.find((one) => one.part === part)
                return (
                  <td key={part}>
                    {flow ? <Link to={buildHref('flows', line, part)}>{renderAmount(format, flow.amount)}</Link> : '–'}
                  </td>
                )
              })}
              <td>{line.others === '0.00' ? '–' : renderAmount(format, line.others)}</td>
              <td>
                <Link to={buildHref('balance', line)}>{renderAmount(format, line.closing)}</Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  )
}

const HistoryChart = ({
  months,
  onExport,
}: {
  months: readonly HistoryMonth[]
  onExport: (() => void) | undefined
}) => {
  const { t } = useTranslation('figures')
  const format = useFormatters()
  const names = [...new Set(months.map(({ month }) => month))]
  const products = new Map(months.map(({ product }) => [product.id, product.name]))
  return (
    <Chart
      title={t('history.chart')}
      pointHeading={t('month')}
      points={names.map((month, position) => ({ position, label: `${month.slice(5, 7)}/${month.slice(2, 4)}` }))}
      series={[...products].map(([id, name]) => ({
        key: id,
        name,
        color: getProductColor(id),
        values: names.map(
          (month) => months.find((one) => one.month === month && one.product.id === id)?.closing ?? null,
        ),
      }))}
      format={(value) => format.money(value)}
      onExport={onExport}
    />
  )
}

/** How the money of each product came to be what it is: opening, flows and closing of each month. */
export const ProductHistory = ({ choice }: { choice: FigureChoice }) => {
  const { t } = useTranslation(['figures', 'list'])
  const mayExport = usePermission('bt_Dashboard1', 'export')
  const query = toFigureQuery(choice)
  const { data, error, refetch } = useQuery({
    ...buildQueryOptions(getProductHistory, { query }),
    placeholderData: keepPreviousData,
  })
  const save = (): void =>
    startExport(exportProductHistory, { query: { ...query, format: 'xlsx' } }, `${t('history.title')}.xlsx`)
  return (
    <Section title={t('history.title')}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <div className={classes.bones} role="status" aria-label={t('list:loading')} />}
      {!error && data && data.months.length === 0 && <p className={classes.moment}>{t('history.none')}</p>}
      {!error && data && data.months.length > 0 && (
        <>
          <HistoryChart months={data.months} onExport={mayExport ? save : undefined} />
          <HistoryTable months={data.months} params={toFigureParams(choice)} />
        </>
      )}
    </Section>
  )
}

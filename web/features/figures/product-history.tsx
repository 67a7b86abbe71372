import { NativeSelect } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { flowParts } from '#contract/figures/keys.ts'
import { exportProductHistory, getProductHistory, type ProductHistoryMonth } from '#contract/figures.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { type FigureChoice, toFigureParams, toFigureQuery } from '#web/domain/figures/figure-choice.ts'
import classes from '#web/domain/figures/figures.module.css'
import tables from '#web/domain/numbers-table.module.css'
import { getProductColor } from '#web/domain/product-color.ts'
import { renderTableAmount } from '#web/domain/table-amount.tsx'
import { Chart } from '#web/ui/chart/chart.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { startExport } from '#web/ui/export/export-jobs.ts'
import { ScrollFrame } from '#web/ui/scroll-frame.tsx'
import { Section } from '#web/ui/section.tsx'
import { buildClosingSeries, buildHistoryLines, type HistoryLine } from './history-lines.ts'

type TableProps = { lines: readonly HistoryLine[]; productId: string | null; params: URLSearchParams }

/** The newest month first; each amount opens its rows. */
const HistoryTable = ({ lines, productId, params }: TableProps) => {
  const { t } = useTranslation('figures')
  const format = useFormatters()
  const parts = flowParts.filter((part) => lines.some(({ flows }) => flows.some((flow) => flow.part === part)))
  const buildHref = (figure: 'flows' | 'balance', { month, through }: HistoryLine, part?: string): string => {
    const query = new URLSearchParams(params)
    query.set('range', 'custom')
    query.set('from', figure === 'balance' ? through : month)
    query.set('to', through)
    if (productId) query.set('product', productId)
    if (part) query.set('part', part)
    return `/crm/cifras/${figure}?${query}`
  }
  return (
    <ScrollFrame label={t('history.title')}>
      <table className={tables.numbers}>
        <thead>
          <tr>
            <th scope="col">{t('month')}</th>
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
          {lines.toReversed().map((line) => (
            <tr key={line.month}>
              <th scope="row">{format.month(line.month)}</th>
              <td>{renderTableAmount(format, line.opening)}</td>
              {parts.map((part) => {
                const flow = line.flows.find((one) => one.part === part)
                return (
                  <td key={part}>
                    {flow ? (
                      <Link to={buildHref('flows', line, part)}>{renderTableAmount(format, flow.amount)}</Link>
                    ) : (
                      '–'
                    )}
                  </td>
                )
              })}
              <td>{renderTableAmount(format, line.others)}</td>
              <td>
                <Link to={buildHref('balance', line)}>{renderTableAmount(format, line.closing)}</Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  )
}

type PartProps = {
  months: readonly ProductHistoryMonth[]
  productId: string | null
  onExport: (() => void) | undefined
}

const HistoryChart = ({ months, productId, onExport }: PartProps) => {
  const { t } = useTranslation('figures')
  const format = useFormatters()
  const names = [...new Set(months.map(({ month }) => month))]
  return (
    <Chart
      title={t('history.chart')}
      pointHeading={t('month')}
      points={names.map((month, position) => ({ position, label: `${month.slice(5, 7)}/${month.slice(2, 4)}` }))}
      series={buildClosingSeries(months, names, productId).map(({ id, name, values }) => ({
        key: id ?? 'rest',
        name: name ?? t('history.rest'),
        color: id === null ? 5 : getProductColor(id),
        values,
      }))}
      format={(value) => format.money(value)}
      onExport={onExport}
    />
  )
}

/** How the money of each product came to be what it is: opening, flows and closing of each month. */
export const ProductHistory = ({ choice }: { choice: FigureChoice }) => {
  const { t } = useTranslation(['figures', 'list'])
  const [productId, setProductId] = useState<string | null>(null)
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
      {!error && !data && <div className={classes.skeleton} role="status" aria-label={t('list:loading')} />}
      {!error && data && data.months.length === 0 && <p className={classes.moment}>{t('history.none')}</p>}
      {!error && data && data.months.length > 0 && (
        <>
          <NativeSelect
            className={classes.select!}
            label={t('history.product')}
            value={productId ?? ''}
            data={[
              { value: '', label: t('history.all') },
              ...[...new Map(data.months.map(({ product }) => [product.id, product.name]))]
                .map(([value, label]) => ({ value, label }))
                .sort((one, other) => (one.label < other.label ? -1 : 1)),
            ]}
            onChange={({ currentTarget }) => setProductId(currentTarget.value || null)}
          />
          <HistoryChart months={data.months} productId={productId} onExport={mayExport ? save : undefined} />
          <HistoryTable
            lines={buildHistoryLines(data.months, productId)}
            productId={productId}
            params={toFigureParams(choice)}
          />
        </>
      )}
    </Section>
  )
}

import { Link } from 'react-router'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import type { getIncome, IncomeMonth } from '#contract/income-dashboard.ts'
import { incomeColumns } from '#contract/income-dashboard.ts'
import { useFormatters } from '#web/core/format.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import tables from '#web/domain/numbers-table.module.css'
import { renderTableAmount } from '#web/domain/table-amount.tsx'
import { Chart } from '#web/ui/chart/chart.tsx'
import { ScrollFrame } from '#web/ui/scroll-frame.tsx'
import { Section } from '#web/ui/section.tsx'
import { addUpMonths, incomeSeries, sumMonths } from './income-lines.ts'

export type Income = ResponseBody<typeof getIncome>
type Props = { income: Income; params: URLSearchParams; onExport: (() => void) | undefined }

type Column = Exclude<(typeof incomeColumns)[number], 'month'>
const amountColumns = incomeColumns.filter((column): column is Column => column !== 'month')

/** Each month with where its rows are: the contributions, and the month of captation. */
const MonthTable = ({ income, params }: Omit<Props, 'onExport'>) => {
  const { t } = useTranslation('income-dashboard')
  const format = useFormatters()
  const mayOpenFigures = usePermission('bt_Dashboard1', 'view')
  const mayOpenMonth = usePermission('bt_Mes', 'view')
  const findHref = ({ month, through }: IncomeMonth, column: Column): string | null => {
    if (column === 'in' && mayOpenFigures) {
      const query = new URLSearchParams([
        ['range', 'custom'],
        ['from', month],
        ['to', through],
        ['part', 'contribution'],
        ...params,
      ])
      return `/crm/cifras/flows?${query}`
    }
    const year = column === 'lastYear' ? income.year - 1 : income.year
    if ((column === 'achieved' || column === 'lastYear') && mayOpenMonth)
      return `/crm/mes?${new URLSearchParams([...params, ['month', `${year}${month.slice(4, 7)}`]])}`
    return null
  }
  return (
    <ScrollFrame label={t('income')}>
      <table className={tables.numbers}>
        <thead>
          <tr>
            <th scope="col">{t('fields.month')}</th>
            {amountColumns.map((column) => (
              <th key={column} scope="col">
                {t(`fields.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {income.months.map((line) => (
            <tr key={line.month}>
              <th scope="row">
                {format.month(line.month)}
                {line.through === income.through && ` (${t('partial')})`}
              </th>
              {amountColumns.map((column) => {
                const amount = line[column]
                const href = findHref(line, column)
                if (amount === null) return <td key={column}>–</td>
                const shown = renderTableAmount(format, amount)
                return <td key={column}>{href && amount !== '0.00' ? <Link to={href}>{shown}</Link> : shown}</td>
              })}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('total')}</th>
            {amountColumns.map((column) => {
              const sum = sumMonths(income.months, column)
              return <td key={column}>{sum === null ? '–' : renderTableAmount(format, sum)}</td>
            })}
          </tr>
        </tfoot>
      </table>
    </ScrollFrame>
  )
}

/** What came in month by month, against the goal, its projection and the year before. */
export const IncomeTable = ({ income, params, onExport }: Props) => {
  const { t } = useTranslation('income-dashboard')
  const format = useFormatters()
  const series = incomeSeries.filter((key) => key !== 'goal' || income.goal !== null)
  return (
    <Section title={t('income')} description={t('lead', { measure: t(`measures.${income.measure}`) })}>
      <Chart
        title={t('chart')}
        pointHeading={t('fields.month')}
        points={income.months.map(({ month }, position) => ({ position, label: month.slice(5, 7) }))}
        series={series.map((key, color) => ({
          key,
          name: t(`fields.${key}`),
          color,
          values: addUpMonths(income.months, key),
        }))}
        format={(value) => format.money(value)}
        onExport={onExport}
      />
      <MonthTable income={income} params={params} />
    </Section>
  )
}

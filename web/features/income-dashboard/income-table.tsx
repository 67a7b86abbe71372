import type { ResponseBody } from '#contract/core/endpoint.ts'
import { goalFigures } from '#contract/figures/keys.ts'
import type { getIncome, IncomeMonth } from '#contract/income-dashboard.ts'
import { incomeColumns } from '#contract/income-dashboard.ts'
import { useFormatters } from '#web/core/format.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { renderLinkedAmount } from '#web/domain/linked-value.tsx'
import tables from '#web/domain/numbers-table.module.css'
import { Chart } from '#web/ui/chart/chart.tsx'
import { ScrollFrame } from '#web/ui/scroll-frame.tsx'
import { Section } from '#web/ui/section.tsx'
import { addUpMonths, incomeSeries, sumMonths } from './income-lines.ts'

export type Income = ResponseBody<typeof getIncome>
type Props = {
  income: Income
  params: URLSearchParams
  /** Where the goal is; null for whom it isn't to see. */
  goalHref: string | null
  onExport: (() => void) | undefined
}

type Column = Exclude<(typeof incomeColumns)[number], 'month'>
const amountColumns = incomeColumns.filter((column): column is Column => column !== 'month')

/** Each month with where its rows are: the contributions, the month of captation, which projects it too, and the goal. */
const MonthTable = ({ income, params, goalHref }: Omit<Props, 'onExport'>) => {
  const { t } = useTranslation('income-dashboard')
  const format = useFormatters()
  const mayOpenFigures = usePermission('bt_Dashboard1', 'view')
  const mayOpenMonth = usePermission('bt_Mes', 'view')
  const figureHref = (figure: string, days: { from: string; to: string }, part?: string): string | null => {
    if (!mayOpenFigures) return null
    const query = new URLSearchParams([['range', 'custom'], ...Object.entries(days), ...params])
    if (part) query.set('part', part)
    return `/crm/cifras/${figure}?${query}`
  }
  const monthHref = (month: string): string | null =>
    mayOpenMonth ? `/crm/mes?${new URLSearchParams([...params, ['month', month]])}` : null
  const findHref = ({ month, through }: IncomeMonth, column: Column): string | null => {
    if (column === 'in') return figureHref('flows', { from: month, to: through }, 'contribution')
    if (column === 'goal') return goalHref
    return monthHref(`${column === 'lastYear' ? income.year - 1 : income.year}${month.slice(4, 7)}`)
  }
  const captation = goalFigures[income.measure]
  const { year, through } = income
  const totalHrefs: Record<Column, string | null> = {
    in: figureHref('flows', { from: `${year}-01-01`, to: through }, 'contribution'),
    achieved: figureHref(captation, { from: `${year}-01-01`, to: through }),
    goal: goalHref,
    projected: monthHref(through.slice(0, 7)),
    lastYear: figureHref(captation, { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` }),
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
              {amountColumns.map((column) => (
                <td key={column}>{renderLinkedAmount(format, line[column], findHref(line, column))}</td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('total')}</th>
            {amountColumns.map((column) => (
              <td key={column}>{renderLinkedAmount(format, sumMonths(income.months, column), totalHrefs[column])}</td>
            ))}
          </tr>
        </tfoot>
      </table>
    </ScrollFrame>
  )
}

/** What came in month by month, against the goal, its projection and the year before. */
export const IncomeTable = ({ income, params, goalHref, onExport }: Props) => {
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
      <MonthTable income={income} params={params} goalHref={goalHref} />
    </Section>
  )
}

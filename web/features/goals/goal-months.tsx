import { Link } from 'react-router'
import type { Goal, GoalMonth } from '#contract/goals.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import { useFormatters } from '#web/core/format.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import tables from '#web/domain/numbers-table.module.css'
import { renderTableAmount } from '#web/domain/table-amount.tsx'
import { Chart } from '#web/ui/chart/chart.tsx'
import { ScrollFrame } from '#web/ui/scroll-frame.tsx'
import { Section } from '#web/ui/section.tsx'

const accumulate = (amounts: readonly string[]): string[] => {
  let sum = 0n
  return amounts.map((amount) => {
    sum += toCents(amount)
    return centsToAmount(sum)
  })
}

const sumMonths = (months: readonly GoalMonth[], key: 'goal' | 'gross' | 'out' | 'achieved'): string =>
  centsToAmount(months.reduce((sum, month) => sum + toCents(month[key] ?? '0.00'), 0n))

const subtract = (achieved: string, goal: string): string => centsToAmount(toCents(achieved) - toCents(goal))

/** Each month's captation opens its rows. */
const MonthsTable = ({ goal: { months, through, employee, kind, amount } }: { goal: Goal }) => {
  const { t } = useTranslation('goals')
  const format = useFormatters()
  const mayOpen = usePermission('bt_Mes', 'view')
  const buildHref = (month: string): string =>
    `/crm/mes?${new URLSearchParams({ month: month.slice(0, 7), of: employee.id, view: kind })}`
  const renderGoalCells = (goal: string, achieved: string) => (
    <>
      <td>{amount === null ? '–' : renderTableAmount(format, goal)}</td>
      <td>{amount === null ? '–' : renderTableAmount(format, subtract(achieved, goal))}</td>
    </>
  )
  return (
    <ScrollFrame label={t('months.title')}>
      <table className={tables.numbers}>
        <thead>
          <tr>
            {(['month', 'gross', 'out', 'achieved', 'goal', 'difference'] as const).map((key) => (
              <th key={key} scope="col">
                {t(`months.${key}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, goal, gross, out, achieved }) => (
            <tr key={month}>
              <th scope="row">{format.month(month)}</th>
              {month > through ? (
                <>
                  <td>–</td>
                  <td>–</td>
                  <td>–</td>
                  <td>{goal === null ? '–' : renderTableAmount(format, goal)}</td>
                  <td>–</td>
                </>
              ) : (
                <>
                  <td>{renderTableAmount(format, gross)}</td>
                  <td>{renderTableAmount(format, out)}</td>
                  <td>
                    {mayOpen ? (
                      <Link to={buildHref(month)}>{renderTableAmount(format, achieved)}</Link>
                    ) : (
                      renderTableAmount(format, achieved)
                    )}
                  </td>
                  {renderGoalCells(goal ?? '0.00', achieved)}
                </>
              )}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('months.total')}</th>
            {(['gross', 'out', 'achieved'] as const).map((key) => (
              <td key={key}>{renderTableAmount(format, sumMonths(months, key))}</td>
            ))}
            {renderGoalCells(sumMonths(months, 'goal'), sumMonths(months, 'achieved'))}
          </tr>
        </tfoot>
      </table>
    </ScrollFrame>
  )
}

/** The year month by month, cumulative as a chart and one by one in a table. */
export const GoalMonths = ({ goal }: { goal: Goal }) => {
  const { t } = useTranslation('goals')
  const format = useFormatters()
  const { months, through, year, measure, amount } = goal
  const achieved = accumulate(months.map((month) => month.achieved))
  const goals = accumulate(months.map((month) => month.goal ?? '0.00'))
  return (
    <Section title={t('months.title')} description={t('months.lead', { measure: t(`measures.${measure}`) })}>
      {(amount !== null || Number(achieved.at(-1)) !== 0) && (
        <Chart
          title={t('chart', { year })}
          pointHeading={t('months.month')}
          points={months.map(({ month }, position) => ({
            position,
            label: `${month.slice(5, 7)}/${month.slice(2, 4)}`,
          }))}
          series={[
            {
              key: 'achieved',
              name: t('series.achieved'),
              color: 0,
              values: achieved.map((sum, at) => (months[at]!.month <= through ? sum : null)),
            },
            ...(amount === null ? [] : [{ key: 'goal', name: t('series.goal'), color: 1, values: goals }]),
          ]}
          format={(value) => format.money(value)}
        />
      )}
      <MonthsTable goal={goal} />
    </Section>
  )
}

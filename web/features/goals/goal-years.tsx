import { Link } from 'react-router'
import type { Goal } from '#contract/goals.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import tables from '#web/domain/numbers-table.module.css'
import { renderTableAmount } from '#web/domain/table-amount.tsx'
import { ScrollFrame } from '#web/ui/scroll-frame.tsx'
import { Section } from '#web/ui/section.tsx'

/** The years before, each of which opens. */
export const GoalYears = ({ goal: { years, kind } }: { goal: Goal }) => {
  const { t } = useTranslation('goals')
  const format = useFormatters()
  return (
    <Section title={t('years.title')}>
      {years.length === 0 && <p>{t('years.none')}</p>}
      {years.length > 0 && (
        <ScrollFrame label={t('years.title')}>
          <table className={tables.numbers}>
            <thead>
              <tr>
                <th scope="col">{t('years.year')}</th>
                <th scope="col">{t('fields.amount')}</th>
                <th scope="col">{t('fields.achieved')}</th>
                <th scope="col">{t('fields.achievement')}</th>
              </tr>
            </thead>
            <tbody>
              {years.map(({ year, amount, achieved, achievement }) => (
                <tr key={year}>
                  <th scope="row">
                    <Link to={`?${new URLSearchParams({ year: String(year), kind })}`}>{year}</Link>
                  </th>
                  <td>{amount === null ? '–' : renderTableAmount(format, amount)}</td>
                  <td>{renderTableAmount(format, achieved)}</td>
                  <td>{achievement === null ? '–' : format.percent(achievement)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollFrame>
      )}
    </Section>
  )
}

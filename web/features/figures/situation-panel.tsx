import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getSituation, type Situation } from '#contract/figures.ts'
import { shiftDay } from '#rules/calendar.ts'
import type { DayRange } from '#rules/figure-period.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { type FigureChoice, toFigureParams, toFigureQuery } from '#web/domain/figures/figure-choice.ts'
import classes from '#web/domain/figures/figures.module.css'
import { renderLinkedAmount } from '#web/domain/linked-value.tsx'
import tables from '#web/domain/numbers-table.module.css'
import { ErrorState } from '#web/ui/error-state.tsx'
import { ScrollFrame } from '#web/ui/scroll-frame.tsx'
import { Section } from '#web/ui/section.tsx'

type Line = Situation['lines'][number]

type TableProps = {
  situation: Situation
  /** Both in: the opening is that of the eve. */
  days: DayRange
  params: URLSearchParams
  isOpening: boolean
}

/** Opening, every flow, closing; each opens its rows for whom they are to see. */
export const SituationTable = ({ situation, days, params, isOpening }: TableProps) => {
  const { t } = useTranslation('figures')
  const format = useFormatters()
  const findHref = (figure: string, changes: Record<string, string>): string | null => {
    if (!isOpening) return null
    const query = new URLSearchParams(params)
    for (const [name, value] of Object.entries(changes)) query.set(name, value)
    return `/crm/cifras/${figure}?${query}`
  }
  const renderBalance = (amount: string, day: string) =>
    renderLinkedAmount(format, amount, findHref('balance', { range: 'custom', from: day, to: day }))
  const nameOf = ({ figure, part }: Line): string => t(part ? `parts.${part}` : `figures.${figure}`)
  return (
    <ScrollFrame label={t('situation')}>
      <table className={tables.numbers}>
        <tbody>
          <tr>
            <th scope="row">{t('opening')}</th>
            <td data-aside />
            <td>{renderBalance(situation.opening, shiftDay(days.from, -1))}</td>
          </tr>
          {situation.lines
            .filter(({ amount }) => amount !== '0.00')
            .map((line) => (
              <tr key={`${line.figure} ${line.part}`}>
                <th scope="row">{nameOf(line)}</th>
                <td data-aside>{line.count !== null && format.number(line.count)}</td>
                <td>
                  {renderLinkedAmount(format, line.amount, findHref(line.figure, line.part ? { part: line.part } : {}))}
                </td>
              </tr>
            ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('closing')}</th>
            <td data-aside />
            <td>{renderBalance(situation.closing, days.to)}</td>
          </tr>
        </tfoot>
      </table>
    </ScrollFrame>
  )
}

type PanelProps = { choice: FigureChoice; narrowing: { product?: string; manager?: string } }

/** How the balance of the last day came from that of the eve of the first one: every flow, each opened down to its rows. */
export const SituationPanel = ({ choice, narrowing }: PanelProps) => {
  const { t } = useTranslation(['figures', 'list'])
  const { data, error, refetch } = useQuery({
    ...buildQueryOptions(getSituation, { query: { ...toFigureQuery(choice), ...narrowing } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Section title={t('situation')} description={t('situationLead')}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <div className={classes.skeleton} role="status" aria-label={t('list:loading')} />}
      {!error && data && (
        <SituationTable
          situation={data.situation}
          days={data.period}
          params={new URLSearchParams([...toFigureParams(choice), ...Object.entries(narrowing)])}
          isOpening
        />
      )}
    </Section>
  )
}

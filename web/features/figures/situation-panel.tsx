import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { getSituation, type Situation } from '#contract/figures.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Section } from '#web/ui/section.tsx'
import { type FigureChoice, toFigureParams, toFigureQuery } from './figure-choice.ts'
import { renderTableAmount } from './figure-value.tsx'
import classes from './figures.module.css'

type Line = Situation['lines'][number]

/** How the balance of the last day came from that of the eve of the first one: every flow, each opened down to its rows. */
export const SituationPanel = ({ choice }: { choice: FigureChoice }) => {
  const { t } = useTranslation(['figures', 'list'])
  const format = useFormatters()
  const { data, error, refetch } = useQuery({
    ...buildQueryOptions(getSituation, { query: toFigureQuery(choice) }),
    placeholderData: keepPreviousData,
  })
  const buildHref = ({ figure, part }: Line): string => {
    const params = toFigureParams(choice)
    if (part) params.set('part', part)
    return `/crm/cifras/${figure}?${params}`
  }
  const nameOf = ({ figure, part }: Line): string => t(part ? `parts.${part}` : `figures.${figure}`)
  return (
    <Section title={t('situation')} description={t('situationLead')}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <div className={classes.bones} role="status" aria-label={t('list:loading')} />}
      {!error && data && (
        <table className={classes.numbers}>
          <tbody>
            <tr>
              <th scope="row">{t('opening')}</th>
              <td />
              <td>{renderTableAmount(format, data.situation.opening)}</td>
            </tr>
            {data.situation.lines
              .filter(({ amount }) => amount !== '0.00')
              .map((line) => (
                <tr key={`${line.figure} ${line.part}`}>
                  <th scope="row">{nameOf(line)}</th>
                  <td>{format.number(line.count)}</td>
                  <td>
                    <Link to={buildHref(line)}>{renderTableAmount(format, line.amount)}</Link>
                  </td>
                </tr>
              ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('closing')}</th>
              <td />
              <td>{renderTableAmount(format, data.situation.closing)}</td>
            </tr>
          </tfoot>
        </table>
      )}
    </Section>
  )
}

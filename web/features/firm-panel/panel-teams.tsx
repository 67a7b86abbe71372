import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { getPanelTeams, type TeamLine } from '#contract/firm-panel.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { type FigureChoice, toPersonQuery } from '#web/domain/figures/figure-choice.ts'
import figures from '#web/domain/figures/figures.module.css'
import { buildGoalHref } from '#web/domain/goal-address.ts'
import { renderLinked, renderLinkedAmount } from '#web/domain/linked-value.tsx'
import tables from '#web/domain/numbers-table.module.css'
import { ErrorState } from '#web/ui/error-state.tsx'
import { ScrollFrame } from '#web/ui/scroll-frame.tsx'
import { Section } from '#web/ui/section.tsx'
import { usePanelValues } from './panel-value.ts'

type CellsProps = {
  line: TeamLine
  /** What is of no team, or of all together; null of a team. */
  whole: 'rest' | 'total' | null
  year: number
  today: string
  choice: FigureChoice
}

const TeamCells = ({ line, whole, year, today, choice }: CellsProps) => {
  const format = useFormatters()
  const mayOpen = usePermission('bt_Dashboard1', 'view')
  const maySeeGoals = usePermission('bt_Objetivos', 'view')
  const { person } = line
  const renderAmount = (amount: string | null, path: string | null) => renderLinkedAmount(format, amount, path)
  const chosen = toPersonQuery(choice) as Record<string, string>
  const whose = person ? { of: person.id, view: 'team' } : { ...chosen, ...(whole === 'rest' && { rest: 'teams' }) }
  const rowsOf = (figure: string, from: string): string | null =>
    mayOpen ? `/crm/cifras/${figure}?${new URLSearchParams({ range: 'custom', from, to: today, ...whose })}` : null
  const goalHref = person ? buildGoalHref(person.id, 'team') : buildGoalHref(choice.of, choice.view)
  const goalPath = maySeeGoals && line.goal !== null ? goalHref : null
  const yearStart = `${year}-01-01`
  return (
    <>
      <td>{renderAmount(line.capital, rowsOf('totalCapital', today))}</td>
      <td>{line.share === null ? '–' : format.percent(line.share)}</td>
      <td>{renderAmount(line.net, rowsOf('netCaptation', yearStart))}</td>
      <td>{line.achievement === null ? '–' : renderLinked(format.percent(line.achievement), goalPath)}</td>
      <td>{renderAmount(line.gross, rowsOf('captation', yearStart))}</td>
      <td>{renderAmount(line.out, rowsOf('captationOut', yearStart))}</td>
      <td>{renderAmount(line.goal, goalPath)}</td>
      <td>{renderAmount(line.toDate, goalPath)}</td>
    </>
  )
}

/** The teams side by side; each opens its own panel. */
export const PanelTeams = ({ choice, today }: { choice: FigureChoice; today: string }) => {
  const { t } = useTranslation(['firm-panel', 'list'])
  const format = useFormatters()
  const { data, error, refetch } = useQuery({
    ...buildQueryOptions(getPanelTeams, { query: toPersonQuery(choice) }),
    placeholderData: keepPreviousData,
  })
  const { show } = usePanelValues()
  const headings = ['share', 'net', 'achievement', 'gross', 'outflow', 'yearGoal', 'toDate'] as const
  return (
    <Section title={t('teams')} description={t('teamsLead', { year: today.slice(0, 4) })}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <div className={figures.skeleton} role="status" aria-label={t('list:loading')} />}
      {!error && data && data.teams.length === 0 && <p className={figures.moment}>{t('noTeams')}</p>}
      {!error && data && data.teams.length > 0 && (
        <ScrollFrame label={t('teams')}>
          <table className={tables.numbers} aria-label={`${t('teams')}: ${show('capital', data.total.capital)}`}>
            <thead>
              <tr>
                <th scope="col">{t('team')}</th>
                <th scope="col">{t('tiles.capital')}</th>
                {headings.map((key) => (
                  <th key={key} scope="col">
                    {t(key)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.teams.map((line) => (
                <tr key={line.person?.id}>
                  <th scope="row">
                    <Link
                      to={`/crm/PanelDireccion?${new URLSearchParams({ of: line.person?.id ?? '', view: 'team' })}`}
                      title={t('people', {
                        count: line.person?.members ?? 0,
                        total: format.number(line.person?.members ?? 0),
                      })}
                    >
                      {line.person?.name}
                    </Link>
                  </th>
                  <TeamCells line={line} whole={null} year={data.year} today={today} choice={choice} />
                </tr>
              ))}
              <tr>
                <th scope="row">{t('rest')}</th>
                <TeamCells line={data.rest} whole="rest" year={data.year} today={today} choice={choice} />
              </tr>
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">{t('total')}</th>
                <TeamCells line={data.total} whole="total" year={data.year} today={today} choice={choice} />
              </tr>
            </tfoot>
          </table>
        </ScrollFrame>
      )}
    </Section>
  )
}

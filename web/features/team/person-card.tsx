import { IconUsers } from '@tabler/icons-react'
import { Link } from 'react-router'
import { type TeamCard, type TeamFigures, teamPeriods } from '#contract/team.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { useTrendChange } from '#web/domain/use-trend-change.ts'
import { Trend } from '#web/ui/trend/trend.tsx'
import { CaptationFigureLink, ClientsFigureLink } from './figure-links.tsx'
import { listFigureViews } from './list-figure-views.ts'
import classes from './team.module.css'
import { WeekSummary } from './week-summary.tsx'

/** What somebody is and where: 'D0000014 · Gestor · Atalaya Madrid'. */
export const useFormatPosition = () => {
  const { t } = useTranslation('view')
  return ({ cvl, position, officeName }: Pick<TeamCard, 'cvl' | 'position' | 'officeName'>): string =>
    `${cvl} · ${t(`positions.${position as 'manager'}`)} · ${officeName}`
}

/** New money month by month; leads to the rows of the year. */
const CaptationTrend = ({ card: { id, name, team, captationTrend } }: { card: TeamCard }) => {
  const { t } = useTranslation('team')
  const formatChange = useTrendChange()
  if (!captationTrend) return null
  const change = formatChange(captationTrend, { against: 'month' })
  const query = new URLSearchParams({ period: 'year', view: team ? 'team' : 'individual' })
  return (
    <Trend
      values={captationTrend.points.map(({ value }) => value)}
      label={t('trend', { name })}
      change={change && t('trendChange', { change })}
      href={`/crm/TuEquipo/${id}/captacion?${query}`}
    />
  )
}

type Props = {
  card: TeamCard
  /** Where their team is shown; missing on the card of whose team is shown. */
  href?: string
}

/** One person: clients, capital, captation; beside them those of the team. */
export const TeamPersonCard = ({ card, href }: Props) => {
  const { t } = useTranslation('team')
  const format = useFormatters()
  const placeOf = useFormatPosition()
  const { name, leftOn, linkedAs, reports, under, own, team } = card
  const views = listFigureViews(card)
  const net = ({ gross, net: amount }: TeamFigures['month']) =>
    amount !== gross && <small>{t('net', { amount: format.money(amount) })}</small>
  return (
    <article className={classes.card} aria-label={name} data-head={!href || undefined}>
      <header className={classes.who}>
        <h3 className={classes.name}>
          {href && reports > 0 ? (
            <Link to={href} aria-label={t('openTeam', { name })}>
              {name}
            </Link>
          ) : (
            name
          )}
        </h3>
        <span className={classes.place}>{placeOf(card)}</span>
        {leftOn && <span className={classes.left}>{t('left', { date: format.date(leftOn) })}</span>}
      </header>
      <table className={classes.figures}>
        {views.length > 1 && (
          <thead>
            <tr>
              <td />
              {views.map((view) => (
                <th key={view} scope="col">
                  {t(`views.${view}`)}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {(['clients', 'capital'] as const).map((what) => (
            <tr key={what}>
              <th scope="row">{what === 'clients' ? t(`clientsAs.${linkedAs}`) : t('capital')}</th>
              {views.map((view) => (
                <td key={view}>
                  <ClientsFigureLink card={card} view={view} what={what} />
                </td>
              ))}
            </tr>
          ))}
          {teamPeriods.map((period) => (
            <tr key={period}>
              <th scope="row">{t(period)}</th>
              {views.map((view) => (
                <td key={view}>
                  <CaptationFigureLink card={card} view={view} period={period} />
                  {net((view === 'team' && team ? team : own)[period])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <WeekSummary card={card} />
      <CaptationTrend card={card} />
      {reports > 0 && (
        <p className={classes.under}>
          <IconUsers size={16} stroke={1.6} aria-hidden />
          {t('reports', { count: reports })}
          {under > reports && ` · ${t('under', { count: under })}`}
        </p>
      )}
    </article>
  )
}

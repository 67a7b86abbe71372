import { IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type TeamCard, type TeamFigures, teamPeriods } from '#contract/team.ts'
import { useFormatters } from '#web/core/format.ts'
import { CaptationFigureLink, ClientsFigureLink } from './figure-links.tsx'
import classes from './team.module.css'

/** What somebody is and where: 'D0000014 · Gestor · Atalaya Madrid'. */
export const useFormatPosition = () => {
  const { t } = useTranslation('view')
  return ({ cvl, position, officeName }: Pick<TeamCard, 'cvl' | 'position' | 'officeName'>): string =>
    `${cvl} · ${t(`positions.${position as 'manager'}`)} · ${officeName}`
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
  const views = team ? (['individual', 'team'] as const) : (['individual'] as const)
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

import { Link } from 'react-router'
import type { TeamCard, TeamPeriod, TeamView } from '#contract/team.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { renderAmount } from '#web/domain/amount.tsx'
import classes from './team.module.css'

type Props = {
  card: TeamCard
  view: TeamView
  /** Reached by Tab, unless what it stands in has keys of its own. */
  tabIndex?: -1
}

const selectFigures = ({ own, team }: TeamCard, view: TeamView) => (view === 'team' ? (team ?? own) : own)

/** How many clients, or what they have; leads to them where the list shows just these. */
export const ClientsFigureLink = ({ card, view, tabIndex, what }: Props & { what: 'clients' | 'capital' }) => {
  const { t } = useTranslation('team')
  const format = useFormatters()
  const figures = selectFigures(card, view)
  const ofTeam = view === 'team' && card.team !== null
  const text = what === 'clients' ? format.number(figures.clients) : format.money(figures.capital, { zero: 'dash' })
  const shown = what === 'clients' ? text : renderAmount(format, figures.capital)
  if (figures.clients === 0) return <span>{shown}</span>
  if (!(ofTeam ? card.opens.team : card.opens.own)) return <span title={t('closed')}>{shown}</span>
  const query = new URLSearchParams({ view: 'of', person: card.id, as: ofTeam ? 'team' : card.linkedAs })
  return (
    <Link
      to={`/clientes?${query}`}
      className={classes.figure}
      tabIndex={tabIndex}
      aria-label={t('openClients', { figure: t(what), view: t(`views.${view}`), amount: text })}
    >
      {shown}
    </Link>
  )
}

/** What was raised in a period, net; leads to its rows. */
export const CaptationFigureLink = ({ card, view, tabIndex, period }: Props & { period: TeamPeriod }) => {
  const { t } = useTranslation('team')
  const format = useFormatters()
  const { gross, out } = selectFigures(card, view)[period]
  const shown = renderAmount(format, gross)
  // Without any movement there is nothing to open.
  if (gross === '0.00' && out === '0.00') return shown
  const query = new URLSearchParams({ period, view: card.team ? view : 'individual' })
  return (
    <Link
      to={`/crm/TuEquipo/${card.id}/captacion?${query}`}
      className={classes.figure}
      tabIndex={tabIndex}
      aria-label={t('openRows', {
        figure: t(period),
        view: t(`views.${view}`),
        amount: format.money(gross, { zero: 'dash' }),
      })}
    >
      {shown}
    </Link>
  )
}

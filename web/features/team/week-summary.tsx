import { Link } from 'react-router'
import type { TeamCard } from '#contract/team.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import classes from './team.module.css'

/** What the week has of somebody, each figure with the way to its rows. */
export const WeekSummary = ({ card: { id, name, agenda } }: { card: TeamCard }) => {
  const { t } = useTranslation('team')
  if (!agenda) return null
  const { from, through, meetings, calls, followUps, overdue } = agenda
  const week = `owner=${id}&from=${from}&to=${through}`
  const figures = [
    [meetings, t('week.meetings', { count: meetings }), `reuniones?${week}&state=scheduled,held,no_show`],
    [calls, t('week.calls', { count: calls }), `llamadas?${week}`],
    [followUps, t('week.followUps', { count: followUps }), `seguimientos?${week}`],
    ...(overdue > 0
      ? ([[overdue, t('week.overdue', { count: overdue }), `seguimientos?owner=${id}&overdue=true`]] as const)
      : []),
  ] as const
  return (
    <div className={classes.week}>
      <span className={classes.weekTitle}>{t('week.title')}</span>
      <ul aria-label={t('week.of', { name })}>
        {figures.map(([count, text, path]) => (
          <li key={path}>{count > 0 ? <Link to={`/crm/AgendaComercial/${path}`}>{text}</Link> : text}</li>
        ))}
      </ul>
    </div>
  )
}

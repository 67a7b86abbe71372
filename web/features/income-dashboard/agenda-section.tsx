import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { getAgenda } from '#contract/meetings.ts'
import type { Role } from '#contract/permissions.ts'
import { listReviews } from '#contract/reviews.ts'
import { parseDay, toIsoDate } from '#rules/calendar.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useSession } from '#web/core/session.ts'
import { useAddress } from '#web/core/use-address.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ChoiceButtons } from '#web/ui/choice-buttons.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import layoutClasses from '#web/ui/layout.module.css'
import { Section } from '#web/ui/section.tsx'
import textClasses from '#web/ui/text.module.css'
import { type AgendaEntry, buildAgendaDays } from './agenda-days.ts'
import classes from './income-dashboard.module.css'

/** Two weeks, today among them. */
const agendaDays = 14
/** Of each day on paper; the screen shows all. */
const printedEntries = 4
const whoseKeys = ['mine', 'team'] as const

/** Who answers for others looks at theirs first. */
const teamRoles: readonly Role[] = ['admin', 'direction', 'supervisor']

type EntryProps = { entry: AgendaEntry; isPrinted: boolean }

const Entry = ({ entry: { kind, at, title, notes, stage, path }, isPrinted }: EntryProps) => {
  const { t } = useTranslation('income-dashboard')
  const word = kind === 'review' ? t('review', { stage: stage?.toUpperCase() ?? '' }) : t(kind)
  return (
    <li className={classes.entry} data-unprinted={!isPrinted || undefined}>
      <span className={textClasses.quietFigures}>{at ?? word}</span>
      <span className={classes.words}>
        <Link to={path}>{title}</Link>
        <span className={textClasses.hint}>
          {[at && [word, stage?.toUpperCase()].filter(Boolean).join(' '), notes].filter(Boolean).join(' · ')}
        </span>
      </span>
    </li>
  )
}

/** What the next two weeks hold: meetings, follow-ups and reviews that are due, of the caller or of everybody in reach. */
export const AgendaSection = ({ today }: { today: string }) => {
  const { t } = useTranslation(['income-dashboard', 'list'])
  const format = useFormatters()
  const [params, change] = useAddress()
  const role = useSession((state) => state.session?.role)
  const whose =
    whoseKeys.find((known) => known === params.get('agenda')) ?? (role && teamRoles.includes(role) ? 'team' : 'mine')
  const last = toIsoDate(parseDay(today) + agendaDays - 1)
  const agenda = useQuery({
    ...buildQueryOptions(getAgenda, {
      query: { from: today, days: String(agendaDays), ...(whose === 'team' && { team: 'true' }) },
    }),
    placeholderData: keepPreviousData,
  })
  const reviews = useQuery({
    ...buildQueryOptions(listReviews.page, { query: { dueFrom: today, dueTo: last, pageSize: '100' } }),
    placeholderData: keepPreviousData,
  })
  const error = agenda.error ?? reviews.error
  const days = agenda.data && reviews.data && buildAgendaDays(agenda.data, whose === 'team' ? reviews.data.rows : [])
  const rests = new Set(agenda.data?.holidays.map(({ on }) => on))
  return (
    <Section
      title={t('agenda')}
      description={t('agendaLead', { day: format.date(last) })}
      state={
        <ChoiceButtons
          label={t('whose.label')}
          options={whoseKeys.map((value) => ({ value, label: t(`whose.${value}`) }))}
          value={whose}
          onPick={(value) => change((next) => next.set('agenda', value))}
        />
      }
    >
      {error && (
        <ErrorState
          error={error}
          onRetry={() => {
            void agenda.refetch()
            void reviews.refetch()
          }}
        />
      )}
      {!error && !days && <div className={classes.skeleton} role="status" aria-label={t('list:loading')} />}
      {!error && days && days.length === 0 && <p className={textClasses.hint}>{t('agendaNone')}</p>}
      {!error && days && days.length > 0 && (
        <ol className={classes.days}>
          {days.map(({ on, entries }) => (
            <li key={on}>
              <h3 className={classes.day}>
                {`${format.weekday(on)} ${format.date(on)}`}
                {rests.has(on) && ` · ${t('rests')}`}
              </h3>
              <ul className={layoutClasses.plainList}>
                {entries.map((entry, at) => (
                  <Entry key={entry.key} entry={entry} isPrinted={at < printedEntries} />
                ))}
                {entries.length > printedEntries && (
                  <li className={classes.unprinted}>
                    {t('agendaUnprinted', { total: format.number(entries.length - printedEntries) })}
                  </li>
                )}
              </ul>
            </li>
          ))}
        </ol>
      )}
      {agenda.data?.more && <p className={textClasses.hint}>{t('agendaMore')}</p>}
      <Link to={`/crm/AgendaComercial?view=week&date=${today}${whose === 'team' ? '&team=true' : ''}`}>
        {t('agendaOpen')}
      </Link>
    </Section>
  )
}

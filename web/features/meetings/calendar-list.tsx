import { useMediaQuery } from '@mantine/hooks'
import { Link } from 'react-router'
import { useFormatters } from '#web/core/format.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { renderMeetingState } from '#web/domain/meetings/meeting-badges.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { cardsQuery, DataTable } from '#web/ui/list/data-table.tsx'
import classes from './calendar.module.css'
import { type AgendaListItem, listAgendaItems, type ShownAgenda } from './calendar-entries.ts'
import { formatGoogleTitle } from './google-title.ts'

const findHref = (line: AgendaListItem): string | undefined => {
  if (line.kind === 'meeting') return `/crm/AgendaComercial/reuniones/${line.meeting.id}`
  return line.kind === 'followUp' ? `/crm/AgendaComercial/seguimientos/${line.followUp.id}` : undefined
}

/** The same days as rows, in the order in which they come; on a phone as cards, each of which opens what it is. */
export const CalendarList = ({ agenda }: { agenda: ShownAgenda }) => {
  const { t } = useTranslation('meetings')
  const format = useFormatters()
  const areCards = useMediaQuery(cardsQuery, undefined, { getInitialValueInEffect: false }) ?? false
  const mayAdd = usePermission('bt_AgendaComercial', 'create')
  const lines = listAgendaItems(agenda)
  if (lines.length === 0)
    return (
      <EmptyState title={t('calendar.empty')} hint={t(mayAdd ? 'calendar.emptyHint' : 'calendar.emptyHintReading')} />
    )
  const renderWhat = (line: AgendaListItem) => {
    if (line.kind === 'google') return formatGoogleTitle(t, line.event)
    if (line.kind === 'holiday') return t(`calendar.rests.${line.rests}`)
    const { subject, personName } = line.kind === 'meeting' ? line.meeting : line.followUp
    // A card is a link altogether, and has no place for the person but here.
    const shown = areCards ? (
      [subject, personName].filter(Boolean).join(' · ')
    ) : (
      <Link to={findHref(line)!}>{subject}</Link>
    )
    return line.kind === 'meeting' ? (
      shown
    ) : (
      <>
        {t('calendar.followUp')}: {shown}
      </>
    )
  }
  const rows = lines.map((line) => {
    const entry = line.kind === 'meeting' ? line.meeting : line.kind === 'followUp' ? line.followUp : null
    return {
      id: line.id,
      href: findHref(line),
      day: `${format.weekday(line.day, 'short')} ${format.date(line.day)}`,
      time: <span className={classes.time}>{line.time || t('calendar.allDay')}</span>,
      what: renderWhat(line),
      person: entry?.personName ?? '–',
      owner: entry?.ownerName ?? '–',
      state: line.kind === 'meeting' ? renderMeetingState(line.meeting.state, t(`states.${line.meeting.state}`)) : '–',
    }
  })
  return (
    <DataTable
      label={t('calendar.title')}
      columns={[
        { key: 'day', label: t('fields.day'), phone: 2 },
        { key: 'time', label: t('calendar.timeSlot'), phone: 3 },
        { key: 'what', label: t('calendar.what'), phone: 1 },
        { key: 'person', label: t('fields.person') },
        { key: 'state', label: t('fields.state') },
        { key: 'owner', label: t('fields.owner') },
      ]}
      rows={rows}
      rowHref={areCards ? ({ href }: (typeof rows)[number]) => href : undefined}
      dense
    />
  )
}

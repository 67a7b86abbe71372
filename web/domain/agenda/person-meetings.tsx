import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { listMeetings } from '#contract/meetings.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildPartQuery } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { renderMeetingState } from '#web/domain/meetings/meeting-badges.tsx'
import { formatLocalTime } from '#web/domain/meetings/meeting-times.ts'
import { useListColumns } from '#web/domain/use-list-columns.tsx'
import type { ScreenColumns } from '#web/ui/list/list-types.ts'
import type { AgendaPersonFilter, AgendaSectionProps } from './agenda-person.ts'
import { maxPersonRows, PersonSection } from './person-section.tsx'

export const buildPersonMeetingsQuery = (person: AgendaPersonFilter) =>
  buildPartQuery(listMeetings.page, { query: { ...person, pageSize: maxPersonRows + 1 } })

/** The meetings about somebody, whosever they are, newest first. */
export const PersonMeetings = ({ person, hidesEmpty }: AgendaSectionProps) => {
  const { t } = useTranslation(['meetings', 'list'])
  const format = useFormatters()
  const result = useQuery(buildPersonMeetingsQuery(person))
  const columns = useMemo<ScreenColumns<typeof listMeetings>>(
    () => [
      { key: 'startsAt', phone: 2, cell: (startsAt) => formatLocalTime(format, startsAt) },
      { key: 'subject', phone: 1 },
      'stage',
      { key: 'state', phone: 3, cell: (state) => renderMeetingState(state, t(`states.${state}`)) },
      'ownerName',
    ],
    [t, format],
  )
  const shown = useListColumns(listMeetings, columns)
  return (
    <PersonSection
      id="meetings"
      texts={{
        title: t('section.title'),
        all: t('section.all'),
        none: t('section.none'),
        noneHint: t('section.noneHint'),
      }}
      listPath="/crm/AgendaComercial/reuniones"
      result={result}
      person={person}
      hidesEmpty={hidesEmpty}
      columns={shown}
      rowHref={({ id }) => `/crm/AgendaComercial/reuniones/${id}`}
    />
  )
}

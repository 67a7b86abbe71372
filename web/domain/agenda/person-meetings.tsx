import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { listMeetings } from '#contract/meetings.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildPartQuery } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { renderMeetingState } from '#web/domain/meetings/meeting-badges.tsx'
import { formatLocalTime } from '#web/domain/meetings/meeting-times.ts'
import { useListColumns } from '#web/domain/use-list-columns.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { DataTable } from '#web/ui/list/data-table.tsx'
import type { ScreenColumns } from '#web/ui/list/list-types.ts'
import { Section } from '#web/ui/section.tsx'
import type { AgendaSectionProps, ListedPerson } from './agenda-person.ts'

const maxVisibleMeetings = 10

export const buildPersonMeetingsQuery = (person: ListedPerson) =>
  buildPartQuery(listMeetings.page, { query: { ...person, pageSize: maxVisibleMeetings + 1 } })

/** The meetings about somebody, whosever they are, newest first. */
export const PersonMeetings = ({ person, hidesEmpty }: AgendaSectionProps) => {
  const { t } = useTranslation(['meetings', 'list'])
  const format = useFormatters()
  const { data, error, refetch } = useQuery(buildPersonMeetingsQuery(person))
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
  if (hidesEmpty && data?.rows.length === 0) return null
  return (
    <Section
      id="meetings"
      title={t('section.title')}
      state={
        data && data.rows.length > maxVisibleMeetings ? (
          <Link to={`/crm/AgendaComercial/reuniones?${new URLSearchParams(person)}`}>{t('section.all')}</Link>
        ) : undefined
      }
    >
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.rows.length === 0 && <EmptyState title={t('section.none')} hint={t('section.noneHint')} />}
      {data && data.rows.length > 0 && (
        <DataTable
          label={t('section.title')}
          columns={shown}
          rows={data.rows.slice(0, maxVisibleMeetings)}
          rowHref={({ id }) => `/crm/AgendaComercial/reuniones/${id}`}
          dense
        />
      )}
    </Section>
  )
}

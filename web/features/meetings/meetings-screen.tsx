import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo } from 'react'
import { getContactOptions } from '#contract/contacts.ts'
import { meetingStages, meetingStates } from '#contract/meetings/words.ts'
import { listMeetings } from '#contract/meetings.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { AgendaTabs } from '#web/domain/agenda/agenda-tabs.tsx'
import { renderMeetingState } from '#web/domain/meetings/meeting-badges.tsx'
import { formatLocalTime } from '#web/domain/meetings/meeting-times.ts'
import { useMeetingActions } from '#web/domain/meetings/use-meeting-actions.tsx'
import { useListColumns } from '#web/domain/use-list-columns.tsx'
import { createListPrefetch } from '#web/ui/list/list-prefetch.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { FilterChoices, ScreenColumns } from '#web/ui/list/list-types.ts'
import { ResultMessage } from '#web/ui/result-message.tsx'
import { useHashDialog } from '#web/ui/use-hash-dialog.ts'
import { useResultMessage } from '#web/ui/use-result-message.ts'

const LazyMeetingDialog = lazy(() => import('#web/domain/meetings/meeting-dialog.tsx'))

type MeetingList = typeof listMeetings

const contactOptionsQuery = { ...buildQueryOptions(getContactOptions, {}), staleTime: 60_000 }

const useMeetingFilters = (): FilterChoices<MeetingList> => {
  const { t } = useTranslation('meetings')
  const { data } = useQuery(contactOptionsQuery)
  return useMemo(
    () => ({
      state: {
        control: 'select',
        label: t('fields.state'),
        alwaysShown: true,
        options: meetingStates.map((value) => ({ value, label: t(`states.${value}`) })),
      },
      stage: {
        control: 'select',
        label: t('fields.stage'),
        alwaysShown: true,
        options: meetingStages.map((value) => ({ value, label: t(`stages.${value}`) })),
      },
      unresolved: {
        control: 'select',
        label: t('fields.unresolved'),
        alwaysShown: true,
        options: [{ value: 'true', label: t('only') }],
      },
      owner: {
        control: 'select',
        label: t('fields.owner'),
        options: (data?.owners ?? []).map(({ id, name }) => ({ value: id, label: name })),
      },
      from: {
        control: 'dateRange',
        label: t('fields.day'),
        to: 'to',
        endLabels: [t('fields.from'), t('fields.to')],
      },
      to: { control: 'rangeEnd' },
      contact: { control: 'elsewhere' },
      client: { control: 'elsewhere' },
    }),
    [t, data],
  )
}

const useMeetingColumns = (): ScreenColumns<MeetingList> => {
  const { t } = useTranslation('meetings')
  const format = useFormatters()
  return useMemo(
    () => [
      { key: 'startsAt', phone: 2, cell: (startsAt) => formatLocalTime(format, startsAt) },
      { key: 'subject', phone: 1 },
      { key: 'personName', cell: (name) => name ?? '–' },
      'stage',
      { key: 'state', phone: 3, cell: (state) => renderMeetingState(state, t(`states.${state}`)) },
      { key: 'place', cell: (place) => place || '–' },
      'ownerName',
      { key: 'endsAt', optional: true, cell: (endsAt) => formatLocalTime(format, endsAt) },
      { key: 'note', optional: true },
      { key: 'result', optional: true },
      { key: 'ownerCvl', optional: true },
    ],
    [t, format],
  )
}

/** Asks for the rows and their count. */
export const prefetch = createListPrefetch(listMeetings)

/** Meetings that the staff in reach take part in, newest first. */
export default function MeetingsScreen() {
  const { t } = useTranslation('meetings')
  const mayCreate = usePermission('bt_AgendaComercial', 'create')
  const [isAdding, setAdding] = useHashDialog('nueva')
  const messages = useResultMessage()
  const { listActions, dialog } = useMeetingActions(messages)
  return (
    <>
      <ListScreen
        list={listMeetings}
        label={t('title')}
        context={(count, total) => t('count', { count, total })}
        canStartFromEmpty
        action={
          mayCreate && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
              {t('add.action')}
            </Button>
          )
        }
        contentAbove={
          <>
            <AgendaTabs current="meetings" />
            <ResultMessage messages={messages} />
          </>
        }
        filters={useMeetingFilters()}
        columns={useListColumns(listMeetings, useMeetingColumns())}
        rowHref={({ id }) => `/crm/AgendaComercial/reuniones/${id}`}
        rowActions={listActions}
        empty={t('empty')}
        emptyHint={t('emptyHint')}
      />
      {dialog}
      {isAdding && mayCreate && (
        <Suspense>
          <LazyMeetingDialog
            person={null}
            onDone={(text) => messages.show({ text })}
            onClose={() => setAdding(false)}
          />
        </Suspense>
      )}
    </>
  )
}

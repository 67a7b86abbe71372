import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo } from 'react'
import { callOutcomes, callReasons } from '#contract/calls/words.ts'
import { listCalls } from '#contract/calls.ts'
import { getContactOptions } from '#contract/contacts.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { buildPersonHref } from '#web/domain/agenda/agenda-person.ts'
import { AgendaTabs } from '#web/domain/agenda/agenda-tabs.tsx'
import { useCallRowActions } from '#web/domain/calls/use-call-row-actions.tsx'
import { useListColumns } from '#web/domain/use-list-columns.tsx'
import { createListPrefetch } from '#web/ui/list/list-prefetch.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { FilterChoices, ScreenColumns } from '#web/ui/list/list-types.ts'
import { ResultMessage } from '#web/ui/result-message.tsx'
import { useHashDialog } from '#web/ui/use-hash-dialog.ts'
import { useResultMessage } from '#web/ui/use-result-message.ts'

const LazyCallDialog = lazy(() => import('#web/domain/calls/call-dialog.tsx'))

type CallList = typeof listCalls

const contactOptionsQuery = { ...buildQueryOptions(getContactOptions, {}), staleTime: 60_000 }

const useCallFilters = (): FilterChoices<CallList> => {
  const { t } = useTranslation('calls')
  const { data } = useQuery(contactOptionsQuery)
  return useMemo(
    () => ({
      outcome: {
        control: 'select',
        label: t('fields.outcome'),
        alwaysShown: true,
        options: callOutcomes.map((value) => ({ value, label: t(`outcomes.${value}`) })),
      },
      reason: {
        control: 'select',
        label: t('fields.reason'),
        alwaysShown: true,
        options: callReasons.map((value) => ({ value, label: t(`reasons.${value}`) })),
      },
      owner: {
        control: 'select',
        label: t('fields.owner'),
        options: (data?.owners ?? []).map(({ id, name }) => ({ value: id, label: name })),
      },
      from: {
        control: 'dateRange',
        label: t('fields.calledOn'),
        to: 'to',
        endLabels: [t('fields.from'), t('fields.to')],
      },
      to: { control: 'rangeEnd' },
      deactivated: {
        control: 'select',
        label: t('fields.deactivated'),
        options: [{ value: 'true', label: t('only') }],
      },
      contact: { control: 'elsewhere' },
      client: { control: 'elsewhere' },
    }),
    [t, data],
  )
}

const callColumns: ScreenColumns<CallList> = [
  { key: 'personName', phone: 1 },
  { key: 'calledOn', phone: 3 },
  { key: 'calledTime', cell: (time) => time ?? '–' },
  { key: 'outcome', phone: 2 },
  'reason',
  'feedback',
  { key: 'observations', optional: true },
  { key: 'durationMinutes', optional: true },
  { key: 'attempts', optional: true },
  { key: 'ownerName', cell: (name) => name ?? '–' },
  { key: 'ownerCvl', optional: true },
]

/** Asks for the rows and their count. */
export const prefetch = createListPrefetch(listCalls)

/** Calls of the staff in reach. */
export default function CallsScreen() {
  const { t } = useTranslation('calls')
  const mayLog = usePermission('bt_AgendaComercial', 'create')
  const [isLogging, setLogging] = useHashDialog('nueva')
  const messages = useResultMessage()
  const { rowActions, dialog } = useCallRowActions(messages)
  return (
    <>
      <ListScreen
        list={listCalls}
        label={t('title')}
        context={(count, total) => t('count', { count, total })}
        canStartFromEmpty
        action={
          mayLog && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setLogging(true)}>
              {t('log.action')}
            </Button>
          )
        }
        contentAbove={
          <>
            <AgendaTabs current="calls" />
            <ResultMessage messages={messages} />
          </>
        }
        filters={useCallFilters()}
        columns={useListColumns(listCalls, callColumns)}
        rowHref={buildPersonHref}
        rowActions={rowActions}
        empty={t('empty')}
        emptyHint={t('emptyHint')}
      />
      {dialog}
      {isLogging && mayLog && (
        <Suspense>
          <LazyCallDialog person={null} onDone={(text) => messages.show({ text })} onClose={() => setLogging(false)} />
        </Suspense>
      )}
    </>
  )
}

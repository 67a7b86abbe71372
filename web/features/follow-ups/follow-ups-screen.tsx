import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo } from 'react'
import { getContactOptions } from '#contract/contacts.ts'
import { followUpPriorities, followUpStates } from '#contract/follow-ups/words.ts'
import { listFollowUps } from '#contract/follow-ups.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { usePermission, useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { AgendaTabs } from '#web/domain/agenda/agenda-tabs.tsx'
import { renderDueDay, renderFollowUpState } from '#web/domain/follow-ups/follow-up-badges.tsx'
import { useFollowUpActions } from '#web/domain/follow-ups/use-follow-up-actions.tsx'
import { useListColumns } from '#web/domain/use-list-columns.tsx'
import { createListPrefetch } from '#web/ui/list/list-prefetch.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { FilterChoices, ScreenColumns } from '#web/ui/list/list-types.ts'
import { ResultMessage } from '#web/ui/result-message.tsx'
import { useHashDialog } from '#web/ui/use-hash-dialog.ts'
import { useResultMessage } from '#web/ui/use-result-message.ts'

const LazyFollowUpDialog = lazy(() => import('#web/domain/follow-ups/follow-up-dialog.tsx'))

type FollowUpList = typeof listFollowUps

const contactOptionsQuery = { ...buildQueryOptions(getContactOptions, {}), staleTime: 60_000 }

const useFollowUpFilters = (): FilterChoices<FollowUpList> => {
  const { t } = useTranslation('follow-ups')
  const { data } = useQuery(contactOptionsQuery)
  return useMemo(
    () => ({
      state: {
        control: 'select',
        label: t('fields.state'),
        alwaysShown: true,
        options: followUpStates.map((value) => ({ value, label: t(`states.${value}`) })),
      },
      overdue: {
        control: 'select',
        label: t('fields.overdue'),
        alwaysShown: true,
        options: [{ value: 'true', label: t('only') }],
      },
      priority: {
        control: 'select',
        label: t('fields.priority'),
        alwaysShown: true,
        options: followUpPriorities.map((value) => ({ value, label: t(`priorities.${value}`) })),
      },
      owner: {
        control: 'select',
        label: t('fields.owner'),
        options: (data?.owners ?? []).map(({ id, name }) => ({ value: id, label: name })),
      },
      from: {
        control: 'dateRange',
        label: t('fields.dueOn'),
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

const useFollowUpColumns = (): ScreenColumns<FollowUpList> => {
  const { t } = useTranslation('follow-ups')
  const format = useFormatters()
  const today = useSession((state) => state.session?.businessDate ?? '')
  return useMemo(
    () => [
      { key: 'personName', phone: 1 },
      {
        key: 'dueOn',
        phone: 3,
        cell: (dueOn, { state }) =>
          renderDueDay({
            day: format.date(dueOn),
            isLate: state === 'in_progress' && dueOn < today,
            late: t('fields.overdue'),
          }),
      },
      { key: 'subject', phone: 2 },
      'priority',
      'amount',
      { key: 'state', cell: (state) => renderFollowUpState(state, t(`states.${state}`)) },
      'ownerName',
      { key: 'note', optional: true },
      { key: 'result', optional: true },
      { key: 'ownerCvl', optional: true },
    ],
    [t, format, today],
  )
}

/** Asks for the rows and their count. */
export const prefetch = createListPrefetch(listFollowUps)

/** What the staff in reach still have to do, soonest first. */
export default function FollowUpsScreen() {
  const { t } = useTranslation('follow-ups')
  const mayCreate = usePermission('bt_AgendaComercial', 'create')
  const [isAdding, setAdding] = useHashDialog('nuevo')
  const messages = useResultMessage()
  const { listActions, dialog } = useFollowUpActions(messages)
  return (
    <>
      <ListScreen
        list={listFollowUps}
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
            <AgendaTabs current="followUps" />
            <ResultMessage messages={messages} />
          </>
        }
        filters={useFollowUpFilters()}
        columns={useListColumns(listFollowUps, useFollowUpColumns())}
        rowHref={({ id }) => `/crm/AgendaComercial/seguimientos/${id}`}
        rowActions={listActions}
        empty={t('empty')}
        emptyHint={t('emptyHint')}
      />
      {dialog}
      {isAdding && mayCreate && (
        <Suspense>
          <LazyFollowUpDialog
            person={null}
            onDone={(text) => messages.show({ text })}
            onClose={() => setAdding(false)}
          />
        </Suspense>
      )}
    </>
  )
}

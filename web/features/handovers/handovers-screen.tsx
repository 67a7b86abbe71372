import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { Link } from 'react-router'
import {
  getHandoverFilterOptions,
  type HandoverRow,
  handoverStates,
  linkRoles,
  listHandovers,
} from '#contract/handovers.ts'
import { buildQueryOptions, queryClient } from '#web/core/query-client.ts'
import { usePermission, usePermissionCheck } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { newHandoverPath } from '#web/domain/handover-choice.ts'
import { useListColumns } from '#web/domain/use-list-columns.tsx'
import { createListPrefetch, createRowHref } from '#web/ui/list/list-prefetch.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { FilterChoices, ScreenColumns } from '#web/ui/list/list-types.ts'
import type { RowAction } from '#web/ui/list/row-menu-types.ts'
import { renderHandoverBadge } from './handover-badge.tsx'
import { listHandoverRowActions } from './list-handover-actions.ts'

/** Comes with the first step that is taken from a row. */
const LazyHandoverActionsDialog = lazy(() =>
  import('./handover-actions.tsx').then((module) => ({ default: module.HandoverActionsDialog })),
)

type HandoverList = typeof listHandovers

const handoverOptionsQuery = buildQueryOptions(getHandoverFilterOptions, {})

const useHandoverFilters = (): FilterChoices<HandoverList> => {
  const { t } = useTranslation('handovers')
  const options = useQuery(handoverOptionsQuery).data
  return useMemo(() => {
    const people = (some: readonly { id: string; name: string }[] = []) =>
      some.map(({ id, name }) => ({ value: id, label: name }))
    return {
      state: {
        control: 'select',
        label: t('fields.state'),
        alwaysShown: true,
        options: handoverStates.map((value) => ({ value, label: t(`states.${value}`) })),
      },
      giver: { control: 'select', label: t('filters.giver'), alwaysShown: true, options: people(options?.givers) },
      receiver: {
        control: 'select',
        label: t('filters.receiver'),
        alwaysShown: true,
        options: people(options?.receivers),
      },
      role: {
        control: 'select',
        label: t('fields.role'),
        options: linkRoles.map((value) => ({ value, label: t(`roles.${value}`) })),
      },
      from: { control: 'dateRange', to: 'to', endLabels: [t('filters.from'), t('filters.to')], hasFuture: true },
      to: { control: 'rangeEnd' },
    }
  }, [t, options])
}

const useHandoverColumns = () => {
  const { t } = useTranslation('handovers')
  return useListColumns(
    listHandovers,
    useMemo(
      (): ScreenColumns<HandoverList> => [
        'proposedAt',
        { key: 'state', phone: 2, cell: (state, _, word) => renderHandoverBadge(state, word) },
        {
          key: 'fromName',
          cell: (name, { givers }) => name ?? (givers > 0 ? t('people', { count: givers }) : t('nobody')),
        },
        { key: 'toName', phone: 1 },
        'role',
        'effectiveOn',
        'clients',
        { key: 'capital', phone: 3 },
        { key: 'proposerName', optional: true },
        { key: 'doneAt', optional: true },
      ],
      [t],
    ),
  )
}

/** Asks for the rows, their count and what can be chosen from. */
export const prefetch = createListPrefetch(listHandovers, () => void queryClient.prefetchQuery(handoverOptionsQuery))

const buildHandoverHref = createRowHref('/crm/Traspasos')

/** What may be decided about a handover from its row, or undone. */
const useHandoverRowActions = () => {
  const { t } = useTranslation('handovers')
  const may = usePermissionCheck()
  const [openId, setOpenId] = useState<string | null>(null)
  const labels = {
    decide: t('actions.decide'),
    takeBack: t('actions.takeBack'),
    undo: t('actions.undo'),
  }
  const rowActions = (row: HandoverRow): RowAction[] =>
    listHandoverRowActions(row, may, Date.now()).map((action) => ({
      key: action,
      label: labels[action],
      run: () => setOpenId(row.id),
    }))
  const dialog = openId && (
    <Suspense>
      <LazyHandoverActionsDialog handoverId={openId} onClose={() => setOpenId(null)} />
    </Suspense>
  )
  return { rowActions, dialog }
}

/** Portfolios that change hands, the newest first. */
export default function HandoversScreen() {
  const { t } = useTranslation('handovers')
  const mayPropose = usePermission('bt_Traspasos', 'create')
  const { rowActions, dialog } = useHandoverRowActions()
  return (
    <ListScreen
      list={listHandovers}
      label={t('title')}
      context={(count, total) => t('count', { count, total })}
      contentAbove={dialog}
      rowActions={rowActions}
      canStartFromEmpty
      action={
        mayPropose && (
          <Button component={Link} to={newHandoverPath} leftSection={<IconPlus size={16} aria-hidden />}>
            {t('new')}
          </Button>
        )
      }
      filters={useHandoverFilters()}
      columns={useHandoverColumns()}
      rowHref={buildHandoverHref}
      empty={t('empty')}
      emptyHint={t(mayPropose ? 'emptyHint' : 'emptyHintReading')}
    />
  )
}

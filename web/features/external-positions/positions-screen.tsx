import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { externalPositionStates, noExternalProduct } from '#contract/external-positions/kinds.ts'
import { type ExternalPositionRow, listExternalPositions } from '#contract/external-positions.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { renderPositionBadge } from '#web/domain/external-positions/position-badge.tsx'
import { usePositionActions } from '#web/domain/external-positions/use-position-actions.tsx'
import { useRecordRowActions } from '#web/domain/record-row-actions.ts'
import { useListColumns } from '#web/domain/use-list-columns.tsx'
import { createListPrefetch } from '#web/ui/list/list-prefetch.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { FilterChoices, ScreenColumns } from '#web/ui/list/list-types.ts'
import { ExternalTabs } from './external-tabs.tsx'
import { SignsNote } from './signs-note.tsx'
import { positionOptionsQuery, useSharedFilters } from './use-shared-filters.ts'

type PositionList = typeof listExternalPositions

const usePositionFilters = (): FilterChoices<PositionList> => {
  const { t } = useTranslation('external-positions')
  const shared = useSharedFilters()
  const { data } = useQuery(positionOptionsQuery)
  return useMemo(
    () => ({
      ...shared,
      state: {
        control: 'select',
        label: t('fields.state'),
        alwaysShown: true,
        options: externalPositionStates.map((value) => ({ value, label: t(`states.${value}`) })),
      },
      product: {
        control: 'select',
        label: t('fields.product'),
        options: [
          ...(data?.products ?? []).map(({ id, institution, name }) => ({
            value: id,
            label: `${institution} · ${name}`,
          })),
          { value: noExternalProduct, label: t('byProduct.none') },
        ],
      },
      from: {
        control: 'dateRange',
        label: t('fields.since'),
        to: 'to',
        endLabels: [t('fields.since'), t('fields.until')],
      },
      to: { control: 'rangeEnd' },
      valuedBefore: { control: 'date', label: t('fields.valuedBefore') },
    }),
    [t, data, shared],
  )
}

const positionColumns: ScreenColumns<PositionList> = [
  { key: 'clientName', phone: 1 },
  { key: 'clientCvl', optional: true },
  { key: 'managerName', optional: true },
  'institution',
  { key: 'productName', phone: 2, cell: (name) => name ?? '–' },
  'kind',
  { key: 'description', optional: true },
  { key: 'since', optional: true },
  { key: 'state', cell: (state, _, word) => renderPositionBadge(state, word) },
  { key: 'closedOn', optional: true },
  { key: 'closingReason', optional: true },
  { key: 'lastAmount', optional: true },
  'valuedOn',
  { key: 'amount', phone: 3 },
]

/** Asks for the rows and their count. */
export const prefetch = createListPrefetch(listExternalPositions)

const buildPositionHref = ({ clientId }: ExternalPositionRow): string => `/clientes/${clientId}#external-positions`

/** What the clients in reach have and owe at other institutions. */
export default function ExternalPositionsScreen() {
  const { t } = useTranslation('external-positions')
  const maySeeClients = usePermission('bt_Clientes', 'view')
  const { listRowActions, add, message, dialog } = usePositionActions()
  const recordActions = useRecordRowActions()
  return (
    <>
      <ListScreen
        list={listExternalPositions}
        label={t('title')}
        context={(count, total) => t('count', { count, total })}
        contentBelow={<SignsNote />}
        canStartFromEmpty
        action={
          add &&
          maySeeClients && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => add(null)}>
              {t('add.action')}
            </Button>
          )
        }
        contentAbove={
          <>
            <ExternalTabs current="positions" />
            {message}
          </>
        }
        filters={usePositionFilters()}
        columns={useListColumns(listExternalPositions, positionColumns)}
        {...(maySeeClients && { rowHref: buildPositionHref })}
        rowActions={(row) => [...listRowActions(row), ...recordActions({ clientId: row.clientId })]}
        empty={t('empty')}
        emptyHint={t('emptyHint')}
      />
      {dialog}
    </>
  )
}

import { useMemo } from 'react'
import { type ClientErasureState, clientErasureStates, listClientErasures } from '#contract/client-erasures.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { processStateStyles } from '#web/domain/process-state-styles.ts'
import type { BadgeStyle } from '#web/domain/state-styles.ts'
import { StatusBadge } from '#web/domain/status-badge.tsx'
import { useListColumns } from '#web/domain/use-list-columns.tsx'
import { createListPrefetch } from '#web/ui/list/list-prefetch.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { FilterChoices, ScreenColumns } from '#web/ui/list/list-types.ts'

type List = typeof listClientErasures

const useFilters = (): FilterChoices<List> => {
  const { t } = useTranslation('client-erasures')
  return useMemo(
    () => ({
      search: { control: 'search', label: t('search') },
      state: {
        control: 'select',
        label: t('fields.state'),
        alwaysShown: true,
        options: clientErasureStates.map((value) => ({ value, label: t(`states.${value}`) })),
      },
      dueFrom: { control: 'dateRange', to: 'dueTo', endLabels: [t('fields.dueFrom'), t('fields.dueTo')] },
      dueTo: { control: 'rangeEnd' },
    }),
    [t],
  )
}

const stateBadges = {
  scheduled: processStateStyles.scheduled,
  due: processStateStyles.waiting,
  asked: processStateStyles.checked,
  done: processStateStyles.locked,
  withdrawn: processStateStyles.undone,
} as const satisfies Record<ClientErasureState, BadgeStyle>

const renderStateBadge = (state: ClientErasureState, label: string) => {
  const [tone, icon] = stateBadges[state]
  return <StatusBadge tone={tone} icon={icon} label={label} />
}

const columns: ScreenColumns<List> = [
  { key: 'dueOn', phone: 3 },
  { key: 'state', phone: 2, cell: (state, _, word) => renderStateBadge(state, word) },
  { key: 'clientName', phone: 1 },
  { key: 'clientCvl', optional: true },
  'requestedOn',
  { key: 'endedOn', optional: true },
  'reason',
  { key: 'doneAt', optional: true },
]

/** Asks for the rows and their count. */
export const prefetch = createListPrefetch(listClientErasures)

const buildHref = ({ clientId }: { clientId: string }): string => `/clientes/${clientId}/supresion`

/** Erasures of the clients that one sees: the earliest day first, so that what is due stands at the top. */
export default function ClientErasuresScreen() {
  const { t } = useTranslation('client-erasures')
  return (
    <ListScreen
      list={listClientErasures}
      label={t('title')}
      context={(count, total) => t('count', { count, total })}
      filters={useFilters()}
      columns={useListColumns(listClientErasures, columns)}
      rowHref={buildHref}
      empty={t('empty')}
      emptyHint={t('emptyHint')}
    />
  )
}

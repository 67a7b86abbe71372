import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { type AgendaHit, agendaKinds, agendaReaches, listAgendaHits, maxNamedPeople } from '#contract/agenda-search.ts'
import { contactStages } from '#contract/contacts/stages.ts'
import { getContactOptions } from '#contract/contacts.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { buildPersonHref } from '#web/domain/agenda/agenda-person.ts'
import { AgendaTabs } from '#web/domain/agenda/agenda-tabs.tsx'
import { useListColumns } from '#web/domain/use-list-columns.tsx'
import { createListPrefetch } from '#web/ui/list/list-prefetch.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { FilterChoices, ScreenColumns } from '#web/ui/list/list-types.ts'
import { useListTotals } from '#web/ui/list/use-list-data.ts'
import { useListState } from '#web/ui/list/use-list-state.ts'
import { Notice } from '#web/ui/status-messages.tsx'

type HitList = typeof listAgendaHits

const optionsQuery = { ...buildQueryOptions(getContactOptions, {}), staleTime: 60_000 }

const useHitFilters = (): FilterChoices<HitList> => {
  const { t } = useTranslation('agenda-search')
  const { data } = useQuery(optionsQuery)
  return useMemo(
    () => ({
      search: { control: 'search', label: t('search') },
      reach: {
        control: 'select',
        label: t('fields.reach'),
        alwaysShown: true,
        options: agendaReaches.map((value) => ({ value, label: t(`reaches.${value}`) })),
      },
      kind: {
        control: 'select',
        label: t('fields.kind'),
        alwaysShown: true,
        options: agendaKinds.map((value) => ({ value, label: t(`kinds.${value}`) })),
      },
      owner: {
        control: 'select',
        label: t('fields.owner'),
        alwaysShown: true,
        options: (data?.owners ?? []).map(({ id, name }) => ({ value: id, label: name })),
      },
      stage: {
        control: 'select',
        label: t('fields.stage'),
        options: contactStages.map((value) => ({ value, label: t(`stages.${value}`) })),
      },
      from: {
        control: 'dateRange',
        label: t('fields.day'),
        to: 'to',
        endLabels: [t('fields.from'), t('fields.to')],
      },
      to: { control: 'rangeEnd' },
    }),
    [t, data],
  )
}

const useHitColumns = (): ScreenColumns<HitList> =>
  useMemo(
    () => [
      { key: 'personName', phone: 1, cell: (name) => name ?? '–' },
      'kind',
      // A telephone shows what was found, which says of what kind it is.
      { key: 'detail', phone: 2 },
      'stage',
      { key: 'day', phone: 3 },
      { key: 'ownerName', cell: (name) => name ?? '–' },
      { key: 'ownerCvl', optional: true },
    ],
    [],
  )

/** Asks for what can be chosen from. */
export const prefetch = createListPrefetch(listAgendaHits)

/** Calls have no page: they stand on that of their person. */
const buildHitHref = (hit: AgendaHit): string => {
  const id = hit.id.split(':')[1]
  if (hit.kind === 'meeting') return `/crm/AgendaComercial/reuniones/${id}`
  if (hit.kind === 'followUp') return `/crm/AgendaComercial/seguimientos/${id}`
  return buildPersonHref(hit)
}

/** Says of whom, and of what, there is more than is looked at, so that nobody takes what is shown for all there is. */
const CutNotice = () => {
  const { t } = useTranslation('agenda-search')
  const format = useFormatters()
  const [{ filters }] = useListState(listAgendaHits)
  const totals = useListTotals(listAgendaHits, filters)
  const cut = totals?.cut ?? 'none'
  return (
    <>
      {cut !== 'none' && <Notice>{t(`cut.${cut}`, { limit: format.number(maxNamedPeople) })}</Notice>}
      {totals?.areWordsCut && <Notice>{t('wordsCut')}</Notice>}
    </>
  )
}

/** One search over people and all that the agenda has of them. */
export default function AgendaSearchScreen() {
  const { t } = useTranslation('agenda-search')
  const [params] = useSearchParams()
  const isAsking = params.has('search')
  return (
    <ListScreen
      list={listAgendaHits}
      label={t('title')}
      context={(count, total) => t('count', { count, total })}
      contentAbove={
        <>
          <AgendaTabs current="search" />
          <CutNotice />
        </>
      }
      filters={useHitFilters()}
      columns={useListColumns(listAgendaHits, useHitColumns())}
      rowHref={buildHitHref}
      empty={isAsking ? t('empty') : t('start')}
      emptyHint={isAsking ? t('emptyHint') : t('startHint')}
    />
  )
}

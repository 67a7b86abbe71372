import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { getHandoverFilterOptions, handoverStates, linkRoles, listHandovers } from '#contract/handovers.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions, queryClient } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { renderAmount } from '#web/domain/amount.tsx'
import { newHandoverPath } from '#web/domain/handover-choice.ts'
import { createListPrefetch, createRowHref } from '#web/ui/list/list-prefetch.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { Column, FilterChoices } from '#web/ui/list/list-types.ts'
import { renderHandoverBadge } from './handover-badge.tsx'

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
        pinned: true,
        options: handoverStates.map((value) => ({ value, label: t(`states.${value}`) })),
      },
      giver: { control: 'select', label: t('filters.giver'), pinned: true, options: people(options?.givers) },
      receiver: { control: 'select', label: t('filters.receiver'), pinned: true, options: people(options?.receivers) },
      role: {
        control: 'select',
        label: t('fields.role'),
        options: linkRoles.map((value) => ({ value, label: t(`roles.${value}`) })),
      },
      from: { control: 'date', label: t('filters.from') },
      to: { control: 'date', label: t('filters.to') },
    }
  }, [t, options])
}

const useHandoverColumns = (): readonly Column<HandoverList>[] => {
  const { t } = useTranslation('handovers')
  const format = useFormatters()
  return useMemo(
    () => [
      { key: 'proposedAt', label: t('fields.proposedAt'), cell: format.dateTime },
      {
        key: 'state',
        label: t('fields.state'),
        phone: 2,
        cell: (state) => renderHandoverBadge(state, t(`states.${state}`)),
      },
      {
        key: 'fromName',
        label: t('fields.from'),
        cell: (name, { givers }) => name ?? (givers > 0 ? t('people', { count: givers }) : t('nobody')),
      },
      { key: 'toName', label: t('fields.to'), phone: 1 },
      { key: 'role', label: t('fields.role'), cell: (role) => t(`roles.${role}`) },
      { key: 'effectiveOn', label: t('fields.effectiveOn'), cell: format.date },
      { key: 'clients', label: t('fields.clients'), align: 'end', cell: format.number },
      {
        key: 'capital',
        label: t('fields.capital'),
        align: 'end',
        phone: 3,
        cell: (amount) => renderAmount(format, amount),
        total: ({ capital }) => renderAmount(format, capital),
      },
      { key: 'proposerName', label: t('fields.proposer'), optional: true },
      { key: 'doneAt', label: t('fields.doneAt'), optional: true, cell: format.dateTime },
    ],
    [t, format],
  )
}

/** Asks for the rows, their count and what can be chosen from. */
export const prefetch = createListPrefetch(listHandovers, () => void queryClient.prefetchQuery(handoverOptionsQuery))

const buildHandoverHref = createRowHref('/crm/Traspasos')

/** Portfolios that change hands, the newest first. */
export default function HandoversScreen() {
  const { t } = useTranslation('handovers')
  const mayPropose = usePermission('bt_Traspasos', 'create')
  return (
    <ListScreen
      list={listHandovers}
      label={t('title')}
      context={(count, total) => t('count', { count, total })}
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
    />
  )
}

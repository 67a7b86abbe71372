import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { getAuditChainStatus, getAuditFilterOptions, listAuditEvents } from '#contract/audit.ts'
import { splitFilterValues } from '#contract/core/filter-check.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions, queryClient } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { useAuditTexts } from '#web/domain/audit-texts.ts'
import { useListColumns } from '#web/domain/use-list-columns.tsx'
import { createListPrefetch, createRowHref } from '#web/ui/list/list-prefetch.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { FilterChoices, ScreenColumns } from '#web/ui/list/list-types.ts'
import textClasses from '#web/ui/text.module.css'
import classes from './audit.module.css'
import { AuditTabs } from './audit-tabs.tsx'
import { renderSealedBadge } from './sealed-badge.tsx'

type AuditEventList = typeof listAuditEvents

const auditFilterOptionsQuery = buildQueryOptions(getAuditFilterOptions, {})
const auditChainQuery = buildQueryOptions(getAuditChainStatus, {})

const useAuditFilters = (): FilterChoices<AuditEventList> => {
  const { t } = useTranslation('audit')
  const words = useAuditTexts()
  const options = useQuery(auditFilterOptionsQuery).data
  // The history of a record leads here before anything of its kind was done.
  const [address] = useSearchParams()
  const chosen = address.get('entity') ?? ''
  return useMemo(
    () => ({
      from: { control: 'dateRange', to: 'to', endLabels: [t('fields.from'), t('fields.to')], alwaysShown: true },
      to: { control: 'rangeEnd' },
      person: {
        control: 'select',
        label: t('fields.person'),
        alwaysShown: true,
        options: (options?.people ?? []).map(({ id, name }) => ({ value: id, label: name })),
      },
      action: {
        control: 'select',
        label: t('fields.action'),
        alwaysShown: true,
        options: (options?.actions ?? []).map((value) => ({ value, label: words.action(value) })),
      },
      screens: {
        control: 'select',
        label: t('fields.screens'),
        alwaysShown: true,
        options: [{ value: 'without', label: t('withoutScreens') }],
      },
      entity: {
        control: 'select',
        label: t('fields.entity'),
        options: [...new Set([...(options?.entities ?? []), ...splitFilterValues(chosen)])].map((value) => ({
          value,
          label: words.entity(value),
        })),
      },
      record: { control: 'text', label: t('fields.record') },
      address: { control: 'text', label: t('fields.address') },
      request: { control: 'text', label: t('fields.request') },
    }),
    [t, words, options, chosen],
  )
}

const useAuditColumns = () => {
  const { t } = useTranslation('audit')
  const words = useAuditTexts()
  return useListColumns(
    listAuditEvents,
    useMemo(
      (): ScreenColumns<AuditEventList> => [
        { key: 'at', phone: 1 },
        { key: 'personName', phone: 2, cell: (_, row) => words.who(row) },
        { key: 'action', phone: 3, cell: words.action },
        { key: 'entity', cell: words.entity },
        'entityId',
        'address',
        { key: 'sealed', cell: (sealed) => renderSealedBadge(sealed, t(sealed ? 'sealed' : 'waiting')) },
        { key: 'cvl', optional: true },
        { key: 'actingCvl', optional: true },
        { key: 'actingName', optional: true },
        { key: 'requestId', optional: true },
      ],
      [t, words],
    ),
  )
}

/** How far the chain goes, and who can hold it against the rows. */
const AuditChainStatus = () => {
  const { t } = useTranslation('audit')
  const format = useFormatters()
  const { data } = useQuery(auditChainQuery)
  if (!data) return <p className={textClasses.muted}>{'\u00a0'}</p>
  const { sealed, waiting, sealedUpTo } = data
  return (
    <section aria-label={t('chain.label')} className={classes.chain}>
      <span>
        {sealed > 0
          ? t('chain.upTo', { at: format.dateTime(sealedUpTo), sealed: format.number(sealed) })
          : t('chain.none')}
      </span>
      {waiting > 0 && <span>{t('chain.waiting', { count: waiting, total: format.number(waiting) })}</span>}
      <span className={textClasses.muted}>{t('chain.how')}</span>
    </section>
  )
}

const prefetchAudit = createListPrefetch(listAuditEvents, () => {
  void queryClient.prefetchQuery(auditFilterOptionsQuery)
  void queryClient.prefetchQuery(auditChainQuery)
})

const buildAuditEventHref = createRowHref('/crm/Auditoria')

/** What people mostly look for: without the screens that were only opened. A chip says so, and takes it back. */
const withoutScreens = '?screens=without'

/** Asks for the rows, their count, what can be chosen from, and the chain. */
export const prefetch = (address: URL): void =>
  prefetchAudit(address.search ? address : new URL(withoutScreens, address))

/** Whether the page was come to without a filter: the chip that is cleared afterwards stays so. */
const useIsPlainArrival = (): boolean => {
  const [params] = useSearchParams()
  const [isArriving, setArriving] = useState(params.size === 0)
  useEffect(() => {
    if (params.size > 0) setArriving(false)
  }, [params])
  return isArriving && params.size === 0
}

/** What was done in the prefix, the newest first. */
export default function AuditScreen() {
  const isPlainArrival = useIsPlainArrival()
  return isPlainArrival ? <Navigate to={withoutScreens} replace /> : <AuditList />
}

const AuditList = () => {
  const { t } = useTranslation('audit')
  return (
    <ListScreen
      list={listAuditEvents}
      label={t('title')}
      context={(count, total) => t('count', { count, total })}
      contentAbove={<AuditTabs current="activity" />}
      contentBelow={<AuditChainStatus />}
      filters={useAuditFilters()}
      columns={useAuditColumns()}
      rowHref={buildAuditEventHref}
      empty={t('empty')}
      emptyHint={t('emptyHint')}
    />
  )
}

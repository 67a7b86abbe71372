import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { getAuditChainStatus, getAuditFilterOptions, listAuditEvents } from '#contract/audit.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions, queryClient } from '#web/core/query-client.ts'
import { useSession } from '#web/core/session.ts'
import { useAuditTexts } from '#web/domain/audit-texts.ts'
import { createListPrefetch, createRowHref } from '#web/ui/list/list-prefetch.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { Column, FilterChoices } from '#web/ui/list/list-types.ts'
import classes from './audit.module.css'
import { AuditTabs } from './audit-tabs.tsx'
import { renderSealedBadge } from './sealed-badge.tsx'

type AuditList = typeof listAuditEvents

const auditFilterOptionsQuery = buildQueryOptions(getAuditFilterOptions, {})
const auditChainQuery = buildQueryOptions(getAuditChainStatus, {})

const useAuditFilters = (): FilterChoices<AuditList> => {
  const { t } = useTranslation('audit')
  const words = useAuditTexts()
  const options = useQuery(auditFilterOptionsQuery).data
  return useMemo(
    () => ({
      from: { control: 'date', label: t('fields.from'), pinned: true },
      to: { control: 'date', label: t('fields.to'), pinned: true },
      person: {
        control: 'select',
        label: t('fields.person'),
        pinned: true,
        options: (options?.people ?? []).map(({ id, name }) => ({ value: id, label: name })),
      },
      action: {
        control: 'select',
        label: t('fields.action'),
        pinned: true,
        options: (options?.actions ?? []).map((value) => ({ value, label: words.action(value) })),
      },
      screens: {
        control: 'select',
        label: t('fields.screens'),
        pinned: true,
        options: [{ value: 'without', label: t('withoutScreens') }],
      },
      entity: {
        control: 'select',
        label: t('fields.entity'),
        options: (options?.entities ?? []).map((value) => ({ value, label: words.entity(value) })),
      },
      record: { control: 'text', label: t('fields.record') },
      address: { control: 'text', label: t('fields.address') },
      request: { control: 'text', label: t('fields.request') },
    }),
    [t, words, options],
  )
}

const useAuditColumns = (): readonly Column<AuditList>[] => {
  const { t } = useTranslation('audit')
  const format = useFormatters()
  const words = useAuditTexts()
  return useMemo(
    () => [
      { key: 'at', label: t('fields.at'), phone: 1, cell: format.dateTime },
      { key: 'personName', label: t('fields.person'), phone: 2, cell: (_, row) => words.who(row) },
      { key: 'action', label: t('fields.action'), phone: 3, cell: words.action },
      { key: 'entity', label: t('fields.entity'), cell: words.entity },
      { key: 'entityId', label: t('fields.record') },
      { key: 'address', label: t('fields.address') },
      {
        key: 'sealed',
        label: t('fields.sealed'),
        cell: (sealed) => renderSealedBadge(sealed, t(sealed ? 'sealed' : 'waiting')),
      },
      { key: 'cvl', label: t('fields.cvl'), optional: true },
      { key: 'actingCvl', label: t('fields.actingCvl'), optional: true },
      { key: 'actingName', label: t('fields.actingName'), optional: true },
      { key: 'requestId', label: t('fields.request'), optional: true },
    ],
    [t, format, words],
  )
}

/** How far the chain goes, and the command that holds it against the rows. */
const AuditChainStatus = () => {
  const { t } = useTranslation('audit')
  const format = useFormatters()
  const prefix = useSession((state) => state.selectedDatabasePrefix)
  const { data } = useQuery(auditChainQuery)
  if (!data) return <p className={classes.muted}>{'\u00a0'}</p>
  const { sealed, waiting, sealedUpTo } = data
  return (
    <section aria-label={t('chain.label')} className={classes.chain}>
      <span>
        {sealed > 0
          ? t('chain.upTo', { at: format.dateTime(sealedUpTo), sealed: format.number(sealed) })
          : t('chain.none')}
      </span>
      {waiting > 0 && <span>{t('chain.waiting', { count: waiting, total: format.number(waiting) })}</span>}
      <span className={classes.muted}>{t('chain.how', { prefix })}</span>
    </section>
  )
}

/** Asks for the rows, their count, what can be chosen from, and the chain. */
export const prefetch = createListPrefetch(listAuditEvents, () => {
  void queryClient.prefetchQuery(auditFilterOptionsQuery)
  void queryClient.prefetchQuery(auditChainQuery)
})

const buildAuditEventHref = createRowHref('/crm/Auditoria')

/** What was done in the prefix, the newest first. */
export default function AuditScreen() {
  const { t } = useTranslation('audit')
  return (
    <ListScreen
      list={listAuditEvents}
      label={t('title')}
      context={(count, total) => t('count', { count, total })}
      above={
        <>
          <AuditTabs current="activity" />
          <AuditChainStatus />
        </>
      }
      filters={useAuditFilters()}
      columns={useAuditColumns()}
      rowHref={buildAuditEventHref}
      empty={t('empty')}
    />
  )
}

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { accessEventActions, getAuditFilterOptions, listAccessEvents } from '#contract/audit.ts'
import type texts from '#locales/es/audit.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions, queryClient } from '#web/core/query-client.ts'
import { createListPrefetch } from '#web/ui/list/list-prefetch.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { Column, FilterChoices } from '#web/ui/list/list-types.ts'
import classes from './audit.module.css'
import { AuditTabs } from './audit-tabs.tsx'
import { renderSealedBadge } from './sealed-badge.tsx'

type AccessLogList = typeof listAccessEvents
type AccessLogAction = keyof typeof texts.accesses.actions

const auditFilterOptionsQuery = buildQueryOptions(getAuditFilterOptions, {})

/** What an event is called; what has no word stays as it is. */
const useAccessActionText = (): ((code: string) => string) => {
  const { t, i18n } = useTranslation('audit')
  return useMemo(
    () => (code) => {
      // 'signIn.refused' stands in the texts as signIn_refused: a point leads into a group there.
      const key = code.replaceAll('.', '_')
      return i18n.exists(`audit:accesses.actions.${key}`) ? t(`accesses.actions.${key as AccessLogAction}`) : code
    },
    [t, i18n],
  )
}

const useAccessLogFilters = (): FilterChoices<AccessLogList> => {
  const { t } = useTranslation('audit')
  const actionWord = useAccessActionText()
  const options = useQuery(auditFilterOptionsQuery).data
  return useMemo(
    () => ({
      from: { control: 'date', label: t('fields.from'), pinned: true },
      to: { control: 'date', label: t('fields.to'), pinned: true },
      person: {
        control: 'select',
        label: t('fields.person'),
        pinned: true,
        options: (options?.everybody ?? []).map(({ id, name }) => ({ value: id, label: name })),
      },
      action: {
        control: 'select',
        label: t('fields.action'),
        pinned: true,
        options: accessEventActions.map((value) => ({ value, label: actionWord(value) })),
      },
      address: { control: 'text', label: t('fields.address') },
    }),
    [t, actionWord, options],
  )
}

const useAccessLogColumns = (): readonly Column<AccessLogList>[] => {
  const { t } = useTranslation('audit')
  const format = useFormatters()
  const actionWord = useAccessActionText()
  return useMemo(
    () => [
      { key: 'at', label: t('fields.at'), phone: 1, cell: format.dateTime },
      { key: 'personName', label: t('fields.person'), phone: 2, cell: (name) => name ?? t('accesses.unknown') },
      { key: 'action', label: t('fields.action'), phone: 3, cell: actionWord },
      { key: 'identity', label: t('fields.identity') },
      { key: 'address', label: t('fields.address') },
      {
        key: 'sealed',
        label: t('fields.sealed'),
        cell: (sealed) => renderSealedBadge(sealed, t(sealed ? 'sealed' : 'waiting')),
      },
      { key: 'requestId', label: t('fields.request'), optional: true },
    ],
    [t, format, actionWord],
  )
}

/** Asks for the rows, their count and what can be chosen from. */
export const prefetch = createListPrefetch(
  listAccessEvents,
  () => void queryClient.prefetchQuery(auditFilterOptionsQuery),
)

/** Who came in, who was refused, and what guards their accounts: the newest first. */
export default function AccessLogScreen() {
  const { t } = useTranslation('audit')
  return (
    <ListScreen
      list={listAccessEvents}
      label={t('accesses.title')}
      context={(count, total) => t('accesses.count', { count, total })}
      above={
        <>
          <AuditTabs current="accesses" />
          <p className={classes.muted}>{t('accesses.lead')}</p>
        </>
      }
      filters={useAccessLogFilters()}
      columns={useAccessLogColumns()}
      empty={t('accesses.empty')}
    />
  )
}

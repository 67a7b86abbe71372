import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { accessEventActions, getAuditFilterOptions, listAccessEvents } from '#contract/audit.ts'
import type texts from '#locales/es/audit.ts'
import { buildQueryOptions, queryClient } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { useListColumns } from '#web/domain/use-list-columns.tsx'
import { createListPrefetch } from '#web/ui/list/list-prefetch.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { FilterChoices, ScreenColumns } from '#web/ui/list/list-types.ts'
import textClasses from '#web/ui/text.module.css'
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
      from: { control: 'dateRange', to: 'to', endLabels: [t('fields.from'), t('fields.to')], alwaysShown: true },
      to: { control: 'rangeEnd' },
      person: {
        control: 'select',
        label: t('fields.person'),
        alwaysShown: true,
        options: (options?.everybody ?? []).map(({ id, name }) => ({ value: id, label: name })),
      },
      action: {
        control: 'select',
        label: t('fields.action'),
        alwaysShown: true,
        options: accessEventActions.map((value) => ({ value, label: actionWord(value) })),
      },
      address: { control: 'text', label: t('fields.address') },
    }),
    [t, actionWord, options],
  )
}

const useAccessLogColumns = () => {
  const { t } = useTranslation('audit')
  const actionWord = useAccessActionText()
  return useListColumns(
    listAccessEvents,
    useMemo(
      (): ScreenColumns<AccessLogList> => [
        { key: 'at', phone: 1 },
        { key: 'personName', phone: 2, cell: (name) => name ?? t('accesses.unknown') },
        { key: 'action', phone: 3, cell: actionWord },
        'identity',
        'address',
        { key: 'sealed', cell: (sealed) => renderSealedBadge(sealed, t(sealed ? 'sealed' : 'waiting')) },
        { key: 'requestId', optional: true },
      ],
      [t, actionWord],
    ),
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
      contentAbove={<AuditTabs current="accesses" />}
      contentBelow={<p className={textClasses.muted}>{t('accesses.lead')}</p>}
      filters={useAccessLogFilters()}
      columns={useAccessLogColumns()}
      empty={t('accesses.empty')}
      emptyHint={t('accesses.emptyHint')}
    />
  )
}

import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { listNotices, noticeKinds, noticeStates } from '#contract/notices.ts'
import { useFormatters } from '#web/core/format.ts'
import { renderAmount } from '#web/domain/amount.tsx'
import { renderNoticeBadge, useNoticeReasonText } from '#web/domain/notice-badge.tsx'
import { ResendNoticeButton } from '#web/domain/resend-notice.tsx'
import { createListPrefetch } from '#web/ui/list/list-prefetch.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { Column, FilterChoices } from '#web/ui/list/list-types.ts'

type NoticeList = typeof listNotices

const useNoticeFilters = (): FilterChoices<NoticeList> => {
  const { t } = useTranslation('notices')
  return useMemo(
    () => ({
      search: { control: 'search', label: t('search') },
      state: {
        control: 'select',
        label: t('fields.state'),
        pinned: true,
        options: noticeStates.map((value) => ({ value, label: t(`states.${value}`) })),
      },
      kind: {
        control: 'select',
        label: t('fields.kind'),
        pinned: true,
        options: noticeKinds.map((value) => ({ value, label: t(`kinds.${value}`) })),
      },
      client: { control: 'elsewhere' },
      from: { control: 'date', label: t('fields.from') },
      to: { control: 'date', label: t('fields.to') },
    }),
    [t],
  )
}

const useNoticeColumns = (): readonly Column<NoticeList>[] => {
  const { t } = useTranslation('notices')
  const format = useFormatters()
  const reasonOf = useNoticeReasonText()
  return useMemo(
    () => [
      { key: 'queuedAt', label: t('fields.queuedAt'), cell: format.dateTime },
      { key: 'clientName', label: t('fields.client'), phone: 1 },
      { key: 'clientCvl', label: t('fields.cvl'), optional: true },
      { key: 'kind', label: t('fields.kind'), phone: 3, cell: (kind) => t(`kinds.${kind}`) },
      {
        key: 'state',
        label: t('fields.state'),
        phone: 2,
        cell: (state) => renderNoticeBadge(state, t(`states.${state}`)),
      },
      {
        key: 'reason',
        label: t('fields.reason'),
        cell: reasonOf,
        total: ({ failed, skipped }) =>
          t('trouble', { failed: format.number(failed), skipped: format.number(skipped) }),
      },
      { key: 'sentAt', label: t('fields.sentAt'), optional: true, cell: format.dateTime },
      { key: 'recipient', label: t('fields.recipient'), cell: (recipient) => recipient ?? '–' },
      { key: 'accountNumber', label: t('fields.account'), optional: true },
      { key: 'aboutOn', label: t('fields.aboutOn'), optional: true, cell: format.date },
      { key: 'attempts', label: t('fields.attempts'), align: 'end', optional: true, cell: format.number },
      {
        key: 'amount',
        label: t('fields.amount'),
        align: 'end',
        cell: (amount) => (amount === null ? '–' : renderAmount(format, amount)),
      },
      { key: 'mayResend', label: t('resend'), phone: 'beside', cell: (_, row) => <ResendNoticeButton notice={row} /> },
    ],
    [t, format, reasonOf],
  )
}

/** Asks for the rows and their count. */
export const prefetch = createListPrefetch(listNotices)

const buildAccountHref = ({ clientId, accountId }: { clientId: string; accountId: string }): string =>
  `/clientes/${clientId}/cuentas/${accountId}`

/** What clients were told of their money by e-mail, and what wasn't sent and why. */
export default function NoticesScreen() {
  const { t } = useTranslation('notices')
  return (
    <ListScreen
      list={listNotices}
      label={t('title')}
      context={(count, total) => t('count', { count, total })}
      filters={useNoticeFilters()}
      columns={useNoticeColumns()}
      rowHref={buildAccountHref}
      empty={t('empty')}
    />
  )
}

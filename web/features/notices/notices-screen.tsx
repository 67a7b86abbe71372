import { useMemo } from 'react'
import { listNotices, noticeKinds, noticeStates } from '#contract/notices.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { renderNoticeBadge, useNoticeReasonText } from '#web/domain/notice-badge.tsx'
import { ResendNoticeButton } from '#web/domain/resend-notice.tsx'
import { useAccountPeek } from '#web/domain/use-account-peek.tsx'
import { useListColumns } from '#web/domain/use-list-columns.tsx'
import { createListPrefetch } from '#web/ui/list/list-prefetch.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { FilterChoices, ScreenColumns } from '#web/ui/list/list-types.ts'

type NoticeList = typeof listNotices

const useNoticeFilters = (): FilterChoices<NoticeList> => {
  const { t } = useTranslation('notices')
  return useMemo(
    () => ({
      search: { control: 'search', label: t('search') },
      state: {
        control: 'select',
        label: t('fields.state'),
        alwaysShown: true,
        options: noticeStates.map((value) => ({ value, label: t(`states.${value}`) })),
      },
      kind: {
        control: 'select',
        label: t('fields.kind'),
        alwaysShown: true,
        options: noticeKinds.map((value) => ({ value, label: t(`kinds.${value}`) })),
      },
      client: { control: 'elsewhere' },
      from: { control: 'dateRange', to: 'to', endLabels: [t('fields.from'), t('fields.to')] },
      to: { control: 'rangeEnd' },
    }),
    [t],
  )
}

const useNoticeColumns = () => {
  const { t } = useTranslation('notices')
  const format = useFormatters()
  const reasonOf = useNoticeReasonText()
  return useListColumns(
    listNotices,
    useMemo(
      (): ScreenColumns<NoticeList> => [
        'queuedAt',
        { key: 'clientName', phone: 1 },
        { key: 'clientCvl', optional: true },
        { key: 'kind', phone: 3 },
        { key: 'state', phone: 2, cell: (state, _, word) => renderNoticeBadge(state, word) },
        {
          key: 'reason',
          cell: reasonOf,
          total: ({ failed, skipped }) =>
            t('trouble', { failed: format.number(failed), skipped: format.number(skipped) }),
        },
        { key: 'sentAt', optional: true },
        'recipient',
        { key: 'accountNumber', optional: true },
        { key: 'aboutOn', optional: true },
        { key: 'attempts', optional: true },
        'amount',
        {
          key: 'mayResend',
          label: t('resend'),
          phone: 'beside',
          cell: (_, row) => <ResendNoticeButton notice={row} />,
        },
      ],
      [t, format, reasonOf],
    ),
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
      peek={useAccountPeek()}
      rowHref={buildAccountHref}
      empty={t('empty')}
      emptyHint={t('emptyHint')}
    />
  )
}

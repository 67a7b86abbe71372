import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { listNotices, type NoticeRow } from '#contract/notices.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildPartQuery } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { renderNoticeBadge, useNoticeReasonText } from '#web/domain/notice-badge.tsx'
import { ResendNoticeButton } from '#web/domain/resend-notice.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { DataTable } from '#web/ui/list/data-table.tsx'
import type { RowColumn } from '#web/ui/list/list-types.ts'
import { Section } from '#web/ui/section.tsx'
import classes from './clients.module.css'

/** So many of the newest: the others are a click away. */
const maxVisibleNotices = 5

export const buildClientNoticesQuery = (clientId: string) =>
  buildPartQuery(listNotices.page, { query: { client: clientId, pageSize: maxVisibleNotices + 1 } })

const ClientNoticeTable = ({ clientId }: { clientId: string }) => {
  const { t } = useTranslation('notices')
  const format = useFormatters()
  const reasonOf = useNoticeReasonText()
  const { data, error, refetch } = useQuery(buildClientNoticesQuery(clientId))
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data || data.rows.length === 0) return null
  const columns: readonly RowColumn<NoticeRow, never>[] = [
    { key: 'queuedAt', label: t('fields.queuedAt'), phone: 1, cell: format.dateTime },
    { key: 'kind', label: t('fields.kind'), phone: 3, cell: (kind) => t(`kinds.${kind}`) },
    {
      key: 'state',
      label: t('fields.state'),
      phone: 2,
      cell: (state) => renderNoticeBadge(state, t(`states.${state}`)),
    },
    { key: 'reason', label: t('fields.reason'), cell: reasonOf },
    { key: 'accountNumber', label: t('fields.account') },
    { key: 'recipient', label: t('fields.recipient'), cell: (recipient) => recipient ?? '–' },
    { key: 'mayResend', label: t('resend'), phone: 'beside', cell: (_, row) => <ResendNoticeButton notice={row} /> },
  ]
  return (
    <Section title={t('section.title')} description={t('section.lead')}>
      <DataTable label={t('section.title')} columns={columns} rows={data.rows.slice(0, maxVisibleNotices)} dense />
      {data.rows.length > maxVisibleNotices && (
        <p className={classes.muted}>
          <Link to={`/crm/Avisos?client=${clientId}`}>{t('section.all')}</Link>
        </p>
      )}
    </Section>
  )
}

/** What the client was told by e-mail, the newest first. Nothing where nothing ever was. */
export const ClientNotices = ({ clientId }: { clientId: string }) =>
  usePermission('bt_Avisos', 'view') ? <ClientNoticeTable clientId={clientId} /> : null

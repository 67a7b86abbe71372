import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { listNotices, type NoticeRow } from '#contract/notices.ts'
import { useFormat } from '#web/core/format.ts'
import { read } from '#web/core/query.ts'
import { useCan } from '#web/core/session.ts'
import { noticeBadge, useNoticeReason } from '#web/domain/notice-words.tsx'
import { ResendNotice } from '#web/domain/resend-notice.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { DataTable } from '#web/ui/list/data-table.tsx'
import type { ColumnFor } from '#web/ui/list/list-types.ts'
import { Section } from '#web/ui/section.tsx'
import classes from './clients.module.css'

/** So many of the newest: the others are a click away. */
const shownHere = 5

const Notices = ({ clientId }: { clientId: string }) => {
  const { t } = useTranslation('notices')
  const format = useFormat()
  const reasonOf = useNoticeReason()
  const query = { client: clientId, pageSize: shownHere + 1 }
  const { data, error, refetch } = useQuery(read(listNotices.page, { query }))
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data || data.rows.length === 0) return null
  const columns: readonly ColumnFor<NoticeRow, never>[] = [
    { key: 'queuedAt', label: t('fields.queuedAt'), phone: 1, cell: format.dateTime },
    { key: 'kind', label: t('fields.kind'), phone: 3, cell: (kind) => t(`kinds.${kind}`) },
    { key: 'state', label: t('fields.state'), phone: 2, cell: (state) => noticeBadge(state, t(`states.${state}`)) },
    { key: 'reason', label: t('fields.reason'), cell: reasonOf },
    { key: 'accountNumber', label: t('fields.account') },
    { key: 'recipient', label: t('fields.recipient'), cell: (recipient) => recipient ?? '–' },
    { key: 'mayResend', label: t('resend'), phone: 'beside', cell: (_, row) => <ResendNotice notice={row} /> },
  ]
  return (
    <Section title={t('section.title')} lead={t('section.lead')}>
      <DataTable label={t('section.title')} columns={columns} rows={data.rows.slice(0, shownHere)} dense />
      {data.rows.length > shownHere && (
        <p className={classes.muted}>
          <Link to={`/crm/Avisos?client=${clientId}`}>{t('section.all')}</Link>
        </p>
      )}
    </Section>
  )
}

/** What the client was told by e-mail, the newest first. Nothing where nothing ever was. */
export const ClientNotices = ({ clientId }: { clientId: string }) =>
  useCan('bt_Avisos', 'view') ? <Notices clientId={clientId} /> : null

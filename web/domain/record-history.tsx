import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type AuditEventRow, getRecordHistory } from '#contract/audit.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildPartQuery } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { DataTable } from '#web/ui/list/data-table.tsx'
import type { RowColumn } from '#web/ui/list/list-types.ts'
import { Section } from '#web/ui/section.tsx'
import { useAuditTexts } from './audit-texts.ts'

type Props = { entity: string; recordId: string }

const buildAuditEventHref = ({ id }: { id: string }): string => `/crm/Auditoria/${id}`

const AuditHistory = ({ entity, recordId }: Props) => {
  const { t } = useTranslation('audit')
  const format = useFormatters()
  const words = useAuditTexts()
  const { data, error, refetch } = useQuery(buildPartQuery(getRecordHistory, { params: { entity, recordId } }))
  const columns: readonly RowColumn<AuditEventRow, never>[] = [
    { key: 'at', label: t('fields.at'), phone: 1, cell: format.dateTime },
    { key: 'personName', label: t('fields.person'), phone: 2, cell: (_, row) => words.who(row) },
    { key: 'action', label: t('fields.action'), phone: 3, cell: words.action },
  ]
  const all = `/crm/Auditoria?${new URLSearchParams({ entity, record: recordId })}`
  return (
    <Section id="history" title={t('history.title')} state={<Link to={all}>{t('history.all')}</Link>}>
      {data?.rows.length === 0 && <p>{t('history.none')}</p>}
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && data?.rows.length !== 0 && (
        <DataTable
          label={t('history.title')}
          columns={columns}
          rows={data?.rows}
          expected={3}
          rowHref={buildAuditEventHref}
        />
      )}
    </Section>
  )
}

/** What was done to one record, for those who may read the audit; nothing for anybody else. The screen loads the texts 'audit'. */
export const RecordHistory = (props: Props) =>
  usePermission('bt_Auditoria', 'view') ? <AuditHistory {...props} /> : null

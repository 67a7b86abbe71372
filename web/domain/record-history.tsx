import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type AuditRow, getRecordHistory } from '#contract/audit.ts'
import { useFormat } from '#web/core/format.ts'
import { read } from '#web/core/query.ts'
import { useCan } from '#web/core/session.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { DataTable } from '#web/ui/list/data-table.tsx'
import type { ColumnFor } from '#web/ui/list/list-types.ts'
import { Section } from '#web/ui/section.tsx'
import { useAuditWords } from './audit-words.ts'

type Props = { entity: string; recordId: string }

const hrefOf = ({ id }: { id: string }): string => `/crm/Auditoria/${id}`

const History = ({ entity, recordId }: Props) => {
  const { t } = useTranslation('audit')
  const format = useFormat()
  const words = useAuditWords()
  const { data, error, refetch } = useQuery(read(getRecordHistory, { params: { entity, recordId } }))
  const columns: readonly ColumnFor<AuditRow, never>[] = [
    { key: 'at', label: t('fields.at'), phone: 1, cell: format.dateTime },
    { key: 'personName', label: t('fields.person'), phone: 2, cell: (_, row) => words.who(row) },
    { key: 'action', label: t('fields.action'), phone: 3, cell: words.action },
  ]
  const all = `/crm/Auditoria?${new URLSearchParams({ entity, record: recordId })}`
  return (
    <Section title={t('history.title')} state={<Link to={all}>{t('history.all')}</Link>}>
      {data?.rows.length === 0 && <p>{t('history.none')}</p>}
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && data?.rows.length !== 0 && (
        <DataTable label={t('history.title')} columns={columns} rows={data?.rows} expected={3} rowHref={hrefOf} />
      )}
    </Section>
  )
}

/** What was done to one record, for those who may read the audit; nothing for anybody else. The screen loads the texts 'audit'. */
export const RecordHistory = (props: Props) => (useCan('bt_Auditoria', 'view') ? <History {...props} /> : null)

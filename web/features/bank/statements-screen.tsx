import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo } from 'react'
import { Link } from 'react-router'
import { listPendingBankUploads } from '#contract/bank/uploads.ts'
import { listBankStatements } from '#contract/bank.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { renderAmount } from '#web/domain/amount.tsx'
import { ApprovalLink } from '#web/domain/approval-link.tsx'
import { buildDateRangeFilters } from '#web/domain/contribution-list-parts.tsx'
import { IncomeTabs } from '#web/domain/income-tabs.tsx'
import { useListColumns } from '#web/domain/use-list-columns.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { createListPrefetch, createRowHref } from '#web/ui/list/list-prefetch.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { FilterChoices, ScreenColumns } from '#web/ui/list/list-types.ts'
import { Notice } from '#web/ui/status-messages.tsx'
import { useHashDialog } from '#web/ui/use-hash-dialog.ts'
import { groupDigitsByFour } from './format-bank-number.ts'

const LazyUploadStatementDialog = lazy(() => import('./upload-statement-dialog.tsx'))

type StatementList = typeof listBankStatements

const useStatementFilters = (): FilterChoices<StatementList> => {
  const { t } = useTranslation('contributions')
  return useMemo(
    () => ({
      bankAccount: { control: 'elsewhere' },
      ...buildDateRangeFilters(t),
    }),
    [t],
  )
}

const useStatementColumns = () => {
  const { t } = useTranslation('contributions')
  const format = useFormatters()
  return useListColumns(
    listBankStatements,
    useMemo(
      (): ScreenColumns<StatementList> => [
        { key: 'toDate', phone: 1 },
        { key: 'bankAccount', cell: groupDigitsByFour },
        'format',
        { key: 'reference', optional: true },
        'entries',
        { key: 'waiting', phone: 2, cell: (count) => (count > 0 ? format.number(count) : '–') },
        { key: 'opening', optional: true, cell: (amount, { currency }) => renderAmount(format, amount, currency) },
        { key: 'closing', phone: 3, cell: (amount, { currency }) => renderAmount(format, amount, currency) },
        'uploadedAt',
        { key: 'uploaderName', label: t('fields.uploader'), optional: true, cell: (name) => name ?? '–' },
      ],
      [t, format],
    ),
  )
}

/** Files that were uploaded and that nobody else has approved yet: they are in no list, since nothing of them is in the books. */
const PendingUploads = () => {
  const { t } = useTranslation('contributions')
  const { data = [], error, refetch } = useQuery(buildQueryOptions(listPendingBankUploads, {}))
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  return data.map(({ id, fileName, uploaderName, approvalId }) => (
    <Notice key={id}>
      {t('upload.waiting', { file: fileName, who: uploaderName ?? '–' })}{' '}
      <Link to={`/crm/Ingresos/ficheros/${id}`}>{t('planned.see')}</Link>{' '}
      <ApprovalLink approvalId={approvalId}>{t('upload.openApproval')}</ApprovalLink>
    </Notice>
  ))
}

/** Asks for the rows and their count. */
export const prefetch = createListPrefetch(listBankStatements)

const buildStatementHref = createRowHref('/crm/Ingresos/extractos')

/** What the bank has said, the newest first. */
export default function StatementsScreen() {
  const { t } = useTranslation('contributions')
  const mayUpload = usePermission('bt_Extractos', 'create')
  const [isUploading, setUploading] = useHashDialog('subir')
  return (
    <>
      <ListScreen
        list={listBankStatements}
        label={t('parts.statements')}
        context={(count, total) => t('statements.count', { count, total })}
        canStartFromEmpty
        action={mayUpload && <Button onClick={() => setUploading(true)}>{t('upload.action')}</Button>}
        contentAbove={
          <>
            <IncomeTabs current="statements" />
            <PendingUploads />
          </>
        }
        filters={useStatementFilters()}
        columns={useStatementColumns()}
        rowHref={buildStatementHref}
        empty={t('statements.empty')}
        emptyHint={t('statements.emptyHint')}
      />
      {isUploading && mayUpload && (
        <Suspense>
          <LazyUploadStatementDialog onClose={() => setUploading(false)} />
        </Suspense>
      )}
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { type BankUploadDetail, getBankUpload } from '#contract/bank/uploads.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ApprovalLink } from '#web/domain/approval-link.tsx'
import PlannedStatementFile from '#web/domain/planned-statement-file.tsx'
import { MissingRecord } from '#web/ui/missing-record.tsx'
import { Page } from '#web/ui/page.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Notice } from '#web/ui/status-messages.tsx'

const StatementUploadDetails = ({ file }: { file: BankUploadDetail }) => {
  const { t } = useTranslation('contributions')
  const format = useFormatters()
  const { id, fileName, uploaderName, uploadedAt, state, approvalId } = file
  return (
    <Page>
      <PageHead
        title={t('planned.title', { file: fileName })}
        context={t('planned.by', { who: uploaderName ?? '–', at: format.dateTime(uploadedAt) })}
        action={approvalId && <ApprovalLink approvalId={approvalId}>{t('upload.openApproval')}</ApprovalLink>}
      />
      {state === 'waiting' ? (
        <PlannedStatementFile uploadId={id} />
      ) : (
        <Notice>
          {t(`planned.${state}`)} <Link to="/crm/Ingresos/extractos">{t('planned.toStatements')}</Link>
        </Notice>
      )}
    </Page>
  )
}

/** A file of the bank that waits for a second person: what its lines would be booked to. Once it is decided, what came of it. */
export default function StatementUploadScreen() {
  const { t } = useTranslation(['contributions', 'list', 'shell'])
  const { uploadId = '' } = useParams()
  const { data, error, refetch } = useQuery(buildQueryOptions(getBankUpload, { params: { uploadId } }))
  if (data) return <StatementUploadDetails file={data} />
  return <MissingRecord title={t('shell:screens.bankFile')} error={error} refetch={refetch} tiles={2} />
}

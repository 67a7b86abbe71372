import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { getUpload, type UploadDetail } from '#contract/bank/uploads.ts'
import { useFormat } from '#web/core/format.ts'
import { read } from '#web/core/query.ts'
import { ApprovalLink } from '#web/domain/approval-link.tsx'
import PlannedFile from '#web/domain/planned-file.tsx'
import { Notice } from '#web/ui/message.tsx'
import { NoRecord } from '#web/ui/no-record.tsx'
import { Page } from '#web/ui/page.tsx'
import { PageHead } from '#web/ui/page-head.tsx'

const File = ({ file }: { file: UploadDetail }) => {
  const { t } = useTranslation('contributions')
  const format = useFormat()
  const { id, fileName, uploaderName, uploadedAt, state, approvalId } = file
  return (
    <Page>
      <PageHead
        title={t('planned.title', { file: fileName })}
        context={t('planned.by', { who: uploaderName ?? '–', at: format.dateTime(uploadedAt) })}
        action={approvalId && <ApprovalLink approvalId={approvalId}>{t('upload.openApproval')}</ApprovalLink>}
      />
      {state === 'waiting' ? (
        <PlannedFile uploadId={id} />
      ) : (
        <Notice>
          {t(`planned.${state}`)} <Link to="/crm/Ingresos/extractos">{t('planned.toStatements')}</Link>
        </Notice>
      )}
    </Page>
  )
}

/** A file of the bank that waits for a second person: what its lines would be booked to. Once it is decided, what came of it. */
export default function FileScreen() {
  const { t } = useTranslation(['contributions', 'list', 'shell'])
  const { uploadId = '' } = useParams()
  const { data, error, refetch } = useQuery(read(getUpload, { params: { uploadId } }))
  if (data) return <File file={data} />
  return <NoRecord title={t('shell:screens.bankFile')} error={error} refetch={refetch} tiles={2} />
}

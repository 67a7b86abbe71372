import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ClientKyc, getClientKyc, type KycSubject, kycSubjects } from '#contract/client-kyc.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { AddressBadge, DniBadge, VerificationBadge } from '#web/domain/client-badges.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import layoutClasses from '#web/ui/layout.module.css'
import { SuccessMessage } from '#web/ui/status-messages.tsx'
import classes from './client-kyc.module.css'
import { DocumentFacts, DocumentStateBadge, useDocumentName } from './document-facts.tsx'
import { ReviewDialog } from './review-dialog.tsx'
import { UploadDialog } from './upload-dialog.tsx'

type SubjectProps = {
  subject: KycSubject
  kyc: ClientKyc
  mayEdit: boolean
  onUpload: () => void
  onOpen: (documentId: string) => void
}

/** The document of one kind that counts now, and all its versions. */
const KycSubjectPart = ({ subject, kyc, mayEdit, onUpload, onOpen }: SubjectProps) => {
  const { t } = useTranslation('client-kyc')
  const format = useFormatters()
  const nameOf = useDocumentName()
  const versions = kyc.documents.filter((document) => document.subject === subject)
  const [current, ...older] = versions
  const approved = older.find(({ state }) => state === 'approved')
  const isToCheck = mayEdit && current?.state === 'pending'
  return (
    <div className={classes.subject}>
      <div className={layoutClasses.line}>
        <h3 className={classes.subjectTitle}>{t(`subjects.${subject}`)}</h3>
        {subject === 'identity' ? (
          <>
            <VerificationBadge status={kyc.kycStatus} />
            {kyc.record.kind === 'person' && <DniBadge status={kyc.dniStatus} />}
          </>
        ) : (
          <AddressBadge status={kyc.addressStatus} />
        )}
      </div>
      {current ? <DocumentFacts document={current} /> : <p className={classes.muted}>{t(`none.${subject}`)}</p>}
      {approved && <p className={classes.muted}>{t('approvedKept', { name: nameOf(approved) })}</p>}
      <div className={layoutClasses.buttons}>
        {current && (
          <Button variant={isToCheck ? 'filled' : 'default'} size="xs" onClick={() => onOpen(current.id)}>
            {t(isToCheck ? 'lookAndCheck' : 'look')}
          </Button>
        )}
        {mayEdit && (
          <Button
            variant={current ? 'default' : 'filled'}
            size="xs"
            leftSection={<IconUpload size={14} aria-hidden />}
            onClick={onUpload}
          >
            {t(current ? `update.${subject}` : `upload.${subject}`)}
          </Button>
        )}
      </div>
      {older.length > 0 && (
        <details>
          <summary>{t('versions', { count: older.length })}</summary>
          <ul className={classes.versions}>
            {older.map((version) => (
              <li key={version.id}>
                <DocumentStateBadge state={version.state} />
                <span>{nameOf(version)}</span>
                <span className={classes.muted}>{format.dateTime(version.uploadedAt)}</span>
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={`${t('look')}: ${nameOf(version)}, ${format.dateTime(version.uploadedAt)}`}
                  onClick={() => onOpen(version.id)}
                >
                  {t('look')}
                </Button>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

/** Documents of identity and address of a client: what counts now, what waits, and what was before. */
export default function KycContent({ clientId }: { clientId: string }) {
  const { t } = useTranslation('client-kyc')
  const mayEdit = usePermission('bt_Clientes', 'edit')
  const [message, setMessage] = useState('')
  const [openId, setOpenId] = useState<string | null>(null)
  const [uploads, setUploads] = useState<KycSubject | null>(null)
  const { data, error, refetch } = useQuery(buildQueryOptions(getClientKyc, { params: { clientId } }))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <div className={classes.skeleton} role="status" aria-label={t('loading')} />
  const open = data.documents.find(({ id }) => id === openId)
  return (
    <>
      <SuccessMessage>{message}</SuccessMessage>
      <div className={classes.subjects}>
        {kycSubjects.map((subject) => (
          <KycSubjectPart
            key={subject}
            subject={subject}
            kyc={data}
            mayEdit={mayEdit}
            onUpload={() => setUploads(subject)}
            onOpen={setOpenId}
          />
        ))}
      </div>
      {open && (
        <ReviewDialog
          clientId={clientId}
          document={open}
          record={data.record}
          mayCheck={mayEdit}
          onDone={setMessage}
          onClose={() => setOpenId(null)}
        />
      )}
      {uploads && (
        <UploadDialog
          clientId={clientId}
          subject={uploads}
          record={data.record}
          onDone={setMessage}
          onClose={() => setUploads(null)}
        />
      )}
    </>
  )
}

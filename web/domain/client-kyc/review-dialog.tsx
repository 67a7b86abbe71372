import { Button } from '@mantine/core'
import { useState } from 'react'
import { type ClientKyc, checkKycDocument, type KycDocument, rejectKycDocument } from '#contract/client-kyc.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ReasonDialog } from '#web/ui/form/reason-dialog.tsx'
import layoutClasses from '#web/ui/layout.module.css'
import classes from './client-kyc.module.css'
import { RecordTable, ZoneTable } from './comparison.tsx'
import { DocumentFacts } from './document-facts.tsx'
import { DocumentViewer } from './document-viewer.tsx'

type Props = {
  clientId: string
  document: KycDocument
  record: ClientKyc['record']
  mayCheck: boolean
  onDone: (message: string) => void
  onClose: () => void
}

/** A document beside what is known of the client, and the word of whoever checks it. */
export const ReviewDialog = ({ clientId, document, record, mayCheck, onDone, onClose }: Props) => {
  const { t } = useTranslation('client-kyc')
  const [decision, setDecision] = useState<'check' | 'reject' | null>(null)
  const params = { clientId, documentId: document.id }
  const send = async (reason: string) => {
    const request = { params, body: { reason } }
    if (decision === 'reject') {
      await callEndpoint(rejectKycDocument, request, { refreshOnRefusal: true })
      onDone(t('review.rejected'))
    } else {
      const { state } = await callEndpoint(checkKycDocument, request, { refreshOnRefusal: true })
      onDone(t(state === 'done' ? 'review.approved' : 'review.checked'))
    }
    onClose()
  }
  return (
    <>
      <Dialog title={t(`subjects.${document.subject}`)} description={record.fullName} size="72rem" onClose={onClose}>
        <div className={classes.review}>
          <DocumentViewer clientId={clientId} document={document} />
          <div className={classes.data}>
            <DocumentFacts document={document} />
            <RecordTable document={document} record={record} />
            {document.zone && <ZoneTable zone={document.zone} />}
            {mayCheck && document.state === 'pending' && (
              <div className={layoutClasses.buttons}>
                <Button onClick={() => setDecision('check')}>{t('review.check')}</Button>
                <Button variant="default" onClick={() => setDecision('reject')}>
                  {t('review.reject')}
                </Button>
              </div>
            )}
          </div>
        </div>
      </Dialog>
      {decision && (
        <ReasonDialog
          title={t(`review.${decision}Title`)}
          text={t(`review.${decision}Lead`)}
          action={t(`review.${decision}`)}
          label={t(`review.${decision}Reason`)}
          onSend={send}
          onClose={() => setDecision(null)}
        />
      )}
    </>
  )
}

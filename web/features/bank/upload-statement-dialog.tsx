import { Button, FileInput, Loader } from '@mantine/core'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { statementFaults, uploadBankStatement } from '#contract/bank/uploads.ts'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import { CallError, callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ApprovalLink } from '#web/domain/approval-link.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { FailureMessage, Notice, SuccessMessage } from '#web/ui/status-messages.tsx'
import { useAction } from '#web/ui/use-action.ts'
import classes from './bank.module.css'
import { groupDigitsByFour } from './format-bank-number.ts'

type UploadResult = ResponseBody<typeof uploadBankStatement>

/** What doesn't fit in the file, and where; anything else in the words of its code. */
const UploadFailureReason = ({ of }: { of: unknown }) => {
  const { t } = useTranslation('contributions')
  const { reason = '', at = '' } = of instanceof CallError && of.code === 'statement.wrongFile' ? of.fields : {}
  const fault = statementFaults.find((one) => one === reason)
  return <FailureMessage of={of}>{fault && t('upload.wrong', { reason: t(`faults.${fault}`), at })}</FailureMessage>
}

const UploadResultMessage = ({ taken: uploadResult, onClose }: { taken: UploadResult; onClose: () => void }) => {
  const { t } = useTranslation('contributions')
  const format = useFormatters()
  const count = uploadResult.statements.length
  return (
    <div className={classes.stack}>
      {uploadResult.approvalId ? (
        <>
          <Notice>{t('upload.waits')}</Notice>
          <ApprovalLink approvalId={uploadResult.approvalId} onClick={onClose}>
            {t('upload.openApproval')}
          </ApprovalLink>
        </>
      ) : uploadResult.known ? (
        <Notice>{t('upload.known')}</Notice>
      ) : (
        <SuccessMessage>{t('upload.done', { count, total: format.number(count) })}</SuccessMessage>
      )}
      {uploadResult.statements.map(({ id }) => (
        <Link key={id} to={`/crm/Ingresos/extractos/${id}`} onClick={onClose}>
          {t('upload.open')}
        </Link>
      ))}
    </div>
  )
}

/** Takes a file of the bank. Of a bank account that it doesn't know it asks first whether it is the firm's. */
export default function UploadStatementDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['contributions', 'common', 'form'])
  const [file, setFile] = useState<File | null>(null)
  const [isMissing, setMissing] = useState(false)
  const fileField = useRef<HTMLButtonElement>(null)
  const { busy, failure, setFailure, run } = useAction()
  const [unknown, setUnknown] = useState<string | null>(null)
  const [uploadResult, setUploadResult] = useState<UploadResult | null>(null)
  const choose = (chosen: File | null): void => {
    setFile(chosen)
    setMissing(false)
    setFailure(null)
    setUnknown(null)
  }
  const send = async (ours: boolean): Promise<void> => {
    if (busy) return
    if (!file) {
      setMissing(true)
      fileField.current?.focus()
      return
    }
    await run(async () => {
      const content = new Blob([file], { type: uploadBankStatement.upload.types[0] })
      const query = { fileName: file.name, ...(ours && { ours: 'true' as const }) }
      try {
        setUploadResult(await callEndpoint(uploadBankStatement, { query, content }))
      } catch (error) {
        const isUnknown = error instanceof CallError && error.code === 'statement.unknownAccount'
        setUnknown(isUnknown ? (error.fields.number ?? null) : null)
        if (!isUnknown) throw error
      }
    })
  }
  return (
    <Dialog title={t('upload.title')} onClose={onClose}>
      {uploadResult ? (
        <UploadResultMessage taken={uploadResult} onClose={onClose} />
      ) : (
        <form
          className={classes.stack}
          onSubmit={(event) => {
            event.preventDefault()
            void send(unknown !== null)
          }}
        >
          <p className={classes.lead}>{t('upload.lead')}</p>
          <FileInput
            data-autofocus
            label={t('upload.file')}
            placeholder={file ? undefined : t('upload.none')}
            aria-label={t('upload.choose')}
            value={file}
            ref={fileField}
            error={isMissing && t('form:codes.required')}
            onChange={choose}
            disabled={busy}
          />
          {unknown && (
            <div className={classes.question}>
              <strong>{t('upload.ours', { number: groupDigitsByFour(unknown) })}</strong>
              <p>{t('upload.oursText')}</p>
            </div>
          )}
          <UploadFailureReason of={failure} />
          <div role="status">
            {busy && (
              <span className={classes.busy}>
                <Loader size={16} /> {t('upload.busy')}
              </span>
            )}
          </div>
          <div className={classes.actions}>
            <Button variant="default" onClick={onClose}>
              {t('common:cancel')}
            </Button>
            <SubmitButton busy={busy}>{unknown ? t('upload.oursConfirm') : t('upload.submit')}</SubmitButton>
          </div>
        </form>
      )}
    </Dialog>
  )
}

import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type BatchDetail,
  confirmBatchPaid,
  confirmBatchSent,
  discardBatch,
  getBatchFile,
  submitBatch,
} from '#contract/payment-batches.ts'
import { callEndpoint, callForStream } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { usePermission } from '#web/core/session.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { downloadBlob } from '#web/ui/export/save-stream.ts'
import { ReasonDialog } from '#web/ui/form/reason-dialog.tsx'
import { FailureMessage } from '#web/ui/status-messages.tsx'
import classes from './payment-batches.module.css'

type Props = { batch: BatchDetail }
type BatchAction = 'submit' | 'giveUp' | 'send' | 'paid'

/** The file as the server has it; its name is the reference's. */
const downloadBatchFile = async ({ id, reference, fileKind }: BatchDetail): Promise<void> => {
  const answer = await callForStream(getBatchFile, { params: { batchId: id } })
  downloadBlob(await answer.blob(), `${reference}.${fileKind === 'spei' ? 'txt' : 'xml'}`)
}

/** What comes next for a batch, for whoever may. */
export const BatchActions = ({ batch }: Props) => {
  const { t } = useTranslation(['payment-batches', 'payments'])
  const format = useFormatters()
  const client = useQueryClient()
  const mayEdit = usePermission('bt_Remesas', 'edit')
  const mayTake = usePermission('bt_Remesas', 'export')
  const [doing, setDoing] = useState<BatchAction | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const { id, state, orders, amount, standing, fileTakenAt, endAsked } = batch
  const params = { batchId: id }
  const figures = { orders: format.number(orders), amount: format.money(amount, { euros: true }) }
  const changed = () => client.invalidateQueries()
  const close = () => setDoing(null)
  const run = (work: Promise<unknown>): void => {
    setFailure(null)
    work.catch(setFailure).finally(changed)
  }
  const hasFile = state === 'approved' || state === 'sending' || state === 'sent'
  const button = (what: BatchAction, primary = false) => (
    <Button key={what} variant={primary ? 'filled' : 'default'} onClick={() => setDoing(what)}>
      {t(`${what}.action`)}
    </Button>
  )
  return (
    <div className={classes.actions}>
      {mayEdit && state === 'draft' && orders > 0 && button('submit', true)}
      {mayTake && hasFile && (
        <Button variant={state === 'approved' ? 'filled' : 'default'} onClick={() => run(downloadBatchFile(batch))}>
          {t('download')}
        </Button>
      )}
      {mayEdit && state === 'approved' && button('send')}
      {mayEdit && state === 'sent' && standing.some((one) => one.state === 'sent') && button('paid', true)}
      {mayEdit && ['draft', 'waiting', 'approved'].includes(state) && !endAsked && button('giveUp')}
      <div className={classes.failure}>
        <FailureMessage of={failure} />
      </div>
      {doing === 'submit' && (
        <ReasonDialog
          label={t('payments:fields.reason')}
          title={t('submit.action')}
          text={t('submit.text', figures)}
          action={t('submit.action')}
          onSend={(reason) => callEndpoint(submitBatch, { params, body: { reason } }).finally(changed)}
          onClose={close}
        />
      )}
      {doing === 'giveUp' && (
        <ReasonDialog
          label={t('payments:fields.reason')}
          title={t('giveUp.action')}
          text={state === 'approved' && fileTakenAt ? t('giveUp.taken') : t('giveUp.text', figures)}
          action={t('giveUp.action')}
          onSend={(reason) => callEndpoint(discardBatch, { params, body: { reason } }).finally(changed)}
          onClose={close}
        />
      )}
      {doing === 'send' && (
        <ConfirmDialog
          isHarmless
          title={t('send.title')}
          text={t('send.text', figures)}
          action={t('send.action')}
          onConfirm={() => run(callEndpoint(confirmBatchSent, { params }))}
          onClose={close}
        />
      )}
      {doing === 'paid' && (
        <ConfirmDialog
          isHarmless
          title={t('paid.title')}
          text={t('paid.text')}
          action={t('paid.action')}
          onConfirm={() => run(callEndpoint(confirmBatchPaid, { params }))}
          onClose={close}
        />
      )}
    </div>
  )
}

import { Button } from '@mantine/core'
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
import { usePermissionCheck } from '#web/core/session.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { downloadBlob } from '#web/ui/export/save-stream.ts'
import { ReasonDialog } from '#web/ui/form/reason-dialog.tsx'
import { FailureMessage } from '#web/ui/status-messages.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { type BatchAction, listBatchActions } from './list-batch-actions.ts'
import classes from './payment-batches.module.css'

type Props = { batch: BatchDetail }

/** The file as the server has it; its name is the reference's. */
const downloadBatchFile = async ({ id, reference, fileKind }: BatchDetail): Promise<void> => {
  const answer = await callForStream(getBatchFile, { params: { batchId: id } })
  downloadBlob(await answer.blob(), `${reference}.${fileKind === 'spei' ? 'txt' : 'xml'}`)
}

/** What comes next for a batch, for whoever may. */
export const BatchActions = ({ batch }: Props) => {
  const { t } = useTranslation(['payment-batches', 'payments'])
  const format = useFormatters()
  const actions = listBatchActions(batch, usePermissionCheck())
  const [doing, setDoing] = useState<BatchAction | null>(null)
  const { busy, failure, run } = useAction()
  const { id, state, orders, amount, fileTakenAt } = batch
  const params = { batchId: id }
  const figures = { orders: format.number(orders), amount: format.money(amount, { euros: true }) }
  const close = () => setDoing(null)
  const refresh = { refreshOnRefusal: true }
  const button = (what: Exclude<BatchAction, 'download'>, primary = false) => (
    <Button key={what} variant={primary ? 'filled' : 'default'} disabled={busy} onClick={() => setDoing(what)}>
      {t(`${what}.action`)}
    </Button>
  )
  return (
    <div className={classes.actions}>
      {actions.includes('giveUp') && button('giveUp')}
      {actions.includes('send') && button('send')}
      {actions.includes('download') && (
        <Button
          variant={state === 'approved' ? 'filled' : 'default'}
          onClick={() => void run(() => downloadBatchFile(batch))}
        >
          {t('download')}
        </Button>
      )}
      {actions.includes('paid') && button('paid', true)}
      {actions.includes('submit') && button('submit', true)}
      <div className={classes.failure}>
        <FailureMessage of={failure} />
      </div>
      {doing === 'submit' && (
        <ReasonDialog
          label={t('payments:fields.reason')}
          title={t('submit.action')}
          text={t('submit.text', figures)}
          action={t('submit.action')}
          onSend={(reason) => callEndpoint(submitBatch, { params, body: { reason } }, refresh)}
          onClose={close}
        />
      )}
      {doing === 'giveUp' && (
        <ReasonDialog
          label={t('payments:fields.reason')}
          title={t('giveUp.action')}
          text={state === 'approved' && fileTakenAt ? t('giveUp.taken') : t('giveUp.text', figures)}
          action={t('giveUp.action')}
          onSend={(reason) => callEndpoint(discardBatch, { params, body: { reason } }, refresh)}
          onClose={close}
        />
      )}
      {doing === 'send' && (
        <ConfirmDialog
          isHarmless
          title={t('send.title')}
          text={t('send.text', figures)}
          action={t('send.action')}
          onConfirm={() => void run(() => callEndpoint(confirmBatchSent, { params }, refresh))}
          onClose={close}
        />
      )}
      {doing === 'paid' && (
        <ConfirmDialog
          isHarmless
          title={t('paid.title')}
          text={t('paid.text')}
          action={t('paid.action')}
          onConfirm={() => void run(() => callEndpoint(confirmBatchPaid, { params }, refresh))}
          onClose={close}
        />
      )}
    </div>
  )
}

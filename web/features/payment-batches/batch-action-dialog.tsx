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
import { useTranslation } from '#web/core/use-translation.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { downloadBlob } from '#web/ui/export/save-stream.ts'
import { ReasonDialog } from '#web/ui/form/reason-dialog.tsx'
import type { ActionState } from '#web/ui/use-action.ts'
import type { BatchAction } from './list-batch-actions.ts'

/** The file as the server has it; its name is the reference's. */
export const downloadBatchFile = async ({
  id,
  reference,
  fileKind,
}: Pick<BatchDetail, 'id' | 'reference' | 'fileKind'>): Promise<void> => {
  const answer = await callForStream(getBatchFile, { params: { batchId: id } })
  downloadBlob(await answer.blob(), `${reference}.${fileKind === 'spei' ? 'txt' : 'xml'}`)
}

type Props = {
  batch: Pick<BatchDetail, 'id' | 'state' | 'orders' | 'amount' | 'fileTakenAt'>
  action: Exclude<BatchAction, 'download'>
  run: ActionState['run']
  onClose: () => void
}

/** Asks what a step of a batch needs, and takes it. Mounted while it asks. */
export const BatchActionDialog = ({ batch, action, run, onClose }: Props) => {
  const { t } = useTranslation(['payment-batches', 'payments'])
  const format = useFormatters()
  const { id, state, orders, amount, fileTakenAt } = batch
  const params = { batchId: id }
  const figures = { orders: format.number(orders), amount: format.money(amount, { euros: true }) }
  const refresh = { refreshOnRefusal: true }
  if (action === 'submit')
    return (
      <ReasonDialog
        label={t('payments:fields.reason')}
        title={t('submit.action')}
        text={t('submit.text', figures)}
        action={t('submit.action')}
        onSend={(reason) => callEndpoint(submitBatch, { params, body: { reason } }, refresh)}
        onClose={onClose}
      />
    )
  if (action === 'giveUp')
    return (
      <ReasonDialog
        label={t('payments:fields.reason')}
        title={t('giveUp.action')}
        text={state === 'approved' && fileTakenAt ? t('giveUp.taken') : t('giveUp.text', figures)}
        action={t('giveUp.action')}
        onSend={(reason) => callEndpoint(discardBatch, { params, body: { reason } }, refresh)}
        onClose={onClose}
      />
    )
  const isSending = action === 'send'
  const endpoint = isSending ? confirmBatchSent : confirmBatchPaid
  return (
    <ConfirmDialog
      isHarmless
      title={isSending ? t('send.title') : t('paid.title')}
      text={isSending ? t('send.text', figures) : t('paid.text')}
      action={isSending ? t('send.action') : t('paid.action')}
      onConfirm={() => void run(() => callEndpoint(endpoint, { params }, refresh))}
      onClose={onClose}
    />
  )
}

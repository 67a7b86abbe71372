import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type BatchDetail,
  getBatchFile,
  giveBatchUp,
  payBatch,
  sendBatch,
  submitBatch,
} from '#contract/payment-batches.ts'
import { call, callStream } from '#web/core/call.ts'
import { useFormat } from '#web/core/format.ts'
import { useCan } from '#web/core/session.ts'
import { Ask } from '#web/ui/ask.tsx'
import { saveFile } from '#web/ui/export/save-stream.ts'
import { ReasonDialog } from '#web/ui/form/reason-dialog.tsx'
import { Failure } from '#web/ui/message.tsx'
import classes from './payment-batches.module.css'

type Props = { batch: BatchDetail }
type Doing = 'submit' | 'giveUp' | 'send' | 'paid'

/** The file as the server has it; its name is the reference's. */
const download = async ({ id, reference, fileKind }: BatchDetail): Promise<void> => {
  const answer = await callStream(getBatchFile, { params: { batchId: id } })
  saveFile(await answer.blob(), `${reference}.${fileKind === 'spei' ? 'txt' : 'xml'}`)
}

/** What comes next for a batch, for whoever may. */
export const BatchActions = ({ batch }: Props) => {
  const { t } = useTranslation(['payment-batches', 'payments'])
  const format = useFormat()
  const client = useQueryClient()
  const mayEdit = useCan('bt_Remesas', 'edit')
  const mayTake = useCan('bt_Remesas', 'export')
  const [doing, setDoing] = useState<Doing | null>(null)
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
  const button = (what: Doing, primary = false) => (
    <Button key={what} variant={primary ? 'filled' : 'default'} onClick={() => setDoing(what)}>
      {t(`${what}.action`)}
    </Button>
  )
  return (
    <div className={classes.actions}>
      {mayEdit && state === 'draft' && orders > 0 && button('submit', true)}
      {mayTake && hasFile && (
        <Button variant={state === 'approved' ? 'filled' : 'default'} onClick={() => run(download(batch))}>
          {t('download')}
        </Button>
      )}
      {mayEdit && state === 'approved' && button('send')}
      {mayEdit && state === 'sent' && standing.some((one) => one.state === 'sent') && button('paid', true)}
      {mayEdit && ['draft', 'waiting', 'approved'].includes(state) && !endAsked && button('giveUp')}
      <div className={classes.failure}>
        <Failure of={failure} />
      </div>
      {doing === 'submit' && (
        <ReasonDialog
          label={t('payments:fields.reason')}
          title={t('submit.action')}
          text={t('submit.text', figures)}
          action={t('submit.action')}
          onSend={(reason) => call(submitBatch, { params, body: { reason } }).finally(changed)}
          onClose={close}
        />
      )}
      {doing === 'giveUp' && (
        <ReasonDialog
          label={t('payments:fields.reason')}
          title={t('giveUp.action')}
          text={state === 'approved' && fileTakenAt ? t('giveUp.taken') : t('giveUp.text', figures)}
          action={t('giveUp.action')}
          onSend={(reason) => call(giveBatchUp, { params, body: { reason } }).finally(changed)}
          onClose={close}
        />
      )}
      {doing === 'send' && (
        <Ask
          gentle
          title={t('send.title')}
          text={t('send.text', figures)}
          action={t('send.action')}
          onConfirm={() => run(call(sendBatch, { params }))}
          onClose={close}
        />
      )}
      {doing === 'paid' && (
        <Ask
          gentle
          title={t('paid.title')}
          text={t('paid.text')}
          action={t('paid.action')}
          onConfirm={() => run(call(payBatch, { params }))}
          onClose={close}
        />
      )}
    </div>
  )
}

import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { assignReceipt, type BankEntryDetail, cancelReceiptReturn } from '#contract/bank.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useIdempotencyKey } from '#web/core/idempotency-key.ts'
import { FailureMessage, SuccessMessage } from '#web/ui/status-messages.tsx'
import classes from './bank.module.css'

const LazyAssignReceiptDialog = lazy(() => import('./assign-receipt-dialog.tsx'))
const LazyReturnReceiptDialog = lazy(() => import('./return-receipt-dialog.tsx'))
const LazyMatchReturnEntryDialog = lazy(() => import('./match-return-entry-dialog.tsx'))

type ReceiptDialogName = 'assign' | 'sendBack' | 'wayBack' | null

/** Does it at once, and shows how the line stands then, whatever came of it. */
const useReceiptAction = () => {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const attempt = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      setFailure(error)
    } finally {
      await client.invalidateQueries()
      setBusy(false)
    }
  }
  return { busy, failure, attempt }
}

/** What somebody may decide on a line that came in and has no owner. */
export const ReceiptActions = ({ entry }: { entry: BankEntryDetail }) => {
  const { t } = useTranslation('contributions')
  const [asking, setAsking] = useState<ReceiptDialogName>(null)
  const [message, setMessage] = useState('')
  const withIdempotencyKey = useIdempotencyKey()
  const { busy, failure, attempt } = useReceiptAction()
  const params = { entryId: entry.id }
  // What seems to be a payment that comes back is no new money to confirm in one click.
  const proposedAccountId = entry.proposedPaymentId ? null : entry.proposedAccountId
  const { proposedNumber } = entry
  const confirm = (): Promise<void> =>
    attempt(async () => {
      const { state } = await callEndpoint(
        assignReceipt,
        { params, body: { accountId: proposedAccountId! } },
        withIdempotencyKey(),
      )
      setMessage(state === 'pending' ? t('assign.asked') : t('assign.done', { number: proposedNumber }))
    })
  const close = (): void => setAsking(null)
  return (
    <>
      <SuccessMessage>{message}</SuccessMessage>
      <FailureMessage of={failure} />
      {entry.state === 'waiting' && (
        <div className={classes.actions}>
          {proposedAccountId && (
            <Button disabled={busy} onClick={() => void confirm()}>
              {t('assign.confirm')}
            </Button>
          )}
          <Button variant={entry.proposedAccountId ? 'default' : 'filled'} onClick={() => setAsking('assign')}>
            {t('assign.action')}
          </Button>
          <Button variant="default" onClick={() => setAsking('sendBack')}>
            {t('back.action')}
          </Button>
        </div>
      )}
      {entry.state === 'returning' && (
        <div className={classes.actions}>
          <Button onClick={() => setAsking('wayBack')}>{t('back.confirm')}</Button>
          <Button
            variant="default"
            disabled={busy}
            onClick={() => void attempt(() => callEndpoint(cancelReceiptReturn, { params }))}
          >
            {t('back.keep')}
          </Button>
        </div>
      )}
      <Suspense>
        {asking === 'assign' && <LazyAssignReceiptDialog entry={entry} onDone={setMessage} onClose={close} />}
        {asking === 'sendBack' && <LazyReturnReceiptDialog entry={entry} onClose={close} />}
        {asking === 'wayBack' && <LazyMatchReturnEntryDialog entry={entry} onClose={close} />}
      </Suspense>
    </>
  )
}

import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { assignReceipt, type BankEntryDetail, cancelReceiptReturn } from '#contract/bank.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useIdempotencyKey } from '#web/core/idempotency-key.ts'
import { usePermissionCheck } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { FailureMessage, SuccessMessage } from '#web/ui/status-messages.tsx'
import { useAction } from '#web/ui/use-action.ts'
import classes from './bank.module.css'
import { listReceiptActions } from './list-receipt-actions.ts'

const LazyAssignReceiptDialog = lazy(() => import('./assign-receipt-dialog.tsx'))
const LazyReturnReceiptDialog = lazy(() => import('./return-receipt-dialog.tsx'))
const LazyMatchReturnEntryDialog = lazy(() => import('./match-return-entry-dialog.tsx'))

type ReceiptDialogName = 'assign' | 'sendBack' | 'wayBack' | null

/** What somebody may decide on a line that came in and has no owner. */
export const ReceiptActions = ({ entry }: { entry: BankEntryDetail }) => {
  const { t } = useTranslation('contributions')
  const [asking, setAsking] = useState<ReceiptDialogName>(null)
  const [message, setMessage] = useState('')
  const withIdempotencyKey = useIdempotencyKey()
  const { busy, failure, run } = useAction()
  const params = { entryId: entry.id }
  const actions = listReceiptActions(entry, usePermissionCheck())
  const { proposedAccountId, proposedNumber } = entry
  const confirm = (): Promise<boolean> =>
    run(async () => {
      const { state } = await callEndpoint(
        assignReceipt,
        { params, body: { accountId: proposedAccountId! } },
        { ...withIdempotencyKey(), refreshOnRefusal: true },
      )
      setMessage(state === 'pending' ? t('assign.asked') : t('assign.done', { number: proposedNumber }))
    })
  const close = (): void => setAsking(null)
  return (
    <>
      <SuccessMessage>{message}</SuccessMessage>
      <FailureMessage of={failure} />
      {actions.includes('assign') && (
        <div className={classes.actions}>
          {actions.includes('confirm') && (
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
      {actions.includes('confirmReturn') && (
        <div className={classes.actions}>
          <Button onClick={() => setAsking('wayBack')}>{t('back.confirm')}</Button>
          <Button
            variant="default"
            disabled={busy}
            onClick={() => void run(() => callEndpoint(cancelReceiptReturn, { params }, { refreshOnRefusal: true }))}
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

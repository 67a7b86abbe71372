import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { assignReceipt, type EntryDetail, keepReceipt } from '#contract/bank.ts'
import { call } from '#web/core/call.ts'
import { useWish } from '#web/core/wish-key.ts'
import { Done, Failure } from '#web/ui/message.tsx'
import classes from './bank.module.css'

const AssignDialog = lazy(() => import('./assign-dialog.tsx'))
const SendBackDialog = lazy(() => import('./send-back-dialog.tsx'))
const WayBackDialog = lazy(() => import('./way-back-dialog.tsx'))

type Asking = 'assign' | 'sendBack' | 'wayBack' | null

/** Does it at once, and shows how the line stands then, whatever came of it. */
const useAtOnce = () => {
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
export const ReceiptActions = ({ entry }: { entry: EntryDetail }) => {
  const { t } = useTranslation('contributions')
  const [asking, setAsking] = useState<Asking>(null)
  const [told, setTold] = useState('')
  const wish = useWish()
  const { busy, failure, attempt } = useAtOnce()
  const params = { entryId: entry.id }
  // What seems to be a payment that comes back is no new money to confirm in one click.
  const proposedAccountId = entry.proposedPaymentId ? null : entry.proposedAccountId
  const { proposedNumber } = entry
  const confirm = (): Promise<void> =>
    attempt(async () => {
      const { state } = await call(assignReceipt, { params, body: { accountId: proposedAccountId! } }, wish())
      setTold(state === 'pending' ? t('assign.asked') : t('assign.done', { number: proposedNumber }))
    })
  const close = (): void => setAsking(null)
  return (
    <>
      <Done>{told}</Done>
      <Failure of={failure} />
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
          <Button variant="default" disabled={busy} onClick={() => void attempt(() => call(keepReceipt, { params }))}>
            {t('back.keep')}
          </Button>
        </div>
      )}
      <Suspense>
        {asking === 'assign' && <AssignDialog entry={entry} onDone={setTold} onClose={close} />}
        {asking === 'sendBack' && <SendBackDialog entry={entry} onClose={close} />}
        {asking === 'wayBack' && <WayBackDialog entry={entry} onClose={close} />}
      </Suspense>
    </>
  )
}

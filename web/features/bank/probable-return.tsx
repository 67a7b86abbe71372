import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import type { BankEntryDetail } from '#contract/bank.ts'
import { proposePaymentReturn } from '#contract/payment-batches.ts'
import { callEndpoint } from '#web/core/call.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { FailureMessage, SuccessMessage } from '#web/ui/status-messages.tsx'
import { useAction } from '#web/ui/use-action.ts'
import classes from './bank.module.css'

/** A line that seems to bring a payment of ours back: two people say so, as of any return that the bank doesn't show by itself. */
export const ProbableReturnNotice = ({ entry, paymentId }: { entry: BankEntryDetail; paymentId: string }) => {
  const { t } = useTranslation('contributions')
  const maySee = usePermission('bt_Retiradas', 'view')
  const mayReturn = usePermission('bt_Remesas', 'edit')
  const { busy, failure, run } = useAction()
  const [message, setMessage] = useState('')
  const ask = (): Promise<boolean> =>
    run(async () => {
      const note = entry.remittance.slice(0, 500).padEnd(3, '.')
      const input = { params: { paymentId }, body: { code: 'NARR', note } } as const
      await callEndpoint(proposePaymentReturn, input, { refreshOnRefusal: true })
      setMessage(t('probable.asked'))
    })
  return (
    <>
      <SuccessMessage>{message}</SuccessMessage>
      <FailureMessage of={failure} />
      <p className={classes.sentence}>
        {t('probable.lead')} {maySee && <Link to={`/crm/Retiradas/${paymentId}`}>{t('probable.open')}</Link>}
      </p>
      {mayReturn && !message && (
        <div className={classes.actions}>
          <Button disabled={busy} onClick={() => void ask()}>
            {t('probable.action')}
          </Button>
        </div>
      )}
    </>
  )
}

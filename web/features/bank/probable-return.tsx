import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { EntryDetail } from '#contract/bank.ts'
import { returnOrder } from '#contract/payment-batches.ts'
import { call } from '#web/core/call.ts'
import { useCan } from '#web/core/session.ts'
import { Done, Failure } from '#web/ui/message.tsx'
import classes from './bank.module.css'

/** A line that seems to bring a payment of ours back: two people say so, as of any return that the bank doesn't show by itself. */
export const ProbableReturn = ({ entry, paymentId }: { entry: EntryDetail; paymentId: string }) => {
  const { t } = useTranslation('contributions')
  const client = useQueryClient()
  const maySee = useCan('bt_Retiradas', 'view')
  const mayReturn = useCan('bt_Remesas', 'edit')
  const [busy, setBusy] = useState(false)
  const [told, setTold] = useState('')
  const [failure, setFailure] = useState<unknown>(null)
  const ask = async (): Promise<void> => {
    setBusy(true)
    setFailure(null)
    try {
      const note = entry.remittance.slice(0, 500).padEnd(3, '.')
      await call(returnOrder, { params: { paymentId }, body: { code: 'NARR', note } })
      setTold(t('probable.asked'))
    } catch (error) {
      setFailure(error)
    } finally {
      await client.invalidateQueries()
      setBusy(false)
    }
  }
  return (
    <>
      <Done>{told}</Done>
      <Failure of={failure} />
      <p className={classes.sentence}>
        {t('probable.lead')} {maySee && <Link to={`/crm/Retiradas/${paymentId}`}>{t('probable.open')}</Link>}
      </p>
      {mayReturn && !told && (
        <div className={classes.actions}>
          <Button disabled={busy} onClick={() => void ask()}>
            {t('probable.action')}
          </Button>
        </div>
      )}
    </>
  )
}

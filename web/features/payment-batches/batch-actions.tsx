import { Button } from '@mantine/core'
import { useState } from 'react'
import type { BatchDetail } from '#contract/payment-batches.ts'
import { usePermissionCheck } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { FailureMessage } from '#web/ui/status-messages.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { BatchActionDialog, downloadBatchFile } from './batch-action-dialog.tsx'
import { type BatchAction, listBatchActions } from './list-batch-actions.ts'
import classes from './payment-batches.module.css'

type Props = { batch: BatchDetail }

/** What comes next for a batch, for whoever may. */
export const BatchActions = ({ batch }: Props) => {
  const { t } = useTranslation('payment-batches')
  const actions = listBatchActions(batch, usePermissionCheck())
  const [doing, setDoing] = useState<Exclude<BatchAction, 'download'> | null>(null)
  const { busy, failure, run } = useAction()
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
          variant={batch.state === 'approved' ? 'filled' : 'default'}
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
      {doing && <BatchActionDialog batch={batch} action={doing} run={run} onClose={() => setDoing(null)} />}
    </div>
  )
}

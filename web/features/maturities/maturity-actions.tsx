import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type MaturitySelection, releaseMaturity } from '#contract/maturities.ts'
import { callEndpoint } from '#web/core/call.ts'
import { ReasonDialog } from '#web/ui/form/reason-dialog.tsx'
import type { SelectedRows } from '#web/ui/list/use-selection.ts'
import { CallDialog } from './call-dialog.tsx'
import classes from './maturities.module.css'
import { MaturityInstructionDialog } from './maturity-instruction-dialog.tsx'
import type { InstructionMessage } from './use-instruction-message.ts'

type Props = {
  selected: SelectedRows
  filters: object
  products: readonly { id: string; name: string }[]
  /** Whether what is in sight has matured already, and waits. */
  areSuspended: boolean
  messages: InstructionMessage
  /** Nothing is chosen any more: what is done next is done to what is chosen then. */
  onDone: () => void
}

/** What can be done with the accounts that are chosen: their instruction; of one to come a call, of one that waits its payment. */
export const MaturitySelectionActions = ({
  selected,
  filters,
  products,
  areSuspended: parked,
  messages,
  onDone,
}: Props) => {
  const { t } = useTranslation('maturities')
  const client = useQueryClient()
  const [doing, setDoing] = useState<'instruct' | 'call' | 'release' | null>(null)
  const [one] = selected.ids
  const single = !selected.matching && selected.ids.length === 1
  // The filter goes as the address has it: it was held against the contract when it was read.
  const choice = (
    selected.matching ? { by: 'filter', filter: filters } : { by: 'accounts', accountIds: [...selected.ids] }
  ) as MaturitySelection
  const close = (): void => setDoing(null)
  return (
    <span className={classes.actions}>
      <Button size="xs" onClick={() => setDoing('instruct')}>
        {t('instruct.action')}
      </Button>
      {single && !parked && (
        <Button size="xs" variant="default" onClick={() => setDoing('call')}>
          {t('call.action')}
        </Button>
      )}
      {single && parked && (
        <Button size="xs" variant="default" onClick={() => setDoing('release')}>
          {t('release.action')}
        </Button>
      )}
      {doing === 'instruct' && (
        <MaturityInstructionDialog
          choice={choice}
          products={products}
          areSuspended={parked}
          onDone={(change) => {
            messages.report(change)
            close()
            onDone()
          }}
          onClose={close}
        />
      )}
      {doing === 'call' && one && (
        <CallDialog accountId={one} onDone={() => client.invalidateQueries()} onClose={close} />
      )}
      {doing === 'release' && one && (
        <ReasonDialog
          title={t('release.title')}
          text={t('release.text')}
          action={t('release.action')}
          label={t('release.reason')}
          hint={t('release.reasonHint')}
          onSend={async (reason) => {
            const { approvalId } = await callEndpoint(releaseMaturity, { params: { accountId: one }, body: { reason } })
            messages.show({ text: t(approvalId === null ? 'release.done' : 'release.asked') })
            onDone()
          }}
          onClose={close}
        />
      )}
    </span>
  )
}

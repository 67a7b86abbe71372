import { Button } from '@mantine/core'
import { useState } from 'react'
import { type MaturitySelection, releaseMaturity } from '#contract/maturities.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { CallDialog, MaturityAccountName } from '#web/domain/maturities/call-dialog.tsx'
import { MaturityInstructionDialog } from '#web/domain/maturities/maturity-instruction-dialog.tsx'
import type { InstructionMessages } from '#web/domain/maturities/use-instruction-message.ts'
import { ReasonDialog } from '#web/ui/form/reason-dialog.tsx'
import type { SelectedRows } from '#web/ui/list/use-selection.ts'
import { listMaturityActions, type MaturityAction } from './list-maturity-actions.ts'
import classes from './maturities.module.css'

type DialogProps = {
  action: MaturityAction
  choice: MaturitySelection
  /** The account of an action that concerns one only. */
  accountId: string | undefined
  /** Whether what is in sight has matured already, and waits. */
  areSuspended: boolean
  messages: InstructionMessages
  /** Something was done. */
  onDone: () => void
  onClose: () => void
}

/** Asks what an action needs, of one row or of all that are chosen, and says what was done. */
export const MaturityActionDialog = ({
  action,
  choice,
  accountId,
  areSuspended,
  messages,
  onDone,
  onClose,
}: DialogProps) => {
  const { t } = useTranslation('maturities')
  if (action === 'instruct')
    return (
      <MaturityInstructionDialog
        choice={choice}
        areSuspended={areSuspended}
        onDone={(change) => {
          messages.report(change)
          onClose()
          onDone()
        }}
        onClose={onClose}
      />
    )
  if (accountId === undefined) return null
  if (action === 'call')
    return (
      <CallDialog
        accountId={accountId}
        onDone={(text) => {
          messages.show({ text })
          onDone()
        }}
        onClose={onClose}
      />
    )
  return (
    <ReasonDialog
      title={t('release.title')}
      subject={<MaturityAccountName accountId={accountId} />}
      text={t('release.text')}
      action={t('release.action')}
      label={t('release.reason')}
      hint={t('release.reasonHint')}
      onSend={async (reason) => {
        const { approvalId } = await callEndpoint(releaseMaturity, { params: { accountId }, body: { reason } })
        messages.show({ text: t(approvalId === null ? 'release.done' : 'release.asked') })
        onDone()
      }}
      onClose={onClose}
    />
  )
}

type Props = Pick<DialogProps, 'areSuspended' | 'messages' | 'onDone'> & { selected: SelectedRows; filters: object }

/** What can be done with the accounts that are chosen: their instruction; of one to come a call, of one that waits its payment. */
export const MaturitySelectionActions = ({ selected, filters, ...shared }: Props) => {
  const { t } = useTranslation('maturities')
  const [doing, setDoing] = useState<MaturityAction | null>(null)
  // The filter goes as the address has it: it was held against the contract when it was read.
  const choice = (
    selected.matching ? { by: 'filter', filter: filters } : { by: 'accounts', accountIds: [...selected.ids] }
  ) as MaturitySelection
  return (
    <span className={classes.actions}>
      {listMaturityActions(selected, shared.areSuspended).map((action, at) => (
        <Button key={action} size="xs" variant={at === 0 ? 'filled' : 'default'} onClick={() => setDoing(action)}>
          {t(`${action}.action`)}
        </Button>
      ))}
      {doing && (
        <MaturityActionDialog
          {...shared}
          action={doing}
          choice={choice}
          accountId={selected.ids[0]}
          onClose={() => setDoing(null)}
        />
      )}
    </span>
  )
}

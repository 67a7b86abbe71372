import type { getAccount } from '#contract/clients/client.ts'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import { usePermissionCheck, useSession } from '#web/core/session.ts'
import { ContributionDialog } from '#web/domain/contribution-dialog.tsx'
import { CallDialog } from '#web/domain/maturities/call-dialog.tsx'
import { MaturityInstructionDialog } from '#web/domain/maturities/maturity-instruction-dialog.tsx'
import type { InstructionResult } from '#web/domain/maturities/use-instruction-message.ts'
import { CancellationDialog } from './cancellation-dialog.tsx'
import { type AccountAction, listAccountActions } from './list-account-actions.ts'
import { WithdrawalDialog } from './withdrawal-dialog.tsx'

type Props = {
  account: ResponseBody<typeof getAccount>
  action: AccountAction
  onDone: (message: string) => void
  onInstructed: (result: InstructionResult) => void
  onChangeAction: (action: AccountAction) => void
  onClose: () => void
}

/** The dialog of an action on an account. Mounted while it is open. */
export const AccountActionDialog = ({ account, action, onDone, onInstructed, onChangeAction, onClose }: Props) => {
  const today = useSession((state) => state.session?.businessDate ?? '')
  const mayCancel = listAccountActions(account, usePermissionCheck(), today).includes('cancellation')
  switch (action) {
    case 'contribution':
      return <ContributionDialog account={account} onDone={onDone} onClose={onClose} />
    case 'cancellation':
      return <CancellationDialog account={account} onClose={onClose} />
    case 'withdrawal':
      return (
        <WithdrawalDialog
          account={account}
          onDone={onDone}
          onClose={onClose}
          onCancelAccount={mayCancel ? () => onChangeAction('cancellation') : null}
        />
      )
    case 'instruction':
      return (
        <MaturityInstructionDialog
          choice={{ by: 'accounts', accountIds: [account.id] }}
          areSuspended={account.maturity?.suspended === true}
          onDone={(result) => {
            onInstructed(result)
            onClose()
          }}
          onClose={onClose}
        />
      )
    case 'call':
      return <CallDialog accountId={account.id} onDone={onDone} onClose={onClose} />
  }
}

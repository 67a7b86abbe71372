import { type ReactNode, useState } from 'react'
import type { getAccount } from '#contract/clients/client.ts'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import { usePermissionCheck, useSession } from '#web/core/session.ts'
import { useInstructionMessage } from '#web/domain/maturities/use-instruction-message.ts'
import type { RecordAction } from '#web/ui/record-actions.tsx'
import { ResultMessage } from '#web/ui/result-message.tsx'
import { AccountActionDialog } from './account-action-dialog.tsx'
import { useAccountRecordActions } from './account-action-labels.tsx'
import { type AccountAction, listAccountActions } from './list-account-actions.ts'

type AccountActions = {
  actions: readonly RecordAction[]
  /** Opens the dialog of the action; undefined where it is not offered. */
  findAction: (action: AccountAction) => (() => void) | undefined
  /** The open dialog, and what was done last. */
  dialog: ReactNode
  message: ReactNode
}

/** What may be done with an account, its dialogs, and what was done last, as a line to be read. */
export const useAccountActions = (account: ResponseBody<typeof getAccount>): AccountActions => {
  const today = useSession((state) => state.session?.businessDate ?? '')
  const offered = listAccountActions(account, usePermissionCheck(), today)
  const buildAction = useAccountRecordActions()
  const [open, setOpen] = useState<AccountAction | null>(null)
  const messages = useInstructionMessage()
  return {
    actions: offered.map((action) => buildAction(action, () => setOpen(action))),
    findAction: (action) => (offered.includes(action) ? () => setOpen(action) : undefined),
    dialog: open && (
      <AccountActionDialog
        account={account}
        action={open}
        onDone={(text) => messages.show({ text })}
        onInstructed={messages.report}
        onChangeAction={setOpen}
        onClose={() => setOpen(null)}
      />
    ),
    message: <ResultMessage messages={messages} />,
  }
}

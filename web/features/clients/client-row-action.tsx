import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getClient } from '#contract/clients/client.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { usePermissionCheck, useSession } from '#web/core/session.ts'
import { useInstructionMessage } from '#web/domain/maturities/use-instruction-message.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { ResultMessage } from '#web/ui/result-message.tsx'
import { useAccountActionLabels } from './account-action-labels.tsx'
import ClientAccountDialog from './client-account-dialog.tsx'
import type { RequestedAccountAction } from './client-row-menu.tsx'
import { listActionableAccounts } from './list-account-actions.ts'

type RequestedActionProps = {
  requestedAction: RequestedAccountAction
  messages: ReturnType<typeof useInstructionMessage>
  onClose: () => void
}

/** The client as they stand now, and the dialog of the action on one of their accounts. */
const RequestedActionDialog = ({ requestedAction: { clientId, action }, messages, onClose }: RequestedActionProps) => {
  const may = usePermissionCheck()
  const labelAction = useAccountActionLabels()
  const today = useSession((state) => state.session?.businessDate ?? '')
  const { data: client, error, refetch } = useQuery(buildQueryOptions(getClient, { params: { clientId } }))
  if (client)
    return (
      <ClientAccountDialog
        clientId={clientId}
        clientName={[client.name, client.surname].filter(Boolean).join(' ')}
        action={action}
        accounts={listActionableAccounts(client.accounts, action, may, today)}
        onDone={(text) => messages.show({ text })}
        onInstructed={messages.report}
        onClose={onClose}
      />
    )
  if (!error) return null
  return (
    <Dialog title={labelAction(action)} onClose={onClose}>
      <ErrorState error={error} onRetry={() => void refetch()} />
    </Dialog>
  )
}

/** An action on an account, begun from the client's row: its dialog, and above the list what was done. */
export default function ClientRowAction({ requestedAction }: { requestedAction: RequestedAccountAction }) {
  const messages = useInstructionMessage()
  const [closed, setClosed] = useState<RequestedAccountAction>()
  return (
    <>
      <ResultMessage messages={messages} />
      {requestedAction !== closed && (
        <RequestedActionDialog
          requestedAction={requestedAction}
          messages={messages}
          onClose={() => setClosed(requestedAction)}
        />
      )}
    </>
  )
}

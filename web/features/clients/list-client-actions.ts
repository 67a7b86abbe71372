import type { ClientRow } from '#contract/clients.ts'
import type { PermissionCheck } from '#web/core/session.ts'
import { type AccountAction, accountActions, mayDo } from './list-account-actions.ts'

export type ClientAction = AccountAction | 'openAccount' | 'handOver'

/** What may be done with a client from their row of the list, the most frequent first: with an account of theirs, then with the client. */
export const listClientActions = (
  { activeAccounts }: Pick<ClientRow, 'activeAccounts'>,
  may: PermissionCheck,
): ClientAction[] => {
  // An account that waits for money takes it, and gives it back; all else is done with what is active.
  const isOffered = (action: AccountAction): boolean =>
    (activeAccounts > 0 || action === 'contribution' || action === 'withdrawal') && mayDo(action, may)
  return [
    ...accountActions.filter(isOffered),
    ...(may('bt_Pendientes', 'create') ? (['openAccount'] as const) : []),
    ...(may('bt_Traspasos', 'create') ? (['handOver'] as const) : []),
  ]
}

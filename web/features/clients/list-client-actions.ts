import type { PermissionCheck } from '#web/core/session.ts'

const clientActions = ['openAccount', 'handOver'] as const
export type ClientAction = (typeof clientActions)[number]

/** What may be done with a client from their row of the list, the most frequent first. */
export const listClientActions = (may: PermissionCheck): ClientAction[] => {
  const isOffered: Record<ClientAction, boolean> = {
    openAccount: may('bt_Pendientes', 'create'),
    handOver: may('bt_Traspasos', 'create'),
  }
  return clientActions.filter((action) => isOffered[action])
}

import type { BatchDetail, BatchState } from '#contract/payment-batches.ts'
import type { PermissionCheck } from '#web/core/session.ts'

const batchActions = ['submit', 'download', 'send', 'paid', 'giveUp'] as const
export type BatchAction = (typeof batchActions)[number]

const statesWithFile: readonly BatchState[] = ['approved', 'sending', 'sent']
const discardableStates: readonly BatchState[] = ['draft', 'waiting', 'approved']

/** What comes next for a batch, for whoever may, in the order of the buttons. */
export const listBatchActions = (
  { state, orders, standing, endAsked }: Pick<BatchDetail, 'state' | 'orders' | 'standing' | 'endAsked'>,
  may: PermissionCheck,
): BatchAction[] => {
  const mayEdit = may('bt_Remesas', 'edit')
  const isOffered: Record<BatchAction, boolean> = {
    submit: mayEdit && state === 'draft' && orders > 0,
    download: may('bt_Remesas', 'export') && statesWithFile.includes(state),
    send: mayEdit && state === 'approved',
    paid: mayEdit && state === 'sent' && standing.some((payments) => payments.state === 'sent'),
    giveUp: mayEdit && discardableStates.includes(state) && !endAsked,
  }
  return batchActions.filter((action) => isOffered[action])
}

/** Of a batch as a list knows it: what its payments came to, and whether its end was asked for, only its page says. */
export const listBatchRowActions = (
  { state, orders }: Pick<BatchDetail, 'state' | 'orders'>,
  may: PermissionCheck,
): BatchAction[] => listBatchActions({ state, orders, standing: [], endAsked: true }, may)

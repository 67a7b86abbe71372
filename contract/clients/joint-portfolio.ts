import type { AccountTab } from '#contract/clients.ts'
import type { ClientAccount } from './client.ts'

/** A draft is on its way, as what waits for its money is. */
export const getAccountTab = (status: ClientAccount['status']): AccountTab => (status === 'draft' ? 'pending' : status)

const openAccountStates: readonly ClientAccount['status'][] = ['draft', 'pending', 'active']

/** Whether the account is open, the client who looks at it has a share of it, and somebody else has one too. */
export const isInJointPortfolio = ({
  status,
  holderRole,
  holders,
}: Pick<ClientAccount, 'status' | 'holderRole' | 'holders'>): boolean =>
  openAccountStates.includes(status) &&
  holderRole !== 'authorised' &&
  holders.filter(({ role }) => role !== 'authorised').length > 1

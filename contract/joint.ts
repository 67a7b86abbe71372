import type { Account } from './client.ts'

const openStates: readonly Account['status'][] = ['draft', 'pending', 'active']

/** Whether the account is open, the client who looks at it has a share of it, and somebody else has one too. */
export const isInJointPortfolio = ({
  status,
  holderRole,
  holders,
}: Pick<Account, 'status' | 'holderRole' | 'holders'>): boolean =>
  openStates.includes(status) &&
  holderRole !== 'authorised' &&
  holders.filter(({ role }) => role !== 'authorised').length > 1

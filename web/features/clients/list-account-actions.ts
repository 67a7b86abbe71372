import type { ClientAccount, getAccount } from '#contract/clients/client.ts'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import type { PermissionCheck } from '#web/core/session.ts'

export const accountActions = ['contribution', 'withdrawal', 'cancellation', 'instruction', 'call'] as const
export type AccountAction = (typeof accountActions)[number]

const permissions = {
  contribution: ['bt_Ingresos', 'create'],
  withdrawal: ['bt_Retiradas', 'create'],
  cancellation: ['bt_Cancelaciones', 'create'],
  instruction: ['bt_Vencimientos', 'edit'],
  call: ['bt_Vencimientos', 'edit'],
} as const

/** Whether the person may do it at all, whatever the account. */
export const mayDo = (action: AccountAction, may: PermissionCheck): boolean => {
  const [module, needed] = permissions[action]
  return may(module, needed)
}

type ActionableAccount = Pick<
  ResponseBody<typeof getAccount>,
  'status' | 'balance' | 'available' | 'expiresOn' | 'maturity'
>

/** What may be done with an account, the most frequent first. Withdrawals under way keep nobody from simulating its cancellation. */
export const listAccountActions = (
  { status, balance, available, expiresOn, maturity }: ActionableAccount,
  may: PermissionCheck,
  today: string,
): AccountAction[] => {
  const takesMoney = status === 'active' || status === 'pending'
  // A draft that was refused its bonus may hold what had come for it.
  const hasMoney = (takesMoney || status === 'draft') && available !== '0.00'
  const isBeforeMaturity = maturity !== null && !maturity.suspended && (expiresOn ?? '') > today
  const isOffered: Record<AccountAction, boolean> = {
    contribution: takesMoney,
    withdrawal: hasMoney,
    cancellation: status === 'active' && /[1-9]/.test(balance),
    instruction: isBeforeMaturity || maturity?.suspended === true,
    call: isBeforeMaturity,
  }
  return accountActions.filter((action) => isOffered[action] && mayDo(action, may))
}

/** Those of a client's accounts that allow the action: none that the client only signs for. */
export const listActionableAccounts = (
  accounts: readonly ClientAccount[],
  action: AccountAction,
  may: PermissionCheck,
  today: string,
): ClientAccount[] =>
  accounts.filter(
    (account) => account.holderRole !== 'authorised' && listAccountActions(account, may, today).includes(action),
  )

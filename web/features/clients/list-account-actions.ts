import type { getAccount } from '#contract/clients/client.ts'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import type { PermissionCheck } from '#web/core/session.ts'

export const accountActions = ['contribution', 'withdrawal', 'cancellation', 'instruction', 'call'] as const
export type AccountAction = (typeof accountActions)[number]

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
  const mayInstruct = may('bt_Vencimientos', 'edit')
  const isOffered: Record<AccountAction, boolean> = {
    contribution: takesMoney && may('bt_Ingresos', 'create'),
    withdrawal: hasMoney && may('bt_Retiradas', 'create'),
    cancellation: status === 'active' && /[1-9]/.test(balance) && may('bt_Cancelaciones', 'create'),
    instruction: mayInstruct && (isBeforeMaturity || maturity?.suspended === true),
    call: mayInstruct && isBeforeMaturity,
  }
  return accountActions.filter((action) => isOffered[action])
}

import { lazy, type ReactNode } from 'react'
import { usePermission } from '#web/core/session.ts'

/** Comes with the first account that is looked at beside a list. */
const LazyAccountPeek = lazy(() => import('./account-peek.tsx'))

/** A row about an account; without a number of its own for it, the row is the account. */
type RowOfAccount = { id: string; clientId: string; accountId?: string }

const AccountOfRow = ({ row: { id, clientId, accountId = id } }: { row: RowOfAccount }) => (
  <LazyAccountPeek clientId={clientId} accountId={accountId} />
)

/** What lists of accounts, and of what happens to them, show beside their rows; nothing for whoever may not see accounts. */
export const useAccountPeek = (): ((props: { row: RowOfAccount }) => ReactNode) | undefined =>
  usePermission('bt_Clientes', 'view') ? AccountOfRow : undefined

import { type ComponentProps, lazy } from 'react'
import RowMenu from './client-row-menu.tsx'

// What the client list has no use for before something is done in it, in one place: the list needn't carry the names of all their files.
const LazyRowAction = lazy(() => import('./client-row-action.tsx'))
const LazySelection = lazy(() => import('./client-selection.tsx'))
const LazyStatements = lazy(() => import('./statements-dialog.tsx'))

/** Everything that can be done with one client. */
export const ClientRowMenu = (props: ComponentProps<typeof RowMenu>) => <RowMenu {...props} />
/** The action that was chosen in it. */
export const ClientRowAction = (props: ComponentProps<typeof LazyRowAction>) => <LazyRowAction {...props} />
/** What is done with chosen clients. */
export const ClientSelection = (props: ComponentProps<typeof LazySelection>) => <LazySelection {...props} />
/** Asks whose accounts are put on paper, and for which days. */
export const StatementsDialog = (props: ComponentProps<typeof LazyStatements>) => <LazyStatements {...props} />

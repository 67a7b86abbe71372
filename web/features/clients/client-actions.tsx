import { IconFolderPlus } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { ClientAccount, ClientDetail } from '#contract/clients/client.ts'
import { usePermission, usePermissionCheck, useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { useAgendaActions } from '#web/domain/agenda/use-agenda-actions.tsx'
import { useInstructionMessage } from '#web/domain/maturities/use-instruction-message.ts'
import type { RecordAction } from '#web/ui/record-actions.tsx'
import { ResultMessage } from '#web/ui/result-message.tsx'
import type { ResultMessages } from '#web/ui/use-result-message.ts'
import { useAccountRecordActions } from './account-action-labels.tsx'
import { type AccountAction, accountActions, listActionableAccounts } from './list-account-actions.ts'
import { type ClientRecordActions, useClientRecordActions } from './use-client-record-actions.tsx'
import { useClientReportAction } from './use-client-report-action.tsx'

/** Comes with the first action. */
const LazyClientAccountDialog = lazy(() => import('./client-account-dialog.tsx'))

export type ClientActions = {
  actions: readonly RecordAction[]
  /** What may be done with one account. */
  listRowActions: (account: ClientAccount) => RecordAction[]
  /** Opens the dialog of that action on that account; undefined where it is not offered. */
  findAction: (action: AccountAction, account: ClientAccount) => (() => void) | undefined
  liftBlock: ClientRecordActions['liftBlock']
  dialog: ReactNode
  message: ReactNode
  messages: ResultMessages
}

/** What may be done for a client: a new account, and each action on the accounts that allow it. */
export const useClientActions = (client: ClientDetail): ClientActions => {
  const { t } = useTranslation('client')
  const may = usePermissionCheck()
  const today = useSession((state) => state.session?.businessDate ?? '')
  // Nothing new begins with whom the firm only keeps the data of.
  const mayOpenAccount = usePermission('bt_Pendientes', 'create') && client.restrictedAt === null
  const buildAction = useAccountRecordActions()
  const messages = useInstructionMessage()
  const [open, setOpen] = useState<{ action: AccountAction; accounts: readonly ClientAccount[] } | null>(null)
  const record = useClientRecordActions(client, (text) => messages.show({ text }))
  const report = useClientReportAction(client, (text) => messages.show({ text }))
  const name = [client.name, client.surname].filter(Boolean).join(' ')
  const call = useAgendaActions({ key: `client:${client.id}`, name }, (text) => messages.show({ text }))
  const offered = new Map(
    accountActions.map((action) => [action, listActionableAccounts(client.accounts, action, may, today)]),
  )
  const isOffered = (action: AccountAction, account: ClientAccount): boolean =>
    offered.get(action)?.some(({ id }) => id === account.id) ?? false
  const openAccount: RecordAction = {
    key: 'openAccount',
    label: t('client.openAccount'),
    icon: <IconFolderPlus size={16} aria-hidden />,
    href: `/clientes/${client.id}/cuentas/nueva`,
  }
  return {
    actions: [
      ...(mayOpenAccount ? [openAccount] : []),
      ...accountActions.flatMap((action) => {
        const accounts = offered.get(action) ?? []
        return accounts.length > 0 ? [buildAction(action, () => setOpen({ action, accounts }))] : []
      }),
      ...call.actions,
      ...report.actions,
      ...record.actions,
    ],
    listRowActions: (account) =>
      accountActions
        .filter((action) => isOffered(action, account))
        .map((action) => buildAction(action, () => setOpen({ action, accounts: [account] }))),
    findAction: (action, account) =>
      isOffered(action, account) ? () => setOpen({ action, accounts: [account] }) : undefined,
    liftBlock: record.liftBlock,
    dialog: (
      <>
        {open && (
          <Suspense>
            <LazyClientAccountDialog
              key={`${open.action} ${open.accounts[0]?.id}`}
              clientId={client.id}
              {...open}
              onDone={(text) => messages.show({ text })}
              onInstructed={messages.report}
              onClose={() => setOpen(null)}
            />
          </Suspense>
        )}
        {record.dialog}
        {report.dialog}
        {call.dialog}
      </>
    ),
    message: <ResultMessage messages={messages} />,
    messages,
  }
}

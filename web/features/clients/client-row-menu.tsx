import { useNavigate } from 'react-router'
import type { ClientRow } from '#contract/clients.ts'
import { usePermissionCheck } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { type HandoverClientSelection, newHandoverPath } from '#web/domain/handover-choice.ts'
import { useRecordRowActions } from '#web/domain/record-row-actions.ts'
import { RowMenuItems } from '#web/ui/list/row-menu-items.tsx'
import type { RowAction } from '#web/ui/list/row-menu-types.ts'
import { useAccountActionLabels } from './account-action-labels.tsx'
import type { AccountAction } from './list-account-actions.ts'
import { listClientActions } from './list-client-actions.ts'

export type RequestedAccountAction = { clientId: string; action: AccountAction }

type Props = { row: ClientRow; href: string; onRequest: (requestedAction: RequestedAccountAction) => void }

/** What can be done with a client of the list: reached, an account of theirs moved, a new one opened, handed over. */
export default function ClientRowMenu({ row: { id, phone, email, activeAccounts }, href, onRequest }: Props) {
  const { t } = useTranslation('clients')
  const may = usePermissionCheck()
  const navigate = useNavigate()
  const listRecordActions = useRecordRowActions()
  const labelAction = useAccountActionLabels()
  const actions = listClientActions({ activeAccounts }, may).map((action): RowAction => {
    if (action === 'openAccount') return { key: action, label: t('openAccount'), href: `/clientes/${id}/cuentas/nueva` }
    if (action !== 'handOver')
      return { key: action, label: labelAction(action), run: () => onRequest({ clientId: id, action }) }
    const handover: HandoverClientSelection = { choice: { by: 'clients', clientIds: [id] }, total: 1 }
    return {
      key: action,
      label: t('handOver'),
      run: () => void navigate(newHandoverPath, { state: { handover } }),
    }
  })
  return <RowMenuItems actions={[...listRecordActions({ phone, email }), ...actions]} href={href} />
}

import { type ReactNode, useState } from 'react'
import { type ApprovalRow, type approvalViews, withdrawChangeRequest } from '#contract/approvals.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { useApprovalTexts } from '#web/domain/approval-texts.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import type { RowAction } from '#web/ui/list/row-menu-types.ts'
import type { ResultMessages } from '#web/ui/use-result-message.ts'

type Ask = (outcome: 'approved' | 'rejected', approvalId: string) => void

/** What can be done with a change from its row: the decision where it is one's own to take, the withdrawal of what one proposed, and what it is about. */
export const useApprovalRowActions = (
  box: (typeof approvalViews)[number],
  ask: Ask,
  messages: ResultMessages,
): { rowActions: (row: ApprovalRow) => RowAction[]; dialog: ReactNode } => {
  const { t } = useTranslation('approvals')
  const words = useApprovalTexts()
  const [withdrawn, setWithdrawn] = useState<ApprovalRow | null>(null)
  const listRowActions = (row: ApprovalRow): (RowAction | false | null)[] => [
    box === 'waiting' && { key: 'approve', label: t('decide.approve'), run: () => ask('approved', row.id) },
    box === 'waiting' && { key: 'reject', label: t('decide.reject'), run: () => ask('rejected', row.id) },
    row.mine &&
      row.state === 'pending' && { key: 'withdraw', label: t('decide.withdraw'), run: () => setWithdrawn(row) },
    row.link !== null && { key: 'open', label: t('event.open'), href: row.link },
  ]
  const rowActions = (row: ApprovalRow): RowAction[] =>
    listRowActions(row).filter((action): action is RowAction => Boolean(action))
  const withdraw = async (row: ApprovalRow): Promise<void> => {
    try {
      await callEndpoint(withdrawChangeRequest, { params: { approvalId: row.id } }, { refreshOnRefusal: true })
      messages.show({ text: t('pane.decided', { what: words.what(row), outcome: t('decide.withdrawn') }) })
    } catch (error) {
      messages.showFailure(error)
    }
  }
  const dialog = withdrawn && (
    <ConfirmDialog
      title={t('decide.withdrawTitle')}
      text={t('decide.withdrawText', { what: words.what(withdrawn) })}
      action={t('decide.withdraw')}
      onClose={() => setWithdrawn(null)}
      onConfirm={() => void withdraw(withdrawn)}
    />
  )
  return { rowActions, dialog }
}

import type { ImportDetail } from '#contract/imports.ts'
import type { PermissionCheck } from '#web/core/session.ts'

const importActions = ['submit', 'discard', 'undo'] as const
export type ImportAction = (typeof importActions)[number]

/** What comes next for an import, for whoever may, in the order of the buttons. */
export const listImportActions = (
  { state, mine, fresh, undoApprovalId }: Pick<ImportDetail, 'state' | 'mine' | 'fresh' | 'undoApprovalId'>,
  may: PermissionCheck,
): ImportAction[] => {
  const mayPropose = may('bt_Importar', 'create') && mine
  const hasNewRows = (fresh ?? 0) > 0
  const isOffered: Record<ImportAction, boolean> = {
    submit: mayPropose && state === 'checked' && hasNewRows,
    discard: mayPropose && (state === 'draft' || state === 'checked'),
    undo: may('bt_Importar', 'edit') && state === 'imported' && undoApprovalId === null && hasNewRows,
  }
  return importActions.filter((action) => isOffered[action])
}

import type { CellGrant, MatrixCell } from '#contract/access.ts'
import { type ModuleKey, type PermissionAction, permissionActions, type Role, scopes } from '#contract/permissions.ts'

/** A cell that is to change: what was seen there, and what is wanted; null: as the product sets it. */
export type MatrixEdit = { role: Role; module: ModuleKey; seen: CellGrant | null; to: CellGrant | null }
type MatrixCellRef = Pick<MatrixEdit, 'role' | 'module'>

export const buildCellKey = ({ role, module }: MatrixCellRef): string => `${role}.${module}`

const emptyCell: CellGrant = { actions: [], scope: 'own' }

/** Whether both say the same, in whatever order. */
export const isSameCell = (one: CellGrant | null, other: CellGrant | null): boolean => {
  if (one === null || other === null) return one === other
  const a = [...one.actions].sort().join()
  const b = [...other.actions].sort().join()
  return a === b && (one.scope === other.scope || a === '')
}

/** What the cell would say with the edit. */
export const getDisplayedCell = ({ product, effective }: MatrixCell, edit: MatrixEdit | undefined): CellGrant =>
  edit ? (edit.to ?? product ?? emptyCell) : effective

/** The cell with the action given or taken. Nobody works on what they don't see: looking comes with any other, and all go with it. */
export const toggleCellAction = (
  { actions: some, scope }: CellGrant,
  action: PermissionAction,
  possible: readonly CellGrant['scope'][] = scopes,
): CellGrant => {
  if (!some.includes(action)) {
    const newCell: readonly PermissionAction[] = [...some, action, 'view']
    return {
      actions: permissionActions.filter((one) => newCell.includes(one)),
      // With any other it would give nothing.
      scope: possible.includes(scope) ? scope : 'all',
    }
  }
  return { actions: action === 'view' ? [] : some.filter((one) => one !== action), scope }
}

/** The edits with that cell set; one that changes nothing is none. */
export const applyCellEdit = (
  edits: readonly MatrixEdit[],
  cell: MatrixCell,
  newCell: CellGrant | null,
): MatrixEdit[] => {
  const others = edits.filter((edit) => buildCellKey(edit) !== buildCellKey(cell))
  const asProduct = newCell === null || isSameCell(newCell, cell.product ?? emptyCell)
  const to = asProduct ? null : newCell
  if (isSameCell(to, cell.firm)) return others
  const { role, module, firm } = cell
  const before = edits.find((edit) => buildCellKey(edit) === buildCellKey(cell))
  return [...others, { role, module, seen: before ? before.seen : firm, to }]
}

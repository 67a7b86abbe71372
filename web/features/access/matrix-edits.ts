import type { Cell, MatrixCell } from '#contract/access.ts'
import { type Action, actions, type ModuleKey, type Role, scopes } from '#contract/permissions.ts'

/** A cell that is to change: what was seen there, and what is wanted; null: as the product sets it. */
export type Edit = { role: Role; module: ModuleKey; seen: Cell | null; to: Cell | null }
type Key = Pick<Edit, 'role' | 'module'>

export const keyOf = ({ role, module }: Key): string => `${role}.${module}`

const nothing: Cell = { actions: [], scope: 'own' }

/** Whether both say the same, in whatever order. */
export const isSame = (one: Cell | null, other: Cell | null): boolean => {
  if (one === null || other === null) return one === other
  const [a, b] = [[...one.actions].sort().join(), [...other.actions].sort().join()]
  return a === b && (one.scope === other.scope || a === '')
}

/** What the cell would say with the edit. */
export const shownCell = ({ product, effective }: MatrixCell, edit: Edit | undefined): Cell =>
  edit ? (edit.to ?? product ?? nothing) : effective

/** The cell with the action given or taken. Nobody works on what they don't see: looking comes with any other, and all go with it. */
export const withAction = (
  { actions: some, scope }: Cell,
  action: Action,
  possible: readonly Cell['scope'][] = scopes,
): Cell => {
  if (!some.includes(action)) {
    const wanted: readonly Action[] = [...some, action, 'view']
    return {
      actions: actions.filter((one) => wanted.includes(one)),
      // With any other it would give nothing.
      scope: possible.includes(scope) ? scope : 'all',
    }
  }
  return { actions: action === 'view' ? [] : some.filter((one) => one !== action), scope }
}

/** The edits with that cell set; one that changes nothing is none. */
export const withCell = (edits: readonly Edit[], cell: MatrixCell, wanted: Cell | null): Edit[] => {
  const others = edits.filter((edit) => keyOf(edit) !== keyOf(cell))
  const asProduct = wanted === null || isSame(wanted, cell.product ?? nothing)
  const to = asProduct ? null : wanted
  if (isSame(to, cell.firm)) return others
  const { role, module, firm } = cell
  const before = edits.find((edit) => keyOf(edit) === keyOf(cell))
  return [...others, { role, module, seen: before ? before.seen : firm, to }]
}

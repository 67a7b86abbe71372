import { expect, test } from 'vitest'
import type { MatrixCell } from '#contract/access.ts'
import { applyCellEdit, getDisplayedCell, toggleCellAction } from './matrix-edits.ts'

const productCell = { actions: ['view' as const], scope: 'own' as const }
const firmCell = { actions: ['view' as const, 'edit' as const], scope: 'team' as const }
const matrixCell: MatrixCell = {
  role: 'manager',
  module: 'bt_Clientes',
  product: productCell,
  firm: null,
  effective: productCell,
  locked: [],
  changedAt: null,
  changedByName: null,
}

test('an edit keeps the first seen value, and an edit without effect is dropped', () => {
  const [first] = applyCellEdit([], matrixCell, firmCell)
  expect(first).toEqual({ role: 'manager', module: 'bt_Clientes', seen: null, to: firmCell })
  const moved = { ...matrixCell, firm: { actions: [], scope: 'own' as const } }
  expect(applyCellEdit([first!], moved, productCell)).toEqual([{ ...first, to: null }])
  expect(applyCellEdit([first!], matrixCell, { ...productCell })).toEqual([])
})

test('returning to the product’s value clears the firm’s value', () => {
  const set = { ...matrixCell, firm: firmCell, effective: firmCell }
  const [back] = applyCellEdit([], set, null)
  expect(back).toMatchObject({ seen: firmCell, to: null })
  expect(getDisplayedCell(set, back)).toEqual(productCell)
  expect(getDisplayedCell(set, undefined)).toEqual(firmCell)
  expect(applyCellEdit([], set, { actions: ['edit', 'view'], scope: 'team' })).toEqual([])
})

test('granting any action grants viewing, and removing viewing removes all actions', () => {
  expect(toggleCellAction({ actions: [], scope: 'team' }, 'export')).toEqual({
    actions: ['view', 'export'],
    scope: 'team',
  })
  expect(toggleCellAction({ actions: [], scope: 'own' }, 'view', ['all'])).toEqual({ actions: ['view'], scope: 'all' })
  expect(toggleCellAction({ actions: ['view', 'edit', 'export'], scope: 'own' }, 'edit').actions).toEqual([
    'view',
    'export',
  ])
  expect(toggleCellAction({ actions: ['view', 'edit'], scope: 'own' }, 'view').actions).toEqual([])
})

import { expect, test } from 'vitest'
import type { MatrixCell } from '#contract/access.ts'
import { shownCell, withAction, withCell } from './matrix-edits.ts'

const product = { actions: ['view' as const], scope: 'own' as const }
const firm = { actions: ['view' as const, 'edit' as const], scope: 'team' as const }
const cell: MatrixCell = {
  role: 'manager',
  module: 'bt_Clientes',
  product,
  firm: null,
  effective: product,
  locked: [],
  changedAt: null,
  changedByName: null,
}

test('an edit keeps the first seen value, and an edit without effect is dropped', () => {
  const [first] = withCell([], cell, firm)
  expect(first).toEqual({ role: 'manager', module: 'bt_Clientes', seen: null, to: firm })
  const moved = { ...cell, firm: { actions: [], scope: 'own' as const } }
  expect(withCell([first!], moved, product)).toEqual([{ ...first, to: null }])
  expect(withCell([first!], cell, { ...product })).toEqual([])
})

test('returning to the product’s value clears the firm’s value', () => {
  const set = { ...cell, firm, effective: firm }
  const [back] = withCell([], set, null)
  expect(back).toMatchObject({ seen: firm, to: null })
  expect(shownCell(set, back)).toEqual(product)
  expect(shownCell(set, undefined)).toEqual(firm)
  expect(withCell([], set, { actions: ['edit', 'view'], scope: 'team' })).toEqual([])
})

test('granting any action grants viewing, and removing viewing removes all actions', () => {
  expect(withAction({ actions: [], scope: 'team' }, 'export')).toEqual({ actions: ['view', 'export'], scope: 'team' })
  expect(withAction({ actions: [], scope: 'own' }, 'view', ['all'])).toEqual({ actions: ['view'], scope: 'all' })
  expect(withAction({ actions: ['view', 'edit', 'export'], scope: 'own' }, 'edit').actions).toEqual(['view', 'export'])
  expect(withAction({ actions: ['view', 'edit'], scope: 'own' }, 'view').actions).toEqual([])
})

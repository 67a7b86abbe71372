import { expect, test } from 'vitest'
import { type ImportState, importStates } from '#contract/imports.ts'
import { tabulateActionsByRole } from '#test/harness/role-actions.ts'
import { listImportActions } from './list-import-actions.ts'

type Import = Parameters<typeof listImportActions>[0]

const tabulate = (state: ImportState, changed: Partial<Import> = {}) =>
  tabulateActionsByRole((may) =>
    listImportActions({ state, mine: true, fresh: 3, undoApprovalId: null, ...changed }, may),
  )

test('offers the actions of each import state to the roles that may take them', () => {
  expect(Object.fromEntries(importStates.map((state) => [state, tabulate(state)]))).toEqual({
    draft: { admin: ['discard'] },
    checked: { admin: ['submit', 'discard'] },
    waiting: {},
    importing: {},
    imported: { admin: ['undo'] },
    undoing: {},
    undone: {},
    discarded: {},
  })
})

test('leaves an import that is not imported yet to its maker', () => {
  expect(tabulate('checked', { mine: false })).toEqual({})
  expect(tabulate('draft', { mine: false })).toEqual({})
  expect(tabulate('imported', { mine: false })).toEqual({ admin: ['undo'] })
})

test('offers neither import nor undo of a file without new rows', () => {
  for (const fresh of [0, null]) {
    expect(tabulate('checked', { fresh })).toEqual({ admin: ['discard'] })
    expect(tabulate('imported', { fresh })).toEqual({})
  }
})

test('an import is undone only once', () => {
  expect(tabulate('imported', { undoApprovalId: '7' })).toEqual({})
})

import { describe, expect, test } from 'vitest'
import {
  isColumnShown,
  moveColumn,
  noPrefs,
  orderColumns,
  readPrefs,
  setColumnWidth,
  toggleColumn,
} from './column-prefs.ts'

const columnFixtures = [{ key: 'name' }, { key: 'kyc' }, { key: 'phone', optional: true as const }, { key: 'capital' }]
const orderColumnKeys = (prefs = noPrefs) => orderColumns(columnFixtures, prefs).map((column) => column.key)
const [, kycColumn, phoneColumn] = columnFixtures as [
  object,
  (typeof columnFixtures)[number],
  (typeof columnFixtures)[number],
]

describe('columns of a list', () => {
  test('columns follow the list’s defaults without stored preferences', () => {
    expect(orderColumnKeys()).toEqual(['name', 'kyc', 'phone', 'capital'])
    expect(columnFixtures.filter((column) => isColumnShown(column, noPrefs)).map((column) => column.key)).toEqual([
      'name',
      'kyc',
      'capital',
    ])
  })

  test('columns are shown and hidden one by one', () => {
    const prefs = toggleColumn(toggleColumn(noPrefs, kycColumn), phoneColumn)
    expect([isColumnShown(kycColumn, prefs), isColumnShown(phoneColumn, prefs)]).toEqual([false, true])
    const back = toggleColumn(toggleColumn(prefs, kycColumn), phoneColumn)
    expect([isColumnShown(kycColumn, back), isColumnShown(phoneColumn, back)]).toEqual([true, false])
  })

  test('columns can be moved, except the first', () => {
    expect(orderColumnKeys(moveColumn(noPrefs, columnFixtures, 'capital', -1))).toEqual([
      'name',
      'kyc',
      'capital',
      'phone',
    ])
    expect(orderColumnKeys(moveColumn(noPrefs, columnFixtures, 'kyc', -1))).toEqual(['name', 'kyc', 'phone', 'capital'])
    expect(orderColumnKeys(moveColumn(noPrefs, columnFixtures, 'name', 1))).toEqual(['name', 'kyc', 'phone', 'capital'])
  })

  test('new columns join a stored order, and removed ones are dropped', () => {
    expect(orderColumnKeys({ ...noPrefs, order: ['capital', 'gone', 'kyc'] })).toEqual([
      'name',
      'capital',
      'kyc',
      'phone',
    ])
  })

  test('the width of a column is kept within what can be read', () => {
    const prefs = setColumnWidth(setColumnWidth(noPrefs, 'name', 5), 'kyc', 210.4)
    expect(prefs.widths).toEqual({ name: 64, kyc: 210 })
    expect(readPrefs(JSON.stringify(prefs)).widths).toEqual(prefs.widths)
  })

  test('columns stored without widths keep their order', () => {
    const { widths: _, ...stored } = { ...noPrefs, order: ['kyc'] }
    expect(readPrefs(JSON.stringify(stored))).toEqual({ ...noPrefs, order: ['kyc'] })
  })

  test('unreadable stored columns fall back to the defaults', () => {
    for (const stored of [null, '', '{', '[]', '{"order":"x"}']) expect(readPrefs(stored)).toEqual(noPrefs)
    expect(readPrefs(JSON.stringify({ ...noPrefs, dense: true })).dense).toBe(true)
  })
})

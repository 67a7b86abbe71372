import { describe, expect, test } from 'vitest'
import { isColumnShown, moveColumn, noPrefs, orderColumns, readPrefs, toggleColumn } from './column-prefs.ts'

const columnFixtures = [{ key: 'name' }, { key: 'kyc' }, { key: 'phone', optional: true as const }, { key: 'capital' }]
const orderedKeys = (prefs = noPrefs) => orderColumns(columnFixtures, prefs).map((column) => column.key)
const [, kyc, phone] = columnFixtures as [object, (typeof columnFixtures)[number], (typeof columnFixtures)[number]]

describe('columns of a list', () => {
  test('columns follow the list’s defaults without stored preferences', () => {
    expect(orderedKeys()).toEqual(['name', 'kyc', 'phone', 'capital'])
    expect(columnFixtures.filter((column) => isColumnShown(column, noPrefs)).map((column) => column.key)).toEqual([
      'name',
      'kyc',
      'capital',
    ])
  })

  test('columns are shown and hidden one by one', () => {
    const prefs = toggleColumn(toggleColumn(noPrefs, kyc), phone)
    expect([isColumnShown(kyc, prefs), isColumnShown(phone, prefs)]).toEqual([false, true])
    const back = toggleColumn(toggleColumn(prefs, kyc), phone)
    expect([isColumnShown(kyc, back), isColumnShown(phone, back)]).toEqual([true, false])
  })

  test('columns can be moved, except the first', () => {
    expect(orderedKeys(moveColumn(noPrefs, columnFixtures, 'capital', -1))).toEqual(['name', 'kyc', 'capital', 'phone'])
    expect(orderedKeys(moveColumn(noPrefs, columnFixtures, 'kyc', -1))).toEqual(['name', 'kyc', 'phone', 'capital'])
    expect(orderedKeys(moveColumn(noPrefs, columnFixtures, 'name', 1))).toEqual(['name', 'kyc', 'phone', 'capital'])
  })

  test('new columns join a stored order, and removed ones are dropped', () => {
    expect(orderedKeys({ ...noPrefs, order: ['capital', 'gone', 'kyc'] })).toEqual(['name', 'capital', 'kyc', 'phone'])
  })

  test('unreadable stored columns fall back to the defaults', () => {
    for (const stored of [null, '', '{', '[]', '{"order":"x"}']) expect(readPrefs(stored)).toEqual(noPrefs)
    expect(readPrefs(JSON.stringify({ ...noPrefs, dense: true })).dense).toBe(true)
  })
})

import { describe, expect, test } from 'vitest'
import { isShown, moveColumn, noPrefs, orderColumns, readPrefs, toggleColumn } from './column-prefs.ts'

const columns = [{ key: 'name' }, { key: 'kyc' }, { key: 'phone', optional: true as const }, { key: 'capital' }]
const keys = (prefs = noPrefs) => orderColumns(columns, prefs).map((column) => column.key)
const [, kyc, phone] = columns as [object, (typeof columns)[number], (typeof columns)[number]]

describe('columns of a list', () => {
  test('columns follow the list’s defaults without stored preferences', () => {
    expect(keys()).toEqual(['name', 'kyc', 'phone', 'capital'])
    expect(columns.filter((column) => isShown(column, noPrefs)).map((column) => column.key)).toEqual([
      'name',
      'kyc',
      'capital',
    ])
  })

  test('columns are shown and hidden one by one', () => {
    const prefs = toggleColumn(toggleColumn(noPrefs, kyc), phone)
    expect([isShown(kyc, prefs), isShown(phone, prefs)]).toEqual([false, true])
    const back = toggleColumn(toggleColumn(prefs, kyc), phone)
    expect([isShown(kyc, back), isShown(phone, back)]).toEqual([true, false])
  })

  test('columns can be moved, except the first', () => {
    expect(keys(moveColumn(noPrefs, columns, 'capital', -1))).toEqual(['name', 'kyc', 'capital', 'phone'])
    expect(keys(moveColumn(noPrefs, columns, 'kyc', -1))).toEqual(['name', 'kyc', 'phone', 'capital'])
    expect(keys(moveColumn(noPrefs, columns, 'name', 1))).toEqual(['name', 'kyc', 'phone', 'capital'])
  })

  test('new columns join a stored order, and removed ones are dropped', () => {
    expect(keys({ ...noPrefs, order: ['capital', 'gone', 'kyc'] })).toEqual(['name', 'capital', 'kyc', 'phone'])
  })

  test('unreadable stored columns fall back to the defaults', () => {
    for (const stored of [null, '', '{', '[]', '{"order":"x"}']) expect(readPrefs(stored)).toEqual(noPrefs)
    expect(readPrefs(JSON.stringify({ ...noPrefs, dense: true })).dense).toBe(true)
  })
})

import { describe, expect, test } from 'vitest'
import { listClients } from '#contract/clients.ts'
import type { ListViewState } from '#contract/list-views.ts'
import { isSameView, toViewState } from './compare-view.ts'
import { readListState } from './list-url-state.ts'
import { isBareAddress, readViewId, writeView } from './saved-view.ts'

const state: ListViewState = {
  filters: { kyc: 'rejected,pending' },
  sort: 'capital',
  direction: 'desc',
  columns: { order: ['capital'], hidden: [], shown: ['phone', 'email'], dense: true },
}

describe('the address of a view', () => {
  test('the address of a view has its filters, its order and its name', () => {
    const params = writeView(listClients, { id: '7', state }, new URLSearchParams('country=ES&page=4&tab=x'))
    expect(Object.fromEntries(params)).toEqual({
      tab: 'x',
      kyc: 'rejected,pending',
      sort: 'capital',
      direction: 'desc',
      saved: '7',
    })
    expect(readViewId(params)).toBe('7')
    expect(readListState(listClients, params)).toMatchObject({ filters: state.filters, sort: 'capital', page: 1 })
  })

  test('an address without filters, order and page is bare, whatever else it says', () => {
    expect(isBareAddress(listClients, new URLSearchParams('saved=7&cuentas=active'))).toBe(true)
    expect(isBareAddress(listClients, new URLSearchParams('kyc=pending'))).toBe(false)
    expect(isBareAddress(listClients, new URLSearchParams('saved=7&page=2'))).toBe(false)
  })

  test('reads no view where the address names something else', () => {
    expect(readViewId(new URLSearchParams('saved=mine'))).toBeUndefined()
    expect(readViewId(new URLSearchParams('view=7'))).toBeUndefined()
  })
})

describe('comparing a list with its view', () => {
  const shown = readListState(listClients, writeView(listClients, { id: '7', state }, new URLSearchParams()))

  test('a view stays the same whatever the order of values and columns', () => {
    const prefs = { order: ['capital'], hidden: [], shown: ['email', 'phone'], dense: true }
    expect(isSameView(state, toViewState({ ...shown, filters: { kyc: 'pending,rejected' } }, prefs))).toBe(true)
  })

  test('differs by filters, order, columns and density', () => {
    const { columns } = state
    const same = toViewState(shown, columns)
    expect(isSameView(state, same)).toBe(true)
    for (const changed of [
      { ...same, filters: { kyc: 'rejected' } },
      { ...same, filters: { ...same.filters, country: 'ES' } },
      { ...same, direction: 'asc' as const },
      { ...same, columns: { ...columns, dense: false } },
      { ...same, columns: { ...columns, order: [] } },
    ])
      expect(isSameView(state, changed)).toBe(false)
  })
})

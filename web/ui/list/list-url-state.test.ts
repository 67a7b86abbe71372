import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listAccountMovements } from '#contract/clients/client.ts'
import { listClients } from '#contract/clients.ts'
import {
  countPages,
  type ListState,
  readListState,
  setListFilters,
  setListSort,
  writeListState,
} from './list-url-state.ts'

const readFromSearch = (search: string) => readListState(listClients, new URLSearchParams(search))
const writeToSearch = (state: ListState, search = '') =>
  writeListState(listClients, state, new URLSearchParams(search)).toString()

const arbitraryListState: fc.Arbitrary<ListState> = fc.record({
  filters: fc
    .record(
      {
        search: fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }).map((text) => `x${text}x`.slice(0, 80)),
        kyc: fc.constantFrom('pending', 'approved', 'rejected,pending'),
        country: fc.constantFrom('ES', 'PT', 'MX'),
        dniExpiresBefore: fc.constantFrom('2026-11-21', '2028-02-29'),
        joint: fc.constantFrom('true', 'false'),
        manager: fc.constantFrom('1', '9007199254740993'),
      },
      { requiredKeys: [] },
    )
    .map((filters) => ({ ...filters }) as Record<string, string>),
  sort: fc.constantFrom(...listClients.sortable),
  direction: fc.constantFrom('asc' as const, 'desc' as const),
  page: fc.integer({ min: 1, max: 9_999_999 }),
  pageSize: fc.constantFrom(10, 25, 50, 100),
})

describe('the address of a list', () => {
  test('an address gives back every list state written into it', () => {
    fc.assert(
      fc.property(arbitraryListState, (state) => {
        expect(readFromSearch(writeToSearch(state))).toEqual(state)
      }),
    )
  })

  test('a list’s initial state has an empty address', () => {
    expect(writeToSearch(readFromSearch(''))).toBe('')
    expect(readListState(listAccountMovements, new URLSearchParams())).toMatchObject({
      sort: 'bookingDate',
      direction: 'desc',
      page: 1,
    })
  })

  test('an address drops parameters unknown to the contract', () => {
    const state = readFromSearch(
      'kyc=perhaps&dniExpiresBefore=31/12/2026&country=ES&page=-3&pageSize=7&sort=password&direction=up&other=1',
    )
    expect(state).toEqual({ filters: { country: 'ES' }, sort: 'fullName', direction: 'asc', page: 1, pageSize: 50 })
  })

  test('an address keeps known values of a filter that takes several', () => {
    expect(readFromSearch('kyc=rejected,perhaps,pending&manager=7,x').filters).toEqual({
      kyc: 'rejected,pending',
      manager: '7',
    })
    expect(readFromSearch('kyc=perhaps,never&view=mine,zone').filters).toEqual({})
  })

  test('an address keeps the parameters of the page around the list', () => {
    expect(writeToSearch(setListFilters(readFromSearch(''), { kyc: 'pending' }), 'tab=expired')).toBe(
      'tab=expired&kyc=pending',
    )
  })
})

describe('changes of a list', () => {
  test('changing a filter or the order returns to the first page', () => {
    const far = readFromSearch('page=7&kyc=pending')
    expect(setListFilters(far, { country: 'PT' })).toMatchObject({
      page: 1,
      filters: { kyc: 'pending', country: 'PT' },
    })
    expect(setListFilters(far, { kyc: '' }).filters).toEqual({})
    expect(setListSort(far, 'capital')).toMatchObject({ page: 1, sort: 'capital', direction: 'asc' })
  })

  test('a named direction holds whatever the column sorted by before', () => {
    const once = setListSort(readFromSearch(''), 'capital', 'desc')
    expect([once.direction, setListSort(once, 'capital', 'desc').direction]).toEqual(['desc', 'desc'])
  })

  test('choosing the sorting column again reverses its direction', () => {
    const once = setListSort(readFromSearch(''), 'capital')
    expect(setListSort(once, 'capital').direction).toBe('desc')
    expect(setListSort(setListSort(once, 'capital'), 'capital').direction).toBe('asc')
  })
})

test('an empty list has one page', () => {
  expect([countPages(0, 50), countPages(50, 50), countPages(51, 50)]).toEqual([1, 1, 2])
})

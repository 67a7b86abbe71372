import { expect, test } from 'vitest'
import { toPageWindow } from './paging.ts'

const pagingInput = { pageSize: 50, sort: 'name', direction: 'asc' } as const

test('the first page begins at the front, whatever total the caller knows', () => {
  const front = { offset: 0, limit: 50, backwards: false }
  for (const knownTotal of [undefined, 0, 1, 49, 5000])
    expect(toPageWindow({ ...pagingInput, page: 1, knownTotal }), `${knownTotal}`).toEqual(front)
})

test('reads a far page from the nearer end, and nothing past the total', () => {
  expect(toPageWindow({ ...pagingInput, page: 3, knownTotal: 120 })).toEqual({ offset: 0, limit: 20, backwards: true })
  expect(toPageWindow({ ...pagingInput, page: 2, knownTotal: 120 })).toEqual({
    offset: 50,
    limit: 50,
    backwards: false,
  })
  expect(toPageWindow({ ...pagingInput, page: 4, knownTotal: 120 })).toMatchObject({ limit: 0 })
})

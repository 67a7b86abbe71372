import { describe, expect, test } from 'vitest'
import { slotsFor } from './slots.ts'

const first = slotsFor(['a', 'b', 'c'], new Map(), true)

describe('the keys of rows', () => {
  test('pass from rows that are gone to rows that come', () => {
    expect([...slotsFor(['d', 'e', 'f', 'g'], first, true)]).toEqual([
      ['d', 0],
      ['e', 1],
      ['f', 2],
      ['g', 3],
    ])
  })

  test('stay with rows that stay, wherever they stand', () => {
    expect([...slotsFor(['c', 'd', 'a'], first, true)]).toEqual([
      ['c', 2],
      ['d', 1],
      ['a', 0],
    ])
  })

  test('are new for new rows where none may become another', () => {
    expect([...slotsFor(['d', 'a'], first, false)]).toEqual([
      ['d', 3],
      ['a', 0],
    ])
  })

  test('are never given twice', () => {
    const grown = slotsFor(['c', 'x', 'y', 'a', 'z'], slotsFor(['c', 'a'], first, true), true)
    expect(new Set(grown.values()).size).toBe(5)
  })
})

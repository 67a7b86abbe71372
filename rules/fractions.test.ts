import { describe, expect, test } from 'vitest'
import { findCommonDenominator, parseFraction, sumFractions } from './fractions.ts'

describe('exact fractions', () => {
  test.each([
    ['1/3', 1n, 3n],
    ['2/6', 1n, 3n],
    ['25', 1n, 4n],
    ['12,5', 1n, 8n],
    ['33.3333 %', 333_333n, 1_000_000n],
    ['100', 1n, 1n],
  ])('reads %s as a part of the whole', (typed, numerator, denominator) => {
    expect(parseFraction(typed)).toEqual({ numerator, denominator })
  })

  test.each(['', '0', '0/3', '3/0', '4/3', '101', '-1/3', '1/3/4', 'un tercio', '1e2', '12,34567'])(
    'refuses %s as a part of the whole',
    (typed) => {
      expect(parseFraction(typed)).toBeUndefined()
    },
  )

  test('adds up thirds and sixths to exactly one', () => {
    const parts = ['1/3', '1/3', '1/6', '1/6'].map((typed) => parseFraction(typed)!)
    expect(sumFractions(parts)).toEqual({ numerator: 1n, denominator: 1n })
    expect(findCommonDenominator(parts)).toBe(6n)
    const rounded = ['33,33', '33,33', '33,33'].map((typed) => parseFraction(typed)!)
    expect(sumFractions(rounded)).toEqual({ numerator: 9_999n, denominator: 10_000n })
  })
})

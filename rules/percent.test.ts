import { expect, test } from 'vitest'
import { calculatePercent } from './percent.ts'

test('rounds a share to a tenth, half away from nothing', () => {
  expect(calculatePercent(1n, 3n)).toBe('33.3')
  expect(calculatePercent(2n, 3n)).toBe('66.7')
  expect(calculatePercent(25n, 20_000n)).toBe('0.1')
  expect(calculatePercent(-25n, 50_000n)).toBe('-0.1')
  expect(calculatePercent(5n, 0n)).toBeNull()
  expect(calculatePercent(5n, -1n)).toBeNull()
})

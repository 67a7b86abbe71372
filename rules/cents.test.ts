import fc from 'fast-check'
import { expect, test } from 'vitest'
import { centsToAmount, formatScaledDecimal, toCents } from './cents.ts'

test.each([
  ['0', 0n],
  ['12', 1_200n],
  ['12.5', 1_250n],
  ['12.05', 1_205n],
  ['-12.5', -1_250n],
  ['-0.01', -1n],
  ['999999999999999.99', 99_999_999_999_999_999n],
])('the amount %s is %s cents', (amount, cents) => {
  expect(toCents(amount)).toBe(cents)
})

test.each([
  [-1_250n, 2, '-12.50'],
  [5n, 2, '0.05'],
  [-5n, 6, '-0.000005'],
  [3_250_000n, 6, '3.250000'],
])('%s with %s places is %s', (value, places, text) => {
  expect(formatScaledDecimal(value, places)).toBe(text)
})

test('cents written as an amount read back as they were', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), (cents) => {
      expect(toCents(centsToAmount(cents))).toBe(cents)
    }),
  )
})

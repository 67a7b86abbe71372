import fc from 'fast-check'
import { expect, test } from 'vitest'
import { convertFromEuros } from './convert.ts'

test('conversion rounds half up, away from zero, to two decimals', () => {
  expect(convertFromEuros('100.00', '1.0825')).toBe('108.25')
  expect(convertFromEuros('0.01', '1.5')).toBe('0.02')
  expect(convertFromEuros('0.01', '1.4')).toBe('0.01')
  expect(convertFromEuros('-0.01', '1.5')).toBe('-0.02')
  expect(convertFromEuros('-0.01', '0.1')).toBe('0.00')
  expect(convertFromEuros('1234567.89', '20')).toBe('24691357.80')
  expect(convertFromEuros('7', '3')).toBe('21.00')
})

test('conversion keeps every digit of amounts that a float would round', () => {
  expect(convertFromEuros('9007199254740993.01', '1')).toBe('9007199254740993.01')
})

test('conversion differs from the exact product by at most half a cent', () => {
  const cents = fc.bigInt(-(10n ** 18n) + 1n, 10n ** 18n - 1n)
  const rate = fc.bigInt(1n, 10n ** 12n)
  const decimal = (digits: bigint, scale: number): string => {
    const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0')
    return `${digits < 0n ? '-' : ''}${text.slice(0, -scale)}.${text.slice(-scale)}`
  }
  fc.assert(
    fc.property(cents, rate, (amount, per) => {
      const shown = BigInt(convertFromEuros(decimal(amount, 2), decimal(per, 8)).replace('.', ''))
      const off = shown * 10n ** 8n - amount * per
      expect((off < 0n ? -off : off) * 2n <= 10n ** 8n).toBe(true)
    }),
  )
})

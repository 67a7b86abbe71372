import { expect, test } from 'vitest'
import { parseTypedNumber } from './parse-number.ts'

test('a rate is read with either decimal separator', () => {
  expect(parseTypedNumber('1,0825')).toBe('1.0825')
  expect(parseTypedNumber(' 1.0825 ')).toBe('1.0825')
  expect(parseTypedNumber('20')).toBe('20')
  expect(parseTypedNumber(',5')).toBe('0.5')
  expect(parseTypedNumber('05,50')).toBe('5.50')
  expect(parseTypedNumber('00,5')).toBe('0.5')
  expect(parseTypedNumber('1.234,5')).toBe('1234.5')
  expect(parseTypedNumber('1,234.5')).toBe('1234.5')
})

test('refuses text that is no rate', () => {
  for (const typed of ['', '0', '0,00', '-1', 'abc', '1e5', '1,2,3', '123456789', '1.123456789', '.'])
    expect(parseTypedNumber(typed), typed).toBeUndefined()
})

import { expect, test } from 'vitest'
import { readTypedNumber } from './typed-number.ts'

test('a rate is read with either decimal separator', () => {
  expect(readTypedNumber('1,0825')).toBe('1.0825')
  expect(readTypedNumber(' 1.0825 ')).toBe('1.0825')
  expect(readTypedNumber('20')).toBe('20')
  expect(readTypedNumber(',5')).toBe('0.5')
  expect(readTypedNumber('05,50')).toBe('5.50')
  expect(readTypedNumber('00,5')).toBe('0.5')
  expect(readTypedNumber('1.234,5')).toBe('1234.5')
  expect(readTypedNumber('1,234.5')).toBe('1234.5')
})

test('refuses text that is no rate', () => {
  for (const typed of ['', '0', '0,00', '-1', 'abc', '1e5', '1,2,3', '123456789', '1.123456789', '.'])
    expect(readTypedNumber(typed), typed).toBeUndefined()
})

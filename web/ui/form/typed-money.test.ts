import { expect, test } from 'vitest'
import { readTypedMoney } from './typed-money.ts'

test.each([
  ['1234,5', '1234.50'],
  ['1.234,5', '1234.50'],
  ['1234.50', '1234.50'],
  ['1,234.56', '1234.56'],
  ['1.234', '1234.00'],
  ['1,234', '1234.00'],
  ['1.234.567', '1234567.00'],
  ['1.234.567,89 €', '1234567.89'],
  ['1 234 567,89', '1234567.89'],
  ['1’234.50', '1234.50'],
  ['007', '7.00'],
  [',5', '0.50'],
  ['0,01', '0.01'],
  ['999999999999,99', '999999999999.99'],
])('the typed money %s means %s', (typed, amount) => {
  expect(readTypedMoney(typed)).toBe(amount)
})

test.each([
  '',
  '0',
  '0,00',
  '-5',
  '1,2,3',
  '1.234.5',
  '12.34.567',
  '1,234,56',
  'mil',
  '1e5',
  '1234567890123',
  '.',
  '5.',
  '1.234,567',
])('the typed text %s is no amount', (typed) => {
  expect(readTypedMoney(typed)).toBeUndefined()
})

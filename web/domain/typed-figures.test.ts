import { expect, test } from 'vitest'
import { readAmount, readMonths, readRate, trimmed } from './typed-figures.ts'

test.each([
  ['0', '0.00'],
  ['0,00 €', '0.00'],
  ['10.000', '10000.00'],
  ['mil', undefined],
])('the amount %s is %s', (typed, amount) => expect(readAmount(typed)).toBe(amount))

test.each([
  ['3,25', '3.250000'],
  ['0', '0.000000'],
  ['2.5 %', '2.500000'],
  ['100', undefined],
  ['-1', undefined],
  ['', undefined],
])('the rate %s is %s', (typed, rate) => expect(readRate(typed)).toBe(rate))

test.each([
  ['12', 12],
  ['0', undefined],
  ['601', undefined],
  ['1,5', undefined],
])('the term %s is %s', (typed, months) => expect(readMonths(typed)).toBe(months))

test.each([
  ['3.250000', '3.25'],
  ['10.000000', '10'],
  ['0.000000', '0'],
])('%s is shown as %s', (decimal, shown) => expect(trimmed(decimal)).toBe(shown))

import { expect, test } from 'vitest'
import { parseAmount, parseMonths, parseRate, trimTrailingZeros } from './parse-figures.ts'

test.each([
  ['0', '0.00'],
  ['0,00 €', '0.00'],
  ['10.000', '10000.00'],
  ['mil', undefined],
])('the typed amount %s is read as %s', (typed, amount) => expect(parseAmount(typed)).toBe(amount))

test.each([
  ['3,25', '3.250000'],
  ['0', '0.000000'],
  ['2.5 %', '2.500000'],
  ['100', undefined],
  ['-1', undefined],
  ['', undefined],
])('the typed rate %s is read as %s', (typed, rate) => expect(parseRate(typed)).toBe(rate))

test.each([
  ['12', 12],
  ['0', undefined],
  ['601', undefined],
  ['1,5', undefined],
])('the typed term %s is read as %s', (typed, months) => expect(parseMonths(typed)).toBe(months))

test.each([
  ['3.250000', '3.25'],
  ['10.000000', '10'],
  ['0.000000', '0'],
])('the decimal %s is shown as %s', (decimal, shown) => expect(trimTrailingZeros(decimal)).toBe(shown))

import { expect, test } from 'vitest'
import { parsePageNumber } from './parse-page-number.ts'

test.each([
  ['7', 7],
  [' 12 ', 12],
  ['1.234', 1234],
  ['1 234', 1234],
  ['0012', 12],
])('reads %s as page %i', (text, page) => {
  expect(parsePageNumber(text)).toBe(page)
})

test.each(['', '0', '-3', '+3', '1.5', '1,50', '1e3', 'dos', '12.34'])('takes %s for no page', (text) => {
  expect(parsePageNumber(text)).toBeNull()
})

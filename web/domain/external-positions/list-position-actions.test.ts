import { expect, test } from 'vitest'
import { listPositionActions } from './list-position-actions.ts'
import { parseValue } from './parse-value.ts'

test.each([
  [null, true, ['value', 'history', 'edit', 'close']],
  ['2026-06-15', true, ['history', 'reopen', 'edit']],
  [null, false, ['history']],
  ['2026-06-15', false, ['history']],
] as const)('a position closed on %s offers, to whoever may edit (%s), %j', (closedOn, mayEdit, actions) => {
  expect(listPositionActions({ closedOn }, mayEdit)).toEqual(actions)
})

test.each([
  ['0', '0.00'],
  ['0,00 €', '0.00'],
  ['1.234,5', '1234.50'],
  ['-5', undefined],
  ['', undefined],
])('reads %j as the value %s', (typed, value) => {
  expect(parseValue(typed)).toBe(value)
})

import { expect, test } from 'vitest'
import texts from '#locales/es/changes.ts'
import { fieldOrder } from '#web/domain/field-order.ts'
import { fieldNames, valueWords } from './change-words.ts'

test('every text of a change is asked for', () => {
  expect(Object.keys(texts).sort()).toEqual([...fieldNames, ...valueWords].sort())
})

test('every field that a change names has its place in the order of reading', () => {
  expect(fieldNames.filter((name) => !fieldOrder.includes(name))).toEqual([])
})

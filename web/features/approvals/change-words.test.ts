import { expect, test } from 'vitest'
import { changeFields } from '#contract/approvals/change-fields.ts'
import texts from '#locales/es/changes.ts'
import { fieldOrder } from '#web/domain/field-order.ts'
import { valueWords } from './change-words.ts'

test('every text of a change is asked for', () => {
  expect(Object.keys(texts).sort()).toEqual([...changeFields, ...valueWords].sort())
})

test('every field that a change names has its place in the order of reading', () => {
  expect(changeFields.filter((name) => !fieldOrder.includes(name))).toEqual([])
})

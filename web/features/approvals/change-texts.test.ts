import { expect, test } from 'vitest'
import { changeFields } from '#contract/approvals/change-fields.ts'
import texts from '#locales/es/changes.ts'
import { fieldOrder } from '#web/domain/field-order.ts'
import { translatedValues } from './change-texts.ts'

test('every text of a change has its field or value, and no other exists', () => {
  expect(Object.keys(texts).sort()).toEqual([...changeFields, ...translatedValues].sort())
})

test('every field that a change names has its place in the reading order', () => {
  expect(changeFields.filter((name) => !fieldOrder.includes(name))).toEqual([])
})

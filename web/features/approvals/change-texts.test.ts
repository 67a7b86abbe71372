import { expect, test } from 'vitest'
import { changeFields } from '#locales/es/written/change-words.ts'
import { fieldOrder } from '#web/domain/field-order.ts'

test('every field that a change names has its place in the reading order', () => {
  expect(Object.keys(changeFields).filter((name) => !fieldOrder.includes(name))).toEqual([])
})

import { expect, test } from 'vitest'
import { changeFields } from '#contract/approvals/change-fields.ts'
import { auditedRecordFields, auditFields } from '#contract/audit/fields.ts'
import clients from '#locales/es/clients.ts'
import event from '#locales/es/event.ts'
import staff from '#locales/es/staff.ts'

test('every field named only by the audit has a text', () => {
  expect(auditFields.filter((name) => !(name in event.payload))).toEqual([])
})

test('every field of people and clients has the text of their screens', () => {
  expect(auditedRecordFields.filter((name) => !(name in staff.fields) && !(name in clients.fields))).toEqual([])
})

test('no field is named twice', () => {
  const all = [...auditFields, ...auditedRecordFields, ...changeFields]
  expect(all.filter((name, at) => all.indexOf(name) !== at)).toEqual([])
})

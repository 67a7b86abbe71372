import { expect, test } from 'vitest'
import { auditedRecordFields } from '#contract/audit/fields.ts'
import clients from '#locales/es/clients.ts'
import staff from '#locales/es/staff.ts'
import { auditFields } from '#locales/es/written/audit-words.ts'
import { changeFields } from '#locales/es/written/change-words.ts'

test('every field of people and clients has the text of their screens', () => {
  expect(auditedRecordFields.filter((name) => !(name in staff.fields) && !(name in clients.fields))).toEqual([])
})

test('no field of a record is named by the audit or a change too', () => {
  expect(auditedRecordFields.filter((name) => name in auditFields || name in changeFields)).toEqual([])
})

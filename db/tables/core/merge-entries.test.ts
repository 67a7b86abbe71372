import { expect, test } from 'vitest'
import { firmOnly } from './erasure.ts'
import { mergeTableEntries } from './merge-entries.ts'
import { appendOnlyPrivileges, fullPrivileges } from './privileges.ts'

test('refuses a table that two features name', () => {
  const entry = { rights: appendOnlyPrivileges, erased: firmOnly }
  const handovers = { tables: { handover: entry } }
  expect(() => mergeTableEntries([handovers, { tables: { handover: { ...entry, rights: fullPrivileges } } }])).toThrow(
    'handover: named by the tables of two features',
  )
  expect(mergeTableEntries([handovers, { functions: ['fold_totals'] }])).toEqual({ handover: entry })
})

import { expect, test } from 'vitest'
import { appendOnlyPrivileges, fullPrivileges } from '../rights/privileges.ts'
import { mergeTableRights } from './grants.ts'

test('refuses a table of which two features name the rights', () => {
  const handovers = { tables: { handover: appendOnlyPrivileges } }
  expect(() => mergeTableRights([handovers, { tables: { handover: fullPrivileges } }])).toThrow(
    'the rights of handover stand in two features',
  )
  expect(mergeTableRights([handovers, { functions: ['fold_totals'] }])).toEqual({ handover: appendOnlyPrivileges })
})

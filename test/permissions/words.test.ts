import { describe, expect, test } from 'vitest'
import { moduleKeys } from '#contract/permissions.ts'
import enAccess from '#locales/en/access.ts'
import enAudit from '#locales/en/audit.ts'
import esAccess from '#locales/es/access.ts'
import esAudit from '#locales/es/audit.ts'
import ptAccess from '#locales/pt/access.ts'
import ptAudit from '#locales/pt/audit.ts'

describe.each([
  ['es', esAccess, esAudit],
  ['en', enAccess, enAudit],
  ['pt', ptAccess, ptAudit],
] as const)('module names in %s', (_language, access, audit) => {
  test('every module has a name in the matrix and in the audit', () => {
    expect(moduleKeys.filter((key) => !(key in access.modules))).toEqual([])
    expect(moduleKeys.filter((key) => !(key in audit.entities))).toEqual([])
  })
})

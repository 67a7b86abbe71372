import { expect, test } from 'vitest'
import { projectRoot } from '../architecture/gate.ts'
import { createDatabaseCheck, findTestsThatShareProcess, findTestsWithoutDatabase } from './needs-database.ts'

test.each([
  ['server/features/clients/clients.test.ts', true],
  ['db/embedded/lifecycle.test.ts', true],
  ['test/permissions/endpoints.test.ts', true],
  ['rules/interest.test.ts', false],
  ['web/core/session.test.ts', false],
])('a test needs PostgreSQL by its imports and those of its helpers: %s', (file, needed) => {
  expect(createDatabaseCheck(projectRoot)(file)).toBe(needed)
})

test('tests without a database include no browser tests and most pure ones', () => {
  const files = findTestsWithoutDatabase(projectRoot)
  expect(files.some((file) => file.startsWith('test/e2e/'))).toBe(false)
  expect(files).toContain('web/core/session.test.ts')
  expect(files).toContain('test/architecture/source-gates.test.ts')
})

test.each([
  ['web/core/format.test.ts', true],
  ['test/architecture/strict-input.test.ts', true],
  ['web/core/session.test.ts', false],
  ['db/embedded/lifecycle.test.ts', false],
])('a test shares a process only when it leaves it unchanged: %s', (file, shares) => {
  expect(findTestsThatShareProcess(projectRoot).includes(file)).toBe(shares)
})

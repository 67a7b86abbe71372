import { describe, expect, test } from 'vitest'
import { DatabaseProblem } from '#db/embedded/problem.ts'
import { findPendingMigrations } from './history.ts'

describe('migration history', () => {
  const known = ['0001_a', '0002_b', '0004_d'].map((name) => ({ name, sql: '', sha256: `sum of ${name}` }))
  const had = (...names: string[]) => names.map((name) => ({ name, sha256: `sum of ${name}` }))
  const pending = (applied: { name: string; sha256: string | null }[]) =>
    findPendingMigrations('dino', known, applied).map(({ name }) => name)

  test('lists missing migrations at the end as pending and accepts gaps in numbers', () => {
    expect(pending(had('0001_a', '0002_b'))).toEqual(['0004_d'])
    expect(pending([{ name: '0001_a', sha256: null }])).toEqual(['0002_b', '0004_d'])
  })

  test.each([
    ['newer', had('0001_a', '0002_b', '0004_d', '0005_e'), /newer than this version.*dino\/0005_e/],
    ['renamed', had('0001_a', '0002_old'), /another version.*dino\/0002_old/],
    ['changed', [{ name: '0001_a', sha256: 'another' }], /dino\/0001_a is not what was applied/],
    ['out of order', had('0001_a', '0004_d'), /went on to dino\/0004_d without dino\/0002_b/],
  ])('refuses a migration history that is %s', (_, applied, message) => {
    expect(() => pending(applied)).toThrow(DatabaseProblem)
    expect(() => pending(applied)).toThrow(message)
    expect(() => pending(applied)).toThrow(/Nothing was changed. Start the version of Atalaya that made this database/)
  })
})

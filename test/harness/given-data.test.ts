import { expect, test } from 'vitest'
import { describeGivenData } from './given-data.ts'

test('public data that is there is named by its folder', () => {
  expect(describeGivenData('data/csv', [], true)).toEqual({ place: 'data/csv', isThere: true, title: 'data/csv' })
})

test('missing public data is skipped by name, and fails in CI', () => {
  expect(describeGivenData('data/csv', ['a.csv', 'b.csv'], false)).toEqual({
    place: 'data/csv',
    isThere: false,
    title: 'data/csv (skipped, missing: data/csv/a.csv, data/csv/b.csv)',
  })
  expect(() => describeGivenData('data/csv', ['a.csv'], true)).toThrow('missing: data/csv/a.csv')
})

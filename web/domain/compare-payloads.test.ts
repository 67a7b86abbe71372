import { expect, test } from 'vitest'
import { comparePayloads } from './compare-payloads.ts'

const formatDifferences = (before: Record<string, unknown> | null, after: Record<string, unknown> | null) =>
  comparePayloads(before, after).map(({ path, before: was, after: is, change }) => [path.join('.'), was, is, change])

test('sorts fields by added, changed and removed, with unchanged ones at the end', () => {
  const before = { city: 'Vigo', zone: '3', territory: null }
  expect(formatDifferences(before, { zone: '3', city: 'Lugo', email: 'yes' })).toEqual([
    ['email', undefined, 'yes', 'added'],
    ['city', 'Vigo', 'Lugo', 'changed'],
    ['territory', 'null', undefined, 'removed'],
    ['zone', '3', '3', 'same'],
  ])
})

test('nested values get their whole path; lists are one value', () => {
  const before = { maintenance: { message: 'a', until: null }, roles: ['hr'] }
  expect(formatDifferences(before, { maintenance: null, roles: ['hr', 'user'] })).toEqual([
    ['maintenance', undefined, 'null', 'added'],
    ['maintenance.message', 'a', undefined, 'removed'],
    ['maintenance.until', 'null', undefined, 'removed'],
    ['roles', '["hr"]', '["hr","user"]', 'changed'],
  ])
})

test('new values are added, missing ones removed, and two nulls give nothing', () => {
  expect(formatDifferences(null, { rows: 3 })).toEqual([['rows', undefined, '3', 'added']])
  expect(formatDifferences({ rows: {} }, null)).toEqual([['rows', '{}', undefined, 'removed']])
  expect(formatDifferences(null, null)).toEqual([])
})

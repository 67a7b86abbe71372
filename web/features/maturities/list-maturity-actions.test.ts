import { expect, test } from 'vitest'
import { listMaturityActions } from './list-maturity-actions.ts'

test.each([
  {
    rows: 'one account',
    ids: ['1'],
    matching: false,
    coming: ['instruct', 'call'],
    suspended: ['instruct', 'release'],
  },
  { rows: 'two accounts', ids: ['1', '2'], matching: false, coming: ['instruct'], suspended: ['instruct'] },
  { rows: 'all matching rows', ids: ['1'], matching: true, coming: ['instruct'], suspended: ['instruct'] },
])('offers the actions that fit a selection of $rows', ({ ids, matching, coming, suspended }) => {
  expect(listMaturityActions({ ids, matching }, false)).toEqual(coming)
  expect(listMaturityActions({ ids, matching }, true)).toEqual(suspended)
})

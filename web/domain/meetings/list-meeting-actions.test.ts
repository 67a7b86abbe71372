import { expect, test } from 'vitest'
import { listMeetingActions } from './list-meeting-actions.ts'

test('a meeting is held or missed once it has begun', () => {
  const planned = { state: 'scheduled', mayEdit: true } as const
  expect(listMeetingActions({ ...planned, hasBegun: false })).toEqual(['edit', 'cancel'])
  expect(listMeetingActions({ ...planned, hasBegun: true })).toEqual(['held', 'no_show', 'edit', 'cancel'])
})

test('a closed one is planned again, and nothing is done without the right', () => {
  expect(listMeetingActions({ state: 'held', hasBegun: true, mayEdit: true })).toEqual(['reopen'])
  expect(listMeetingActions({ state: 'scheduled', hasBegun: true, mayEdit: false })).toEqual([])
})

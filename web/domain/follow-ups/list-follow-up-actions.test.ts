import { expect, test } from 'vitest'
import { followUpStates } from '#contract/follow-ups/words.ts'
import { listFollowUpActions } from './list-follow-up-actions.ts'

test.each([
  ['in_progress', ['finish', 'edit', 'cancel']],
  ['finished', ['reopen']],
  ['deleted', ['reopen']],
] as const)('a follow-up %s offers %s', (state, actions) => {
  expect(listFollowUpActions(state, true)).toEqual(actions)
})

test('offers nothing to whoever may not edit', () => {
  for (const state of followUpStates) expect(listFollowUpActions(state, false)).toEqual([])
})

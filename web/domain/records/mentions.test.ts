import { expect, test } from 'vitest'
import { findMentionAtCaret, splitByMentions } from './mentions.ts'

test('a mention is being typed after an @ that begins a word', () => {
  expect(findMentionAtCaret('Hola @Ana Ga', 12)).toEqual({ at: 5, typed: 'Ana Ga' })
  expect(findMentionAtCaret('@', 1)).toEqual({ at: 0, typed: '' })
  expect(findMentionAtCaret('(@an', 4)).toEqual({ at: 1, typed: 'an' })
})

test('an e-mail address, an @ before a space and another line are no mention', () => {
  expect(findMentionAtCaret('ana@example.com', 15)).toBeNull()
  expect(findMentionAtCaret('a las 10 @ Madrid', 17)).toBeNull()
  expect(findMentionAtCaret('@Ana\nmañana', 11)).toBeNull()
  expect(findMentionAtCaret('sin nada', 8)).toBeNull()
})

test('splits a text at the whole names of mentioned users', () => {
  const mentions = [
    { userId: '1', name: 'Ana' },
    { userId: '2', name: 'Ana María (Porto)' },
  ]
  expect(splitByMentions('@Ana María (Porto) y @Ana, @Luis', mentions)).toEqual([
    { text: '@Ana María (Porto)', isMention: true },
    { text: ' y ', isMention: false },
    { text: '@Ana', isMention: true },
    { text: ', @Luis', isMention: false },
  ])
  expect(splitByMentions('<b>@Ana</b>', [])).toEqual([{ text: '<b>@Ana</b>', isMention: false }])
})

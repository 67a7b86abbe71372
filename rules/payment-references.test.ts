import { expect, test } from 'vitest'
import {
  formatBatchReference,
  formatOrderReference,
  normalizeReference,
  parseBatchReference,
  parseOrderReference,
} from './payment-references.ts'

test('references of orders and batches name the firm and ten digits', () => {
  expect(formatOrderReference('dino', '123')).toBe('DP0000000123')
  expect(formatBatchReference('dino', '12')).toBe('DB0000000012')
  expect(parseOrderReference('dino', ' DP0000000123 ')).toBe('123')
  expect(parseBatchReference('dino', 'DB0000000012')).toBe('12')
})

test.each(['DB0000000123', 'XP0000000123', 'DP0000000000', 'DP0000000123X', 'XDP0000000123', 'DP12.5', ''])(
  'the text %j is no reference of an order',
  (text) => {
    expect(parseOrderReference('dino', text)).toBeUndefined()
  },
)

test.each(['dp0000000123', 'DP 0000 0001 23', ' dp-0000000123 '])(
  'the reference typed as %j is the same one',
  (text) => {
    expect(parseOrderReference('dino', normalizeReference(text))).toBe('123')
  },
)

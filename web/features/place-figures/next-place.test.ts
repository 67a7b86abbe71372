import { expect, test } from 'vitest'
import { findNextPlace } from './next-place.ts'

const at = (place: string, left: number, top: number) => ({ place, box: { left, top, width: 10, height: 10 } })
const places = [
  at('middle', 50, 50),
  at('west', 20, 52),
  at('far west', 0, 50),
  at('north', 55, 20),
  at('aside', 90, 5),
]

test.each([
  ['ArrowLeft', 'west'],
  ['ArrowUp', 'north'],
  ['ArrowRight', 'aside'],
  ['ArrowDown', undefined],
  ['Enter', undefined],
])('%s leads from the middle to %s', (key, next) => {
  expect(findNextPlace(places, 'middle', key)).toBe(next)
})

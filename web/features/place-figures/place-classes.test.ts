import { expect, test } from 'vitest'
import { findClassStarts, findColorClass, getPaletteIndex } from './place-classes.ts'

test('classes hold about as many places each and begin at round numbers', () => {
  const values = Array.from({ length: 50 }, (_, at) => 1013 * (at + 1))
  const starts = findClassStarts(values)
  expect(starts).toEqual([11_000, 21_000, 31_000, 41_000])
  const sizes = [0, 1, 2, 3, 4].map((at) => values.filter((value) => findColorClass(value, starts) === at).length)
  expect(sizes).toEqual([10, 10, 10, 10, 10])
})

test('nothing and what is below it have no class', () => {
  expect(findClassStarts([0, -5])).toEqual([])
  expect(findColorClass(0, [])).toBeNull()
  expect(findColorClass(-5, [10])).toBeNull()
})

test('equal values share one class', () => {
  expect(findClassStarts([7, 7, 7, 7])).toEqual([])
  expect(findColorClass(7, [])).toBe(0)
})

test('few classes reach from the first colour to the last', () => {
  expect([0, 1, 2].map((at) => getPaletteIndex(at, [3, 9]))).toEqual([0, 2, 4])
})

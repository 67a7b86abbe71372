import { expect, test } from 'vitest'
import { buildSparkline, toSvgPath } from './sparkline.ts'

const box = { width: 22, height: 12, margin: 1 }

test('a sparkline reaches from the foot to the head of its box', () => {
  expect(buildSparkline([0, 5, 10], box)).toEqual([
    { x: 1, y: 11 },
    { x: 11, y: 6 },
    { x: 21, y: 1 },
  ])
})

test('a sparkline of equal values is level in the middle', () => {
  expect(buildSparkline([7, 7], box).map((point) => point?.y)).toEqual([6, 6])
})

test('the path of a sparkline is broken where a value is missing', () => {
  expect(toSvgPath(buildSparkline([0, null, 10, 0], { width: 32, height: 12, margin: 1 }))).toBe('M1 11M21 1L31 11')
})

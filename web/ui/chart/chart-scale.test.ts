import { expect, test } from 'vitest'
import { calculateChartTicks, canCutAxis, choosePointTicks, spreadLabels } from './chart-scale.ts'

const series = (...values: (string | null)[]) => [{ key: 'a', name: 'A', color: 0, values }]

test('an axis of positive values begins at zero', () => {
  expect(calculateChartTicks(series('10000', null, '10500'), false)).toEqual([0, 5000, 10000, 15000])
})

test('an axis that is cut begins just below the values', () => {
  expect(calculateChartTicks(series('10000', '10500'), true)).toEqual([10000, 10200, 10400, 10600])
})

test('an axis of negative values ends at zero', () => {
  const ticks = calculateChartTicks(series('-300', '-100'), false)
  expect(ticks.at(-1)).toBe(0)
})

test('equal values have an axis', () => {
  expect(calculateChartTicks(series('0', '0'), false).length).toBeGreaterThan(1)
})

test.for([
  [['10000', '10500'], true],
  [['1', '10500'], false],
  [['500', '500'], false],
  [['-5', '4'], false],
] as const)('values %j can be cut: %s', ([values, expected]) => {
  expect(canCutAxis(series(...values))).toBe(expected)
})

test('labels over each other are moved apart and stay inside', () => {
  expect(spreadLabels([100, 101, 20], 16, 200)).toEqual([100, 116, 20])
  expect(spreadLabels([198, 199, 200], 16, 200)).toEqual([168, 184, 200])
})

const buildPoints = (...positions: number[]) => positions.map((position) => ({ position, label: String(position) }))

test.each([
  ['all of few points', buildPoints(0, 12, 24), 400, 20, [0, 12, 24]],
  ['every second of many points', buildPoints(0, 1, 2, 3, 4, 5), 150, 20, [0, 2, 4]],
  ['those of uneven points whose long names leave room', buildPoints(0, 10, 60, 65, 100), 200, 76, [0, 60, 100]],
  ['a single point', buildPoints(7), 200, 76, [7]],
])('names %s', (_, points, width, nameWidth, ticks) => {
  expect(choosePointTicks(points, width, nameWidth)).toEqual(ticks)
})

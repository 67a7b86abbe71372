import { expect, test } from 'vitest'
import { buildTrend } from './trend.ts'

const points = (...values: (string | null)[]) => values.map((value, at) => ({ through: `2026-0${at + 1}-28`, value }))

test('a trend compares its last point with the one before', () => {
  expect(buildTrend(points('10.00', '1000.00', '1032.49')).change).toEqual({
    from: '2026-02-28',
    through: '2026-03-28',
    amount: '32.49',
    percent: '3.2',
  })
})

test('a trend whose last month still runs compares the two complete ones before', () => {
  expect(buildTrend(points('200.00', '100.00', '5.00'), { isLastPartial: true }).change).toMatchObject({
    through: '2026-02-28',
    amount: '-100.00',
    percent: '-50.0',
  })
})

test.for([
  [['0.00', '5.00'], null],
  [['-1.00', '5.00'], null],
  [['3.00', '1.00'], '-66.7'],
] as const)('the change of %j in per cent is %s', ([values, percent]) => {
  expect(buildTrend(points(...values)).change?.percent).toBe(percent)
})

test('a trend without a value before has no change', () => {
  expect(buildTrend(points(null, '5.00')).change).toBeNull()
  expect(buildTrend(points('5.00')).change).toBeNull()
})

import { expect, test } from 'vitest'
import type { ProductHistoryMonth } from '#contract/figures.ts'
import { buildClosingSeries, buildHistoryLines } from './history-lines.ts'

const buildMonth = (
  month: string,
  id: string,
  opening: string,
  came: string,
  closing: string,
): ProductHistoryMonth => ({
  month,
  through: month,
  product: { id, name: `Product ${id}` },
  opening,
  flows: [{ part: 'contribution', amount: came, count: 1 }],
  others: '0.00',
  closing,
})

const months = [
  buildMonth('2026-05-01', '1', '0.00', '10.00', '10.00'),
  buildMonth('2026-05-01', '2', '5.00', '0.50', '5.50'),
  buildMonth('2026-06-01', '1', '10.00', '-2.00', '8.00'),
]

test('the lines of all products add up month by month', () => {
  expect(buildHistoryLines(months, null)).toEqual([
    {
      month: '2026-05-01',
      through: '2026-05-01',
      opening: '5.00',
      flows: [{ part: 'contribution', amount: '10.50', count: 2 }],
      others: '0.00',
      closing: '15.50',
    },
    expect.objectContaining({ month: '2026-06-01', closing: '8.00' }),
  ])
})

test('the lines of one product are its own', () => {
  expect(buildHistoryLines(months, '2').map(({ closing }) => closing)).toEqual(['5.50'])
})

test('a chart has the largest products and the others together', () => {
  const many = Array.from({ length: 8 }, (_, n) => buildMonth('2026-06-01', String(n), '0.00', '0.00', `${n}.00`))
  const series = buildClosingSeries(many, ['2026-06-01'], null)
  expect(series.map(({ id }) => id)).toEqual(['7', '6', '5', '4', '3', null])
  expect(series.at(-1)!.values).toEqual(['3.00'])
})

import { expect, test } from 'vitest'
import type { IncomeMonth } from '#contract/income-dashboard.ts'
import { addUpMonths, sumMonths } from './income-lines.ts'

const month = (achieved: string | null): IncomeMonth => ({
  month: '2026-01-01',
  through: '2026-01-31',
  in: achieved,
  achieved,
  goal: null,
  projected: '10.00',
  lastYear: '1.50',
})
const months = [month('5.00'), month('-2.50'), month(null)]

test('adds months up, and stops where there is no value yet', () => {
  expect(addUpMonths(months, 'achieved')).toEqual(['5.00', '2.50', null])
  expect(addUpMonths(months, 'projected')).toEqual(['10.00', '20.00', '30.00'])
})

test('sums what there is, and says nothing of what there is not', () => {
  expect(sumMonths(months, 'in')).toBe('2.50')
  expect(sumMonths(months, 'goal')).toBeNull()
})

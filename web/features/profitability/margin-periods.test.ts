import { describe, expect, test } from 'vitest'
import type { FigureChoice } from '#web/domain/figures/figure-choice.ts'
import { buildMarginPeriod, findMarginPeriod } from './margin-periods.ts'

const custom = (from: string, to: string): FigureChoice => ({ range: 'custom', from, to, of: null, view: 'individual' })

describe('the periods of the study', () => {
  test.each([
    ['lastMonth', '2026-01-15', '2025-12-01', '2025-12-31'],
    ['lastMonth', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['lastQuarter', '2026-02-28', '2025-10-01', '2025-12-31'],
    ['lastQuarter', '2026-11-28', '2026-07-01', '2026-09-30'],
    ['yearToDate', '2026-11-28', '2026-01-01', '2026-11-28'],
    ['lastYear', '2026-01-01', '2025-01-01', '2025-12-31'],
  ] as const)('%s of %s is from %s to %s', (period, today, from, to) => {
    expect(buildMarginPeriod(period, today)).toEqual({ from, to })
    expect(findMarginPeriod(custom(from, to), today)).toBe(period)
  })

  test('other days are one’s own, and a week is none of them', () => {
    expect(findMarginPeriod(custom('2026-01-02', '2026-01-31'), '2026-02-01')).toBe('custom')
    expect(findMarginPeriod({ ...custom('', ''), range: 'month' }, '2026-02-01')).toBe('month')
    expect(findMarginPeriod({ ...custom('', ''), range: 'week' }, '2026-02-01')).toBeNull()
  })
})

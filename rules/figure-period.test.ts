import { expect, test } from 'vitest'
import { buildFigurePeriod } from './figure-period.ts'

test('yesterday is the day before by calendar, Sundays included', () => {
  expect(buildFigurePeriod('yesterday', '2026-06-15')).toEqual({
    from: '2026-06-14',
    to: '2026-06-14',
    isUntilNow: false,
    before: { from: '2026-06-13', to: '2026-06-13' },
    yearBefore: { from: '2025-06-14', to: '2025-06-14' },
  })
})

test('a week is the last seven full days, compared with the seven before', () => {
  expect(buildFigurePeriod('week', '2026-03-03')).toMatchObject({
    from: '2026-02-24',
    to: '2026-03-02',
    isUntilNow: false,
    before: { from: '2026-02-17', to: '2026-02-23' },
  })
})

test.each([
  ['2026-03-31', '2026-02-01', '2026-02-28'],
  ['2024-03-31', '2024-02-01', '2024-02-29'],
  ['2026-01-20', '2025-12-01', '2025-12-20'],
])('the month up to %s is compared with the days before it', (today, from, to) => {
  expect(buildFigurePeriod('month', today)).toMatchObject({ to: today, isUntilNow: true, before: { from, to } })
})

test('29 February is the 28th in the year before', () => {
  expect(buildFigurePeriod({ from: '2024-02-29', to: '2024-02-29' }, '2026-06-15').yearBefore).toEqual({
    from: '2023-02-28',
    to: '2023-02-28',
  })
})

test('a chosen range has both ends in, and may include today', () => {
  const period = buildFigurePeriod({ from: '2026-06-01', to: '2026-06-15' }, '2026-06-15')
  expect(period).toMatchObject({ isUntilNow: true, before: { from: '2026-05-17', to: '2026-05-31' } })
})

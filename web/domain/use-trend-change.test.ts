import { describe, expect, test, vi } from 'vitest'
import type { Trend } from '#contract/core/trend.ts'
import es from '#locales/es/chart.ts'

vi.mock('react-i18next', () => ({
  useTranslation: () => ({
    t: (key: string, values: Record<string, string>) =>
      es.trend[key.replace('trend.', '') as keyof typeof es.trend].replace(
        /\{\{(\w+)\}\}/g,
        (_, name) => values[name]!,
      ),
  }),
}))
vi.mock('#web/core/format.ts', () => ({
  useFormatters: () => ({
    decimal: (value: string) => value.replace('.', ','),
    percent: (value: string) => `${value.replace('.', ',')} %`,
    money: (value: string) => `${value.replace('.', ',')} €`,
    date: (day: string) => day,
    month: (day: string) => day.slice(0, 7),
  }),
}))
const { useTrendChange } = await import('./use-trend-change.ts')

const from = '2026-10-31'
const through = '2026-11-30'
const buildTrend = (amount: string, percent: string | null): Trend => ({
  points: [],
  change: { amount, percent, from, through },
})

describe('words for the change of a figure', () => {
  test.each([
    ['120.00', '3.2', '+3,2 % desde el 2026-10-31'],
    ['-120.00', '-3.2', '-3,2 % desde el 2026-10-31'],
    ['120.00', null, '+120,00 € desde el 2026-10-31'],
    ['0.10', '0.0', '+0,10 € desde el 2026-10-31'],
    ['0.00', '0.0', 'Sin cambios desde el 2026-10-31'],
  ])('%s and %s %% read %s', (amount, percent, words) => {
    expect(useTrendChange()(buildTrend(amount, percent))).toBe(words)
  })

  test('a month without a difference is compared in words', () => {
    expect(useTrendChange()(buildTrend('0', null), { unit: 'points', against: 'month' })).toBe(
      '2026-11: sin cambios frente a 2026-10',
    )
  })
})

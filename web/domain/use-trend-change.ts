import type { Trend } from '#contract/core/trend.ts'
import { type Formatters, useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'

const withSign = (value: string, formatted: string): string => (value.startsWith('-') ? formatted : `+${formatted}`)

const formatPercent = (format: Formatters, percent: string): string => withSign(percent, format.percent(percent))

/**
 * The change of a trend in words: '+3,2 % desde el 31/10/2026'. Of amounts without a share, or with one that rounds to nothing, the amount; of shares (`unit: 'points'`), the difference in
 * points; of months (`against: 'month'`), which one against which. Null where nothing can be compared.
 */
export const useTrendChange = () => {
  const { t } = useTranslation('chart')
  const format = useFormatters()
  return (
    { change }: Trend,
    { unit = 'money', against = 'day' }: { unit?: 'money' | 'points'; against?: 'day' | 'month' } = {},
  ): string | null => {
    if (!change) return null
    const { amount, percent, from, through } = change
    if (Number(amount) === 0)
      return against === 'day'
        ? t('trend.unchangedSince', { date: format.date(from) })
        : t('trend.unchangedMonths', { month: format.month(through), before: format.month(from) })
    const money = (): string => withSign(amount, format.money(amount))
    const size =
      unit === 'points'
        ? t('trend.points', { points: withSign(amount, format.decimal(Number(amount).toFixed(1))) })
        : percent === null || Number(percent) === 0
          ? money()
          : formatPercent(format, percent)
    return against === 'day'
      ? t('trend.since', { size, date: format.date(from) })
      : t('trend.months', { size, month: format.month(through), before: format.month(from) })
  }
}

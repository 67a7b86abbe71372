import type { Figure, FigureValue } from '#contract/figures.ts'
import { type Formatters, useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'

/** Euros, or a number of rows. */
export const formatFigureValue = (format: Formatters, { amount, count }: FigureValue): string =>
  amount === null ? format.number(count) : format.money(amount)

const withSign = (value: string, text: string): string =>
  value.startsWith('-') || Number(value) === 0 ? text : `+${text}`

/** How a figure changed since the range that it is compared with: '+1.200,00 € · +3,2 %'. Null where it isn't compared. */
export const useFigureChange = () => {
  const { t } = useTranslation('figures')
  const format = useFormatters()
  return (compared: Figure['before']): string | null => {
    if (!compared) return null
    const { change, percent, amount } = compared
    const size = withSign(change, amount === null ? format.number(Number(change)) : format.money(change))
    return percent === null ? size : t('changed', { change: size, percent: withSign(percent, format.percent(percent)) })
  }
}

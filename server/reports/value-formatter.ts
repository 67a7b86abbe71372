import type { Idioma } from '#contract/core/values.ts'
import { localeByLanguage } from '#server/core/texts.ts'

/** How a document writes figures and days: as the screens do. Amounts stay decimal strings to the last digit. */
export type ValueFormatter = {
  /** '-1234.50' → '−1.234,50 €'. */
  money: (amount: string) => string
  /** In another currency than the books': '21354.80' → '21.354,80 MXN'. */
  moneyIn: (currency: string, amount: string) => string
  /** What is taken off: '12.00' → '−12,00 €'; nothing stays nothing. */
  deduction: (amount: string) => string
  /** A decimal with all its digits, at least two: '2465.75342466' → '2.465,75342466'. */
  exactDecimal: (value: string) => string
  /** '5.250000' → '5,25 %'. */
  rate: (rate: string) => string
  number: (value: number) => string
  /** 'YYYY-MM-DD' → 'dd/mm/aaaa'; null is –. */
  day: (day: string | null) => string
  /** A moment in the prefix's time zone, 'dd/mm/aaaa HH:mm'. */
  moment: (at: number | string) => string
}

/** Intl takes decimal strings and writes them exactly. */
type ExactNumberFormat = { format: (value: string) => string }
const buildExactNumberFormat = (locale: string, options: Intl.NumberFormatOptions): ExactNumberFormat => {
  const numberFormat = new Intl.NumberFormat(locale, { useGrouping: 'always', ...options })
  return { format: (value) => numberFormat.format(value as `${number}`) }
}

const formatterCache = new Map<string, ValueFormatter>()

const buildValueFormatter = (idioma: Idioma, timeZone: string): ValueFormatter => {
  const locale = localeByLanguage[idioma]
  const euros = buildExactNumberFormat(locale, { style: 'currency', currency: 'EUR', currencyDisplay: 'narrowSymbol' })
  const digits = buildExactNumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 8 })
  const cents = buildExactNumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const whole = buildExactNumberFormat(locale, {})
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23' })
  const signed = (text: string): string => text.replace('-', '−')
  const money = (amount: string): string => signed(euros.format(amount))
  return {
    money,
    moneyIn: (currency, amount) => `${signed(cents.format(amount))}\u00a0${currency}`,
    deduction: (amount) => money(/[1-9]/.test(amount) ? `-${amount}`.replace('--', '') : amount),
    exactDecimal: (value) => signed(digits.format(value)),
    rate: (rate) => `${signed(digits.format(rate))}${idioma === 'english' ? '' : '\u00a0'}%`,
    number: (value) => whole.format(String(value)),
    day: (day) => (day ? day.split('-').reverse().join('/') : '–'),
    moment: (at) => clock.format(new Date(at)).replace(', ', ' '),
  }
}

/** The writing of a language, times in that zone. */
export const getValueFormatter = (idioma: Idioma, timeZone: string): ValueFormatter => {
  const key = `${idioma} ${timeZone}`
  const known = formatterCache.get(key) ?? buildValueFormatter(idioma, timeZone)
  formatterCache.set(key, known)
  return known
}

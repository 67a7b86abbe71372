import { useMemo } from 'react'
import type { Idioma } from '#contract/core/values.ts'
import { convertFromEuros, type DisplayCurrency } from './convert.ts'
import { useSession } from './session.ts'

type NumberConventions = { tag: string; group: string; decimal: string; euro: 'before' | 'after' }

const nonBreakingSpace = '\u00a0'
const numberConventions: Record<Idioma, NumberConventions> = {
  spanish: { tag: 'es-ES', group: '.', decimal: ',', euro: 'after' },
  portuguese: { tag: 'pt-PT', group: nonBreakingSpace, decimal: ',', euro: 'after' },
  english: { tag: 'en-GB', group: ',', decimal: '.', euro: 'before' },
  mexican: { tag: 'es-MX', group: ',', decimal: '.', euro: 'before' },
}
const minusSign = '\u2212'

const groupDigits = (digits: string, group: string): string => digits.replace(/\B(?=(\d{3})+$)/g, group)

const formatDecimal = ({ group, decimal }: NumberConventions, value: string): string => {
  const [whole = '', fraction] = value.replace('-', '').split('.')
  return groupDigits(whole, group) + (fraction ? decimal + fraction : '')
}
const isZeroDecimal = (value: string): boolean => /^-?0*(\.0*)?$/.test(value)

export type Formatters = {
  /**
   * '-1234.50' → '−1.234,50 €'. Works on the digits: an amount never becomes a float. `zero: 'dash'` shows nothing as –.
   * In another currency it is converted, and marked so: '≈ 1.336,35 USD'; `euros` leaves it as the books have it.
   */
  money: (amount: string | null, options?: { zero?: 'dash'; withoutCurrency?: boolean; euros?: boolean }) => string
  /** Counts: 5369 → '5.369'. */
  number: (value: number) => string
  /** A decimal as it is: '1.0825' → '1,0825'. */
  decimal: (value: string) => string
  /** A share as it is: '23.4' → '23,4 %', in English without the space. */
  percent: (value: string) => string
  /** 'YYYY-MM-DD' → 'dd/mm/aaaa'; null is –. */
  date: (date: string | null) => string
  /** The day of the week of a date, by its name: 'sábado', short 'sáb'. */
  weekday: (date: string, style?: 'long' | 'short') => string
  /** The month of a day, by its name: 'mayo de 2026'. */
  month: (date: string | null) => string
  /** An instant in the prefix's time zone: 'dd/mm/aaaa HH:mm'. */
  dateTime: (instant: string | null) => string
  /** '5.250000' → '5,25 %': at least two decimals, none lost; in English without the space. `zero: 'dash'` shows nothing as –. */
  rate: (rate: string | null, options?: { zero?: 'dash' }) => string
  /** An instant or a day against now, in words: 'hace 3 días'. Show the exact one on hover. */
  relative: (moment: string, now?: number) => string
}

/** '+34725799973' → '+34 725 799 973', as the country writes it; others as they are. */
export const formatPhone = (phone: string): string =>
  phone
    .replace(
      /^(\+(?:34|351))(\d{3})(\d{3})(\d{3})$/,
      `$1${nonBreakingSpace}$2${nonBreakingSpace}$3${nonBreakingSpace}$4`,
    )
    .replace(/^(\+52)(\d{2})(\d{4})(\d{4})$/, `$1${nonBreakingSpace}$2${nonBreakingSpace}$3${nonBreakingSpace}$4`)

const relativeTimeUnits = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** How a language writes figures and times. Instants are shown in `timeZone`, amounts of euros in `shown` where it is given. */
export const createFormatters = (
  language: Idioma,
  timeZone: string,
  displayCurrency: DisplayCurrency | null = null,
): Formatters => {
  const numberConvention = numberConventions[language]
  // Built on first use: a list formats thousands of amounts and few instants.
  let clock: Intl.DateTimeFormat | undefined
  let words: Intl.RelativeTimeFormat | undefined
  const decimal = (value: string): string =>
    (value.startsWith('-') ? minusSign : '') + formatDecimal(numberConvention, value)
  return {
    money: (amount, { zero, withoutCurrency, euros } = {}) => {
      if (amount === null || (zero === 'dash' && isZeroDecimal(amount))) return '–'
      const other = euros ? null : displayCurrency
      const value = other ? convertFromEuros(amount, other.perEuro) : amount
      const sign = value.startsWith('-') && !isZeroDecimal(value) ? minusSign : ''
      const digits = sign + formatDecimal(numberConvention, value)
      if (other)
        return withoutCurrency
          ? `≈${nonBreakingSpace}${digits}`
          : `≈${nonBreakingSpace}${digits}${nonBreakingSpace}${other.code}`
      if (withoutCurrency) return digits
      return numberConvention.euro === 'before' ? digits.replace(/(?=\d)/, '€') : `${digits}${nonBreakingSpace}€`
    },
    number: (value) => (value < 0 ? minusSign : '') + formatDecimal(numberConvention, String(value)),
    decimal,
    percent: (value) => `${decimal(value)}${language === 'english' ? '' : ' '}%`,
    date: (date) => (date ? `${date.slice(8, 10)}/${date.slice(5, 7)}/${date.slice(0, 4)}` : '–'),
    weekday: (date, style = 'long') =>
      new Intl.DateTimeFormat(numberConvention.tag, { weekday: style, timeZone: 'UTC' }).format(Date.parse(date)),
    month: (date) =>
      date
        ? new Intl.DateTimeFormat(numberConvention.tag, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
            Date.parse(date),
          )
        : '–',
    dateTime: (instant) => {
      if (!instant) return '–'
      clock ??= new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23' })
      return clock.format(new Date(instant)).replace(', ', ' ')
    },
    rate: (rate, { zero } = {}) => {
      if (rate === null || (zero === 'dash' && isZeroDecimal(rate))) return '–'
      const [whole = '0', fraction = ''] = rate.split('.')
      const displayCurrency = `${whole}.${fraction.replace(/0+$/, '').padEnd(2, '0')}`
      const sign = rate.startsWith('-') && !isZeroDecimal(rate) ? minusSign : ''
      return `${sign}${formatDecimal(numberConvention, displayCurrency)}${language === 'english' ? '' : nonBreakingSpace}%`
    },
    relative: (moment, now = Date.now()) => {
      words ??= new Intl.RelativeTimeFormat(numberConvention.tag, { numeric: 'auto' })
      const seconds = (Date.parse(moment) - now) / 1000
      const [unit, size] =
        relativeTimeUnits.find(([, length]) => Math.abs(seconds) >= length) ?? (['second', 1] as const)
      return words.format(Math.round(seconds / size), unit)
    },
  }
}

/** The currency that amounts are shown in besides euros, as its rate holds today; null in euros. */
export const useDisplayCurrency = (): DisplayCurrency | null =>
  useSession((state) => state.session?.currencies.find(({ code }) => code === state.activeCurrency) ?? null)

/** The formats of the chosen language, the prefix's time zone and the chosen currency. */
export const useFormatters = (): Formatters => {
  const language = useSession((state) => state.currentLanguage)
  const timeZone = useSession((state) => state.session?.timeZone ?? 'Europe/Madrid')
  const displayCurrency = useDisplayCurrency()
  return useMemo(() => createFormatters(language, timeZone, displayCurrency), [language, timeZone, displayCurrency])
}

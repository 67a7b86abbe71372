type CalendarDay = { year: number; month: number; day: number }
/** Words that stand for a day, as the person's language writes them. */
export type RelativeDayWords = { today: string; tomorrow: string; yesterday: string }

const getDaysInMonth = (year: number, month: number) => {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
}
const padDigits = (value: number, digits: number) => String(value).padStart(digits, '0')

const formatIsoDate = ({ year, month, day }: CalendarDay): string | undefined => {
  const real =
    year >= 1900 && year <= 2199 && month >= 1 && month <= 12 && day >= 1 && day <= getDaysInMonth(year, month)
  return real ? `${padDigits(year, 4)}-${padDigits(month, 2)}-${padDigits(day, 2)}` : undefined
}

/** Whole days since 1 March of year 0, and back: the calendar by integers, so that no time zone can shift a business date. */
const toDayNumber = ({ year, month, day }: CalendarDay) => {
  const y = month > 2 ? year : year - 1
  const m = (month + 9) % 12
  return (
    365 * y + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400) + Math.floor((m * 306 + 5) / 10) + day - 1
  )
}
const fromDayNumber = (days: number): CalendarDay => {
  let y = Math.floor((10_000 * days + 14_780) / 3_652_425)
  const startOf = (year: number) => 365 * year + Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400)
  if (days < startOf(y)) y -= 1
  const rest = days - startOf(y)
  const m = Math.floor((100 * rest + 52) / 3060)
  const month = ((m + 2) % 12) + 1
  return { year: month <= 2 ? y + 1 : y, month, day: rest - Math.floor((m * 306 + 5) / 10) + 1 }
}
const parseIsoDate = (date: string): CalendarDay => {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  return { year, month, day }
}

/** The business date `days` after (or before) another. */
export const addDays = (date: string, days: number): string | undefined =>
  formatIsoDate(fromDayNumber(toDayNumber(parseIsoDate(date)) + days))

const normalizeText = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .trim()
    .toLowerCase()

const expandYear = (text: string | undefined, today: CalendarDay) => {
  if (!text) return today.year
  return text.length === 2 ? (Number(text) < 70 ? 2000 : 1900) + Number(text) : Number(text)
}

/**
 * The business date ('YYYY-MM-DD') that somebody means by '3/5', '3-5-27', '03052027', 'hoy', '+30' or an ISO date;
 * undefined where it means none. Day before month, as all three countries write; without a year, the current one.
 */
export const parseTypedDate = (typed: string, today: string, words: RelativeDayWords): string | undefined => {
  const text = normalizeText(typed)
  const now = parseIsoDate(today)
  if (text === normalizeText(words.today)) return today
  if (text === normalizeText(words.tomorrow)) return addDays(today, 1)
  if (text === normalizeText(words.yesterday)) return addDays(today, -1)

  const shift = /^([+-])\s*(\d{1,5})$/.exec(text)
  if (shift) return addDays(today, Number(`${shift[1]}${shift[2]}`))

  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text)
  if (iso) return formatIsoDate({ year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) })

  const parts =
    /^(\d{1,2})[/\-. ](\d{1,2})(?:[/\-. ](\d{4}|\d{2}))?$/.exec(text) ?? /^(\d{2})(\d{2})(\d{4}|\d{2})?$/.exec(text)
  return parts
    ? formatIsoDate({ year: expandYear(parts[3], now), month: Number(parts[2]), day: Number(parts[1]) })
    : undefined
}

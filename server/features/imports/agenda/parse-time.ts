import { tenantFacts } from '#contract/core/tenants.ts'
import { toLocalDateTime } from '#rules/zoned-time.ts'
import type { ReadingContext } from '../mapped/import-handler-types.ts'
import { type DayRange, parseMixedDate } from '../mapped/parse-mixed-values.ts'
import { FieldFaultError } from '../mapped/parse-values.ts'

const pad = (figure: number): string => String(figure).padStart(2, '0')

/** Minutes of a day as 'HH:MM'. */
const toTimeOfDay = (minutes: number): string => `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`

/** The hour of the clock of twelve, or of the day. */
const readHour = (figures: string, half: string | undefined): number => {
  const hour = Number(figures)
  if (half === undefined) return hour
  if (hour < 1 || hour > 12) throw new FieldFaultError('time')
  return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
}

/** '9:30', '09.30 h', '9h30', '2:15 pm', or the part of a day that a spreadsheet counts, as 'HH:MM'. Seconds don't count. */
export const parseTimeOfDay = (text: string): string => {
  const bare = text.trim()
  if (/^0[.,]\d+$/.test(bare)) {
    const minutes = Math.round(Number(bare.replace(',', '.')) * 24 * 60)
    if (minutes < 24 * 60) return toTimeOfDay(minutes)
  }
  const parts = /^(\d{1,2})(?:[:.h](\d{2}))?(?::\d{2})?\s*(?:h|hs|hrs|horas)?\s*(?:([ap])\.?\s?m\.?)?$/i.exec(bare)
  if (!parts || (parts[2] === undefined && /^\d+$/.test(bare))) throw new FieldFaultError('time')
  const [, figures = '', minute = '00', half] = parts
  const hour = readHour(figures, half)
  if (hour > 23 || Number(minute) > 59) throw new FieldFaultError('time')
  return `${pad(hour)}:${minute}`
}

/** A day, and a time where one stands behind it; midnight is how programs write a day without a time. */
export type DayAndTime = { day: string; time: string | null }

const instantPattern = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/

/** A day with or without a time, by the firm's clock: a moment that says its own zone is taken to the firm's. */
export const parseDayAndTime = (
  text: string,
  { form, prefix }: Pick<ReadingContext, 'form' | 'prefix'>,
  range: DayRange,
): DayAndTime => {
  const bare = text.trim()
  if (instantPattern.test(bare) && !Number.isNaN(Date.parse(bare))) {
    const [day, time] = toLocalDateTime(Date.parse(bare), tenantFacts[prefix].timeZone).split('T')
    return { day: day!, time: time! }
  }
  const time = /[T ](\d{1,2}:\d{2})(?::\d{2}(?:\.\d+)?)?$/.exec(bare)?.[1]
  const day = parseMixedDate(bare, form, range)
  const read = time === undefined ? null : parseTimeOfDay(time)
  return { day, time: read === '00:00' ? null : read }
}

const maxDurationSeconds = 24 * 3600

/** How long something took, in seconds: minutes ('12', '12 min'), seconds ('90 s'), or 'H:MM:SS'. A day at most. */
export const parseDuration = (text: string): number => {
  const bare = text.trim().toLowerCase()
  const clock = /^(\d{1,2}):(\d{2}):(\d{2})$/.exec(bare)
  const counted = /^(\d{1,5})(?:[.,]0+)?\s*(s|seg|segs|segundos|sec|secs|seconds|m|min|mins|minutos|minutes)?\.?$/.exec(
    bare,
  )
  const seconds = clock
    ? Number(clock[1]) * 3600 + Number(clock[2]) * 60 + Number(clock[3])
    : counted
      ? Number(counted[1]) * (counted[2]?.startsWith('s') ? 1 : 60)
      : undefined
  if (seconds === undefined || seconds > maxDurationSeconds) throw new FieldFaultError('invalid')
  return seconds
}

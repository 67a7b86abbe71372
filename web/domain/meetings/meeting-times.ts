import type { Formatters } from '#web/core/format.ts'

const minutesOfDay = 24 * 60

const toMinutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
const toTime = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** The day and the time of '2026-06-20T10:00'. */
export const splitDateTime = (dateTime: string): { day: string; time: string } => ({
  day: dateTime.slice(0, 10),
  time: dateTime.slice(11, 16),
})

/** So many whole days lie between the days of two moments. */
export const countDaysBetween = (startsAt: string, endsAt: string): number =>
  Math.round((Date.parse(endsAt.slice(0, 10)) - Date.parse(startsAt.slice(0, 10))) / 86_400_000)

/** A time so many minutes later, on the same day at the latest: '23:59'. */
export const addMinutes = (time: string, minutes: number): string =>
  toTime(Math.max(0, Math.min(toMinutes(time) + minutes, minutesOfDay - 1)))

export const countMinutesBetween = (from: string, to: string): number => toMinutes(to) - toMinutes(from)

/** '20/06/2026 10:00' of a moment of the firm's clock. */
export const formatLocalTime = (format: Pick<Formatters, 'date'>, dateTime: string): string =>
  `${format.date(dateTime.slice(0, 10))} ${dateTime.slice(11, 16)}`

/** '20/06/2026 10:00–11:00', with the day of the end where it is another. */
export const formatSpan = (format: Pick<Formatters, 'date'>, startsAt: string, endsAt: string): string =>
  startsAt.slice(0, 10) === endsAt.slice(0, 10)
    ? `${formatLocalTime(format, startsAt)}–${endsAt.slice(11, 16)}`
    : `${formatLocalTime(format, startsAt)} – ${formatLocalTime(format, endsAt)}`

/** What the clocks of a zone show now, 'YYYY-MM-DDTHH:MM': that of the page may be another one. */
export const getLocalTime = (timeZone: string, now = Date.now()): string =>
  // Swedish writes dates the ISO way.
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(now).replace(' ', 'T')

/** A moment of the firm's clock some minutes later or earlier, days included; clocks that change are none of its business. */
export const shiftDateTime = (dateTime: string, minutes: number): string =>
  new Date(Date.parse(`${dateTime}:00Z`) + minutes * 60_000).toISOString().slice(0, 16)

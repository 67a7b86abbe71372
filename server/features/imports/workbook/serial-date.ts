import { toDayNumber, toIsoDate } from '#rules/calendar.ts'

/** The last day of 2199: no later one is a day of a client. */
const maxSerial = 109_939

const dayZero = toDayNumber(1899, 12, 30)
const dayZero1904 = toDayNumber(1904, 1, 1)

/** The day of a serial number of a spreadsheet; undefined for none. Excel counts a 29th of February 1900, which never was. */
export const toSerialDate = (serial: number, isFrom1904 = false): string | undefined => {
  const whole = Math.floor(serial)
  if (whole < 1 || whole > maxSerial) return undefined
  if (isFrom1904) return toIsoDate(dayZero1904 + whole)
  return toIsoDate(dayZero + whole + (whole < 60 ? 1 : 0))
}

/** What a day without a time counts as. */
export const midnight = '00:00'

/** The time of a serial number, the part of a day behind its sign, as 'HH:MM'. Seconds don't count; a hair below a minute is that minute. */
export const toSerialTime = (serial: number): string => {
  const minutes = Math.floor((serial - Math.floor(serial)) * 24 * 60 + 1e-4) % (24 * 60)
  return [Math.floor(minutes / 60), minutes % 60].map((figure) => String(figure).padStart(2, '0')).join(':')
}

import { Temporal } from 'temporal-polyfill'

/**
 * The moment at which the clocks of a zone show 'YYYY-MM-DDTHH:MM', as ISO 8601 in UTC. A time that is left out when clocks are put forward counts
 * by the clock before; of one that comes twice it is the first (RFC 5545, 3.3.5). Throws RangeError where it is no time.
 */
export const toInstant = (localDateTime: string, timeZone: string): string =>
  Temporal.PlainDateTime.from(localDateTime)
    .toZonedDateTime(timeZone, { disambiguation: 'compatible' })
    .toInstant()
    .toString()

/** What the clocks of a zone show at a moment, 'YYYY-MM-DDTHH:MM'. */
export const toLocalDateTime = (instant: string | number, timeZone: string): string => {
  const moment =
    typeof instant === 'number' ? Temporal.Instant.fromEpochMilliseconds(instant) : Temporal.Instant.from(instant)
  return moment.toZonedDateTimeISO(timeZone).toPlainDateTime().toString({ smallestUnit: 'minute' })
}

import { tenantFacts } from '#contract/core/tenants.ts'
import type { Prefix } from '#contract/core/values.ts'

/** Milliseconds since the epoch. Tests hand in their own. */
export type Clock = () => number

type Day = { quarter: number; date: string }
const formats = new Map<Prefix, Intl.DateTimeFormat>()
const days = new Map<Prefix, Day>()

const formatOf = (prefix: Prefix): Intl.DateTimeFormat => {
  let format = formats.get(prefix)
  if (!format) {
    // Swedish writes dates the ISO way.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: tenantFacts[prefix].timeZone })
    formats.set(prefix, format)
  }
  return format
}

/** The day it is in the tenant's own time zone, 'YYYY-MM-DD': the one source of "today". */
export const businessDate = (prefix: Prefix, clock: Clock): string => {
  const now = clock()
  // Every request asks. A day ends at a full quarter of an hour wherever one is.
  const quarter = Math.floor(now / 900_000)
  let day = days.get(prefix)
  if (day?.quarter !== quarter) {
    day = { quarter, date: formatOf(prefix).format(now) }
    days.set(prefix, day)
  }
  return day.date
}

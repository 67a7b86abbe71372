import { tenantFacts } from '#contract/core/tenants.ts'
import type { Prefix } from '#contract/core/values.ts'

/** Milliseconds since the epoch. Tests hand in their own. */
export type Clock = () => number

type CachedBusinessDate = { quarter: number; date: string }
const dateFormatByPrefix = new Map<Prefix, Intl.DateTimeFormat>()
const businessDateCache = new Map<Prefix, CachedBusinessDate>()

const getDateFormat = (prefix: Prefix): Intl.DateTimeFormat => {
  let format = dateFormatByPrefix.get(prefix)
  if (!format) {
    // Swedish writes dates the ISO way.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: tenantFacts[prefix].timeZone })
    dateFormatByPrefix.set(prefix, format)
  }
  return format
}

/** The day it is in the tenant's own time zone, 'YYYY-MM-DD': the one source of "today". */
export const getBusinessDate = (prefix: Prefix, clock: Clock): string => {
  const now = clock()
  // Every request asks. A day ends at a full quarter of an hour wherever one is.
  const quarter = Math.floor(now / 900_000)
  let day = businessDateCache.get(prefix)
  if (day?.quarter !== quarter) {
    day = { quarter, date: getDateFormat(prefix).format(now) }
    businessDateCache.set(prefix, day)
  }
  return day.date
}

/** The hour that the tenant's clocks show, from 0 to 23. */
export const getLocalHour = (prefix: Prefix, clock: Clock): number =>
  Number(
    new Intl.DateTimeFormat('en-GB', {
      timeZone: tenantFacts[prefix].timeZone,
      hour: '2-digit',
      hourCycle: 'h23',
    }).format(clock()),
  )

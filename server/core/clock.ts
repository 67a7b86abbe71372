import type { Prefix } from '#contract/core/values.ts'
import { tenantFacts } from '#contract/tenants.ts'

/** Milliseconds since the epoch. Tests hand in their own. */
export type Clock = () => number

const formats = new Map<Prefix, Intl.DateTimeFormat>()

/** The day it is in the tenant's own time zone, 'YYYY-MM-DD': the one source of "today". */
export const businessDate = (prefix: Prefix, clock: Clock): string => {
  let format = formats.get(prefix)
  if (!format) {
    // Swedish writes dates the ISO way.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: tenantFacts[prefix].timeZone })
    formats.set(prefix, format)
  }
  return format.format(clock())
}

import type { Prefix } from '#contract/core/values.ts'
import { tenantFacts } from '#contract/tenants.ts'
import { isoDay, parseDay } from '#db/calendar.ts'
import { nextBusinessDay } from '#db/holidays.ts'

/** The first day, of those on which the prefix's banks settle payments, that is neither before `wanted` nor over. */
export const firstPaymentDay = (prefix: Prefix, wanted: string, today: string): string =>
  isoDay(nextBusinessDay(tenantFacts[prefix].country, parseDay(wanted < today ? today : wanted)))

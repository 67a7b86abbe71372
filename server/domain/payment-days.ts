import { tenantFacts } from '#contract/core/tenants.ts'
import type { Prefix } from '#contract/core/values.ts'
import { isoDay, parseDay } from '#rules/calendar.ts'
import { businessDaysBefore, nextBusinessDay } from '#rules/holidays.ts'
import { refuse } from '#server/core/errors.ts'

/** The first day, of those on which the prefix's banks settle payments, that is neither before `wanted` nor over. */
export const firstPaymentDay = (prefix: Prefix, wanted: string, today: string): string =>
  isoDay(nextBusinessDay(tenantFacts[prefix].country, parseDay(wanted < today ? today : wanted)))

/** How many business days after its day of payment a batch still leaves. */
const lateDays = 5

/** Throws `batch.tooOld` where a batch of that day of payment would leave on the other day: what was read so long ago is read anew. */
export const refuseTooOld = (prefix: Prefix, payOn: string, leavesOn: string): void => {
  if (parseDay(payOn) < businessDaysBefore(tenantFacts[prefix].country, parseDay(leavesOn), lateDays))
    throw refuse('batch.tooOld')
}

import { tenantFacts } from '#contract/core/tenants.ts'
import type { Prefix } from '#contract/core/values.ts'
import { parseDay, toIsoDate } from '#rules/calendar.ts'
import { businessDaysBefore, nextBusinessDay } from '#rules/holidays.ts'
import { buildRefusal } from '#server/core/errors.ts'

/** The first day, of those on which the prefix's banks settle payments, that is neither before `wanted` nor over. */
export const findFirstPaymentDay = (prefix: Prefix, requestedDay: string, today: string): string =>
  toIsoDate(nextBusinessDay(tenantFacts[prefix].country, parseDay(requestedDay < today ? today : requestedDay)))

/** How many business days after its day of payment a batch still leaves. */
const maxBatchDelayDays = 5

/**
 * Throws `batch.tooOld` where a batch of that day of payment would leave on the other day: what was read so long ago is read anew.
 * See docs/decisions/0098-outdated-batches.md
 */
export const assertBatchNotTooOld = (prefix: Prefix, payOn: string, leavesOn: string): void => {
  if (parseDay(payOn) < businessDaysBefore(tenantFacts[prefix].country, parseDay(leavesOn), maxBatchDelayDays))
    throw buildRefusal('batch.tooOld')
}

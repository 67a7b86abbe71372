import { prefixes } from '#contract/core/values.ts'
import { businessDate, type Clock } from './core/clock.ts'
import type { Tenants } from './core/tenancy.ts'
import { postNightly } from './features/interest/post-nightly.ts'
import { verifyNightly } from './features/ledger/verify-nightly.ts'

/** What is done once for each business date of a prefix: its interest and what matures when it has begun, and a look at the books by night. */
export const nightly = (tenants: Tenants, clock: Clock, onError: (error: unknown, what: string) => void) => {
  const posted = new Map<string, string>()
  const verified = new Map<string, string>()
  return async (signal: AbortSignal): Promise<void> => {
    for (const prefix of prefixes) {
      if (signal.aborted) return
      const tenant = tenants.of(prefix)
      const { db } = tenant
      const tell = (error: unknown) => onError(error, 'interest or maturity of an account not posted')
      await postNightly({ db, prefix, day: businessDate(prefix, clock), now: clock, signal, onError: tell }, posted)
      await verifyNightly({ tenant, prefix, day: businessDate(prefix, clock), now: clock() }, verified)
    }
  }
}

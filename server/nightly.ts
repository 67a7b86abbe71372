import { prefixes } from '#contract/core/values.ts'
import { businessDate, type Clock } from './core/clock.ts'
import type { Tenants } from './core/tenancy.ts'
import { postNightly } from './features/interest/post-nightly.ts'

/** What is done once for each business date of a prefix, when it has begun: the interest of the day. */
export const nightly = (tenants: Tenants, clock: Clock, onError: (error: unknown, what: string) => void) => {
  const posted = new Map<string, string>()
  return async (signal: AbortSignal): Promise<void> => {
    for (const prefix of prefixes) {
      if (signal.aborted) return
      const { db } = tenants.of(prefix)
      const tell = (error: unknown) => onError(error, 'interest of an account not posted')
      await postNightly({ db, prefix, day: businessDate(prefix, clock), now: clock, signal, onError: tell }, posted)
    }
  }
}

import { prefixes } from '#contract/core/values.ts'
import type { Tenants } from './core/tenancy.ts'

/** How often waiting totals are added up. */
const foldEveryMs = 1000

/**
 * The work between requests: folds each prefix's waiting totals once a second. Safe to run in every process:
 * the database lets one at a time through. Stops after the round that is under way.
 */
export const startWorker = (tenants: Tenants, onError: (error: unknown) => void): { stop: () => Promise<void> } => {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let round = Promise.resolve()
  const fold = async (): Promise<void> => {
    for (const prefix of prefixes) {
      if (stopped) return
      await tenants.of(prefix).pool.query('select fold_totals() where exists (select from total_delta)')
    }
  }
  const tick = (): void => {
    round = fold()
      .catch(onError)
      .finally(() => {
        if (!stopped) timer = setTimeout(tick, foldEveryMs)
      })
  }
  timer = setTimeout(tick, foldEveryMs)
  return {
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await round
    },
  }
}

import { type Prefix, prefixes } from '#contract/core/values.ts'
import type { TenantDatabases } from '#server/core/tenancy.ts'

/** How often new journals are looked for. Once some are found, the database is asked each second until they are added. */
const foldIntervalMs = 10_000

const foldLedgerSql = 'select fold_ledger() from ledger_fold where reached is not null or $1::boolean'

/** Adds what was booked to the sums by day, prefix by prefix. Nobody waits for it: whoever reads adds the rest. */
export const createLedgerFolder = (
  tenants: TenantDatabases,
  clock: () => number,
): ((signal: AbortSignal) => Promise<void>) => {
  let lookedAt = Number.NEGATIVE_INFINITY
  const found = new Set<Prefix>()
  return async (signal) => {
    const isDue = clock() - lookedAt >= foldIntervalMs
    if (isDue) lookedAt = clock()
    for (const prefix of prefixes) {
      if (signal.aborted) return
      if (!isDue && !found.has(prefix)) continue
      const { rowCount } = await tenants.of(prefix).pool.query(foldLedgerSql, [isDue])
      if (rowCount) found.add(prefix)
      else found.delete(prefix)
    }
  }
}

import { createHash } from 'node:crypto'
import type { CompiledQuery } from 'kysely'
import type { Ctx } from '#server/core/ctx.ts'
import type { DatabaseAccess } from '#server/core/tenancy.ts'

type ClientTotals = { total: number; capital: string; balance: string }

/** How the list stands: which server says so, what its statements see, and whether the list was changed since an earlier such answer. */
type ListState = { server: string; snapshot: string; changed: boolean }
type KeptTotals = Pick<ListState, 'server' | 'snapshot'> & { totals: Promise<ClientTotals> }

/** A server that was started anew may stand on other data, whose transactions have the same numbers. */
const listStateSql = `
  select pg_postmaster_start_time()::text as server, pg_current_snapshot()::text as snapshot,
         pg_postmaster_start_time()::text is distinct from $1::text
           or exists (select from client_list_change where not pg_visible_in_snapshot(writer, $2::pg_snapshot)) as changed`

/** Of each prefix in this process; of a hundred bytes each. */
const maxKeptTotals = 2000
const keptTotalsByDatabase = new WeakMap<DatabaseAccess, Map<string, KeptTotals>>()

/** What client_list_change tells of. A statement that reads anything else changes without it. */
const notedTables = new Set(['client_list', 'client_search'])
const readsNotedTablesAlone = ({ sql }: CompiledQuery): boolean =>
  [...sql.matchAll(/\b(?:from|join)\s+"?(\w+)/g)].every(([, table]) => notedTables.has(table!))

/** Every value that the statement depends on is part of it, the scope of the caller included: nobody gets what was counted for another scope. */
const toKey = ({ sql, parameters }: CompiledQuery): string =>
  createHash('sha256')
    .update(JSON.stringify([sql, parameters]))
    .digest('base64')

const keepNewest = (kept: Map<string, KeptTotals>, key: string, totals: KeptTotals): void => {
  kept.delete(key)
  kept.set(key, totals)
  if (kept.size > maxKeptTotals) kept.delete(kept.keys().next().value!)
}

/**
 * What `count` answers, counted once for as long as nobody changes the list: `statement` says what is counted, in full. How the list stands is
 * asked before the count, so a change meanwhile ends the answer. Callers who ask for the same at once wait for one count.
 * See docs/decisions/0125-totals-of-text-filters.md
 */
export const keepClientTotals = async (
  { tenant }: Pick<Ctx, 'tenant'>,
  statement: CompiledQuery,
  count: () => Promise<ClientTotals>,
): Promise<ClientTotals> => {
  if (!readsNotedTablesAlone(statement)) return count()
  const all = keptTotalsByDatabase.get(tenant) ?? new Map<string, KeptTotals>()
  keptTotalsByDatabase.set(tenant, all)
  const key = toKey(statement)
  for (;;) {
    const kept = all.get(key)
    const [state] = await tenant.queryPrepared<ListState>('client list state', listStateSql, [
      kept?.server,
      kept?.snapshot,
    ])
    const { server, snapshot, changed } = state!
    if (kept && !changed) {
      keepNewest(all, key, all.get(key) ?? kept)
      return kept.totals
    }
    // Another caller may have begun to count meanwhile: then it is asked whether that count will do.
    if (all.get(key) === kept) {
      const counting = { server, snapshot, totals: count() }
      keepNewest(all, key, counting)
      counting.totals.catch(() => {
        if (all.get(key) === counting) all.delete(key)
      })
      return counting.totals
    }
  }
}

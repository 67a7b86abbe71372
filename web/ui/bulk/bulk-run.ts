import { type BulkResult, maxBulkRows } from '#contract/core/bulk.ts'

export type BulkRow = { id: string; name: string }

/** How far a bulk action is. `paused`: it was stopped, or a call failed; the rest can still be done. */
export type BulkRun = {
  state: 'running' | 'paused' | 'done'
  rows: readonly BulkRow[]
  results: readonly BulkResult[]
  failure: unknown
}

/** Does the action with some of the records, by a call of the contract. */
export type SendBulk = (ids: string[]) => Promise<{ results: readonly BulkResult[] }>

export const startRun = (rows: readonly BulkRow[]): BulkRun => ({ state: 'running', rows, results: [], failure: null })

/** Rows that no answer has named yet, in their order. */
export const listRemainingRows = ({ rows, results }: Pick<BulkRun, 'rows' | 'results'>): BulkRow[] => {
  const known = new Set(results.map(({ id }) => id))
  return rows.filter(({ id }) => !known.has(id))
}

/** The refused rows alone, as a run of their own; what was done stays done. */
export const retryRefused = ({ rows, results }: BulkRun): BulkRun => {
  const refused = new Set(results.filter(({ code }) => code !== null).map(({ id }) => id))
  return startRun(rows.filter(({ id }) => refused.has(id)))
}

/**
 * Sends what remains, part by part, and tells after each how far it is. It ends when all is done, when `isStopped` says so between two parts, or
 * where a call fails as a whole: of that part nothing is known, and it is sent again when the run goes on.
 */
export const continueRun = async (
  begun: BulkRun,
  send: SendBulk,
  onChange: (run: BulkRun) => void,
  isStopped: () => boolean,
): Promise<void> => {
  let run: BulkRun = { ...begun, state: 'running', failure: null }
  onChange(run)
  for (let rest = listRemainingRows(run); rest.length > 0; rest = listRemainingRows(run)) {
    if (isStopped()) return onChange({ ...run, state: 'paused' })
    const ids = rest.slice(0, maxBulkRows).map(({ id }) => id)
    try {
      const { results } = await send(ids)
      run = { ...run, results: [...run.results, ...results] }
      // Each is told of; without that the next part would be the same one.
      if (results.length === 0) throw new Error('a bulk action answered nothing')
    } catch (failure) {
      return onChange({ ...run, state: 'paused', failure })
    }
    onChange(run)
  }
  onChange({ ...run, state: 'done' })
}

import { prefixes } from '#contract/core/values.ts'
import type { Files } from '#server/core/files.ts'
import type { Tenants } from '#server/core/tenancy.ts'

/** A content that was written so long ago and that no row names was left by a process that died, or couldn't be dropped. */
const oldEnough = 86_400_000
/** So many may be left behind whatever else there is. */
const fewLeft = 10

const findNamed = 'select id::text as id from stored_file where removed_at is null and id = any($1::uuid[])'

/** That so many contents belong to nobody isn't what a crash leaves: more likely this is another database than theirs. */
export class TooManyUnnamed extends Error {
  constructor(unnamed: number, all: number) {
    super(
      `${unnamed} of ${all} stored files are named by no record; none is removed: is this the database that they belong to?`,
    )
  }
}

/**
 * Drops the contents that no record of any prefix names. Takes nothing, and throws TooManyUnnamed, where that would be more than it leaves.
 * Answers how many went.
 */
export const sweepFiles = async (tenants: Tenants, files: Files, now: number): Promise<number> => {
  const ids = await files.writtenBefore(now - oldEnough)
  if (ids.length === 0) return 0
  const named = new Set<string>()
  for (const prefix of prefixes)
    for (const { id } of await tenants.of(prefix).fixed<{ id: string }>('named files', findNamed, [ids])) named.add(id)
  const unnamed = ids.filter((id) => !named.has(id))
  if (unnamed.length > named.size + fewLeft) throw new TooManyUnnamed(unnamed.length, ids.length)
  for (const id of unnamed) await files.drop(id)
  return unnamed.length
}

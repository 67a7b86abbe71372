import { prefixes } from '#contract/core/values.ts'
import type { FileStorage } from '#server/core/file-storage.ts'
import type { TenantDatabases } from '#server/core/tenancy.ts'

/** A content that was written so long ago and that no row names was left by a process that died, or couldn't be dropped. */
const minOrphanAgeMs = 86_400_000
/** So many may be left behind whatever else there is. */
const toleratedOrphans = 10

const findFileRowsSql =
  'select id::text as id, removed_at is not null as removed from stored_file where id = any($1::uuid[])'

type FileRow = { id: string; removed: boolean }

/** That so many contents belong to nobody isn't what a crash leaves: more likely this is another database than theirs. */
export class TooManyOrphanFilesError extends Error {
  constructor(unnamed: number, all: number) {
    super(
      `${unnamed} of ${all} stored files are named by no record; none is removed: is this the database that they belong to?`,
    )
  }
}

/**
 * Drops the contents that no record of any prefix names, and those that a record names as removed: of these it is known whose they were. Takes
 * none without a record, and throws TooManyOrphanFilesError, where that would be more than all that have one. Answers how many went.
 */
export const deleteOrphanFiles = async (tenants: TenantDatabases, files: FileStorage, now: number): Promise<number> => {
  await files.dropUnfinished(now - minOrphanAgeMs)
  const ids = await files.writtenBefore(now - minOrphanAgeMs)
  if (ids.length === 0) return 0
  const isRemoved = new Map<string, boolean>()
  for (const prefix of prefixes)
    for (const { id, removed } of await tenants
      .of(prefix)
      .queryPrepared<FileRow>('rows of files', findFileRowsSql, [ids]))
      isRemoved.set(id, removed)
  const removed = ids.filter((id) => isRemoved.get(id))
  for (const id of removed) await files.drop(id)
  const unnamed = ids.filter((id) => !isRemoved.has(id))
  if (unnamed.length > isRemoved.size + toleratedOrphans) throw new TooManyOrphanFilesError(unnamed.length, ids.length)
  for (const id of unnamed) await files.drop(id)
  return removed.length + unnamed.length
}

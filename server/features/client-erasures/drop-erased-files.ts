import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import { type FileStorage, fileEncryptionPurpose, openFileStorage } from '#server/core/file-storage.ts'
import type { FeatureJob } from '#server/core/jobs.ts'
import { secretBox } from '#server/core/secret-box.ts'

export const erasedFilesJob = { name: 'clientErasures.files' } as const

/** Drops the contents that an erasure let go of. Done again it finds nothing. */
export const dropErasedFiles = async (db: Kysely<DB>, files: FileStorage, erasureId: string): Promise<void> => {
  const erasure = await db
    .selectFrom('clientErasure')
    .select('fileIds')
    .where('id', '=', erasureId)
    .where('state', '=', 'done')
    .executeTakeFirst()
  for (const id of erasure?.fileIds ?? []) await files.drop(id)
}

export const dropErasedFilesJob: FeatureJob = {
  ...erasedFilesJob,
  ifKilled: 'drops files by their ids: done again it finds nothing',
  of: 'prefix',
  work: async ({ db, deps: { home, secret }, item }) => {
    if (item !== null) await dropErasedFiles(db, openFileStorage(home, secretBox(secret, fileEncryptionPurpose)), item)
  },
}

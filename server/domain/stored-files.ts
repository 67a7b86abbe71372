import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import { RefusalError } from '#rules/refusal-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import type { FileStorage } from '#server/core/file-storage.ts'
import type { HttpContext } from '#server/core/routes.ts'

type StoredFileInput = {
  /** What it is for, 'employee.picture'. */
  purpose: string
  entity: string
  entityId: string
  fileName: string
  contentType: string
  content: Uint8Array
}

/**
 * Puts the content into the store, then does the work in one transaction with the row that names it. Nothing points at a content that
 * isn't on the disk; one that nothing points at, because the process died between the two, can't be read by anybody.
 */
export const withStoredFile = async <T>(
  ctx: Ctx,
  files: FileStorage,
  { content, ...fileRow }: StoredFileInput,
  work: (tx: Kysely<DB>, id: string) => Promise<T>,
): Promise<T> => {
  const id = await files.put(ctx.prefix, content)
  try {
    return await ctx.db.transaction().execute(async (tx) => {
      const sha256 = createHash('sha256').update(content).digest()
      await tx
        .insertInto('storedFile')
        .values({ id, ...fileRow, bytes: content.length, sha256, createdBy: ctx.person.userId })
        .execute()
      return work(tx, id)
    })
  } catch (error) {
    // A refusal is surely taken back. After any other end the row may be there all the same: then it must find its content.
    if (error instanceof RefusalError) await files.drop(id)
    throw error
  }
}

/** Marks a file as removed, in the transaction of what let go of it; its content is dropped once that is committed. */
export const markStoredFileRemoved = async (tx: Kysely<DB>, id: string): Promise<void> => {
  await tx
    .updateTable('storedFile')
    .set((eb) => ({ removedAt: eb.fn<string>('now') }))
    .where('id', '=', id)
    .where('removedAt', 'is', null)
    .execute()
}

/**
 * After the commit: drops a content that no record names any more. One that stays behind is out of everybody's reach already, and is swept
 * away later.
 */
export const deleteFileContent = async ({ deps, request }: HttpContext, id: string | null): Promise<void> => {
  if (id === null) return
  await deps.files.drop(id).catch((error) => request.log.warn({ err: error }, 'file not dropped'))
}

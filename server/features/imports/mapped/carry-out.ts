import type { ImportKind } from '#contract/imports/fields.ts'
import type { Running } from './kind.ts'
import { kinds } from './kinds.ts'

/** Does what the fresh rows of an import say, and calls it imported, in the caller's transaction: both or neither. Auditing it is the caller's. */
export const carryOut = async (
  running: Running,
  { kind, fresh, at }: { kind: ImportKind; fresh: number; at: string },
): Promise<void> => {
  await kinds[kind].carryOut(running)
  await running.tx
    .updateTable('mappedImport')
    .set({ state: 'imported', finishedAt: at, done: fresh, failure: null })
    .where('id', '=', running.importId)
    .execute()
}

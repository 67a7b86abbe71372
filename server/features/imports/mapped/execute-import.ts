import type { ImportKind } from '#contract/imports/fields.ts'
import type { ImportRunContext } from './import-handler-types.ts'
import { importKindHandlers } from './import-kind-handlers.ts'

/** Does what the fresh rows of an import say, and calls it imported, in the caller's transaction: both or neither. Auditing it is the caller's. */
export const executeImport = async (
  run: ImportRunContext,
  { kind, fresh, at }: { kind: ImportKind; fresh: number; at: string },
): Promise<void> => {
  await importKindHandlers[kind].carryOut(run)
  await run.tx
    .updateTable('mappedImport')
    .set({ state: 'imported', finishedAt: at, done: fresh, failure: null })
    .where('id', '=', run.importId)
    .execute()
}

import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { audit } from '#server/core/audit.ts'
import { refuse } from '#server/core/errors.ts'
import { enqueue } from '#server/core/jobs.ts'
import type { Task } from '#server/core/task.ts'
import { deciderRole } from '#server/domain/decider-role.ts'
import { importJob } from './import-job.ts'
import { isImportOverLimit } from './import-limit.ts'
import { lockImport } from './own-import.ts'

const pageOf = (importId: string | null) => importId && `/crm/Importar/${importId}`

const move = (tx: Kysely<DB>, importId: string, state: 'checked' | 'importing' | 'undoing') =>
  tx.updateTable('mappedImport').set({ state, failure: null, failedAt: null }).where('id', '=', importId).execute()

/** An import as it was checked: the figures that were read are what is carried out, by the worker, or nothing of it. */
export const importTask: Task<'import.run', { importId: string; checkedAt: string }> = {
  name: 'import.run',
  module: 'bt_Importar',
  secondFactor: true,
  pageOf,
  carryOut: async (tx, doer, { payload: { importId, checkedAt }, approvalId }) => {
    const found = await lockImport(tx, importId)
    const waits = approvalId === null ? 'checked' : 'waiting'
    if (found?.state !== waits || found.checkedAt !== checkedAt) throw refuse('approval.changedSince')
    // Whoever imports alone is below their limit.
    if (approvalId) {
      const limited = { role: await deciderRole(tx, doer, approvalId), businessDate: doer.businessDate }
      if (await isImportOverLimit(tx, limited, importId)) throw refuse('withdrawal.overLimit')
    }
    await move(tx, importId, 'importing')
    await enqueue(tx, importJob, importId)
    await audit(tx, doer, {
      action: 'mappedImport.begun',
      entity: 'mappedImport',
      entityId: importId,
      after: { rows: found.fresh, amount: found.amount, sha256: found.sha256 },
    })
  },
  drop: async (tx, { payload: { importId }, approvalId }) => {
    const found = await lockImport(tx, importId)
    if (found?.state === 'waiting' && found.approvalId === approvalId) await move(tx, importId, 'checked')
  },
}

/** All that an import has done is taken back, by the worker, or nothing of it. */
export const undoTask: Task<'import.undo', { importId: string }> = {
  name: 'import.undo',
  module: 'bt_Importar',
  secondFactor: true,
  pageOf,
  carryOut: async (tx, doer, { payload: { importId } }) => {
    const found = await lockImport(tx, importId)
    if (found?.state !== 'imported') throw refuse('approval.changedSince')
    await tx
      .updateTable('mappedImport')
      .set({ state: 'undoing', failure: null, failedAt: null, undoneBy: doer.person.userId, undoApprovalId: null })
      .where('id', '=', importId)
      .execute()
    await enqueue(tx, importJob, importId)
    await audit(tx, doer, {
      action: 'mappedImport.undoBegun',
      entity: 'mappedImport',
      entityId: importId,
      after: { rows: found.fresh, amount: found.amount },
    })
  },
  drop: async (tx, { payload: { importId }, approvalId }) => {
    await tx
      .updateTable('mappedImport')
      .set({ undoApprovalId: sql`null` })
      .where('id', '=', importId)
      .where('undoApprovalId', '=', approvalId)
      .execute()
  },
}

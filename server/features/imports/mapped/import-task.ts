import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { ApprovalTask } from '#server/core/approval-task.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { enqueueJob } from '#server/core/jobs.ts'
import { findApproverRole } from '#server/domain/approver-role.ts'
import { isImportOverLimit } from './import-limit.ts'
import { executeImportJob } from './imports.jobs.ts'
import { lockImport } from './own-import.ts'

const buildImportPath = (importId: string | null) => importId && `/crm/Importar/${importId}`

const setImportState = (tx: Kysely<DB>, importId: string, state: 'checked' | 'importing' | 'undoing') =>
  tx.updateTable('mappedImport').set({ state, failure: null, failedAt: null }).where('id', '=', importId).execute()

/** An import as it was checked: the figures that were read are what is carried out, by the worker, or nothing of it. */
export const importTask: ApprovalTask<'import.run', { importId: string; checkedAt: string }> = {
  name: 'import.run',
  module: 'bt_Importar',
  secondFactor: true,
  getRecordPath: buildImportPath,
  carryOut: async (tx, actor, { payload: { importId, checkedAt }, approvalId }) => {
    const found = await lockImport(tx, importId)
    const waits = approvalId === null ? 'checked' : 'waiting'
    if (found?.state !== waits || found.checkedAt !== checkedAt) throw buildRefusal('approval.changedSince')
    // Whoever imports alone is below their limit.
    if (approvalId) {
      const limited = { ...actor, role: await findApproverRole(tx, actor, approvalId) }
      if (await isImportOverLimit(tx, limited, importId)) throw buildRefusal('withdrawal.overLimit')
    }
    await setImportState(tx, importId, 'importing')
    await enqueueJob(tx, executeImportJob, importId)
    await recordAuditEvent(tx, actor, {
      action: 'mappedImport.begun',
      entity: 'mappedImport',
      entityId: importId,
      after: { rows: found.fresh, amount: found.amount, sha256: found.sha256 },
    })
  },
  discardChange: async (tx, { payload: { importId }, approvalId }) => {
    const found = await lockImport(tx, importId)
    if (found?.state === 'waiting' && found.approvalId === approvalId) await setImportState(tx, importId, 'checked')
  },
}

/** All that an import has done is taken back, by the worker, or nothing of it. */
export const undoImportTask: ApprovalTask<'import.undo', { importId: string }> = {
  name: 'import.undo',
  module: 'bt_Importar',
  secondFactor: true,
  getRecordPath: buildImportPath,
  carryOut: async (tx, actor, { payload: { importId } }) => {
    const found = await lockImport(tx, importId)
    if (found?.state !== 'imported') throw buildRefusal('approval.changedSince')
    await tx
      .updateTable('mappedImport')
      .set({ state: 'undoing', failure: null, failedAt: null, undoneBy: actor.person.userId, undoApprovalId: null })
      .where('id', '=', importId)
      .execute()
    await enqueueJob(tx, executeImportJob, importId)
    await recordAuditEvent(tx, actor, {
      action: 'mappedImport.undoBegun',
      entity: 'mappedImport',
      entityId: importId,
      after: { rows: found.fresh, amount: found.amount },
    })
  },
  discardChange: async (tx, { payload: { importId }, approvalId }) => {
    await tx
      .updateTable('mappedImport')
      .set({ undoApprovalId: sql`null` })
      .where('id', '=', importId)
      .where('undoApprovalId', '=', approvalId)
      .execute()
  },
}

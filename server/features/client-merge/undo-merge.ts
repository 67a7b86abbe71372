import { type Kysely, sql } from 'kysely'
import { mergeUndoHours, type mergeUndoObstacles } from '#contract/client-merge.ts'
import type { DB } from '#db/types.ts'
import { genericRfcs } from '#rules/identity-documents.ts'
import type { Actor } from '#server/core/approval-task.ts'
import { recordAuditEvents } from '#server/core/audit.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { readStoredJson } from '#server/core/stored-json.ts'
import { notifyClientManagers } from '#server/domain/notify-client-managers.ts'
import { type LockedMerge, lockMerge, lockMergePair, openMergeTransaction } from './lock-merge.ts'
import { hasPendingChanges } from './merge-obstacles.ts'
import {
  fingerprintRows,
  type MovedRows,
  type ReplacedRows,
  removeTags,
  restoreHolders,
  returnRows,
} from './move-rows.ts'
import { refreshDerivedRows, showGravestBlocks, writeSearchRow } from './survivor-values.ts'

type UndoObstacle = (typeof mergeUndoObstacles)[number]
const hourMs = 3_600_000

export const getMergeUndoDeadline = (doneAt: string): number => Date.parse(doneAt) + mergeUndoHours * hourMs

/** JSON of the merge, as it was written. */
const readRows = ({ movedRows, replacedRows }: Pick<LockedMerge, 'movedRows' | 'replacedRows'>) => ({
  moved: readStoredJson<MovedRows>(movedRows),
  replaced: readStoredJson<ReplacedRows>(replacedRows),
})

type UndoneMerge = Pick<
  LockedMerge,
  | 'survivorId'
  | 'absorbedId'
  | 'survivorBefore'
  | 'doneAt'
  | 'approvalId'
  | 'rowsAfter'
  | 'survivorVersion'
  | 'movedRows'
  | 'replacedRows'
>

/** Whether somebody else has got the identity number of one of the two records meanwhile. */
const isIdentityTaken = async (tx: Kysely<DB>, { survivorId, absorbedId, survivorBefore }: UndoneMerge) => {
  const { identityNumber = null } = survivorBefore as { identityNumber?: string | null }
  const { rows } = await sql`
    select from client c
     where c.identity_number = any(array[${identityNumber}, (select a.identity_number from client a where a.id = ${absorbedId})]::text[])
       and c.identity_number <> all(${[...genericRfcs]}::text[]) and c.merged_into_id is null and c.id not in (${survivorId}, ${absorbedId}) limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

/** What keeps a merge from being undone; null where nothing does. The approval of the undo itself doesn't count. */
export const findUndoObstacle = async (
  tx: Kysely<DB>,
  merge: UndoneMerge,
  { now, exceptApprovalId }: { now: number; exceptApprovalId: string | null },
): Promise<UndoObstacle | null> => {
  if (now > getMergeUndoDeadline(merge.doneAt!)) return 'tooLate'
  const survivor = await tx
    .selectFrom('client')
    .where('id', '=', merge.survivorId)
    .select(['version', 'mergedIntoId'])
    .executeTakeFirstOrThrow()
  if (await hasPendingChanges(tx, [merge.survivorId], { now, exceptId: exceptApprovalId })) return 'pendingChanges'
  const { moved } = readRows(merge)
  const excluded = [merge.approvalId, exceptApprovalId].filter((id) => id !== null)
  const isAsLeft =
    survivor.version === merge.survivorVersion &&
    survivor.mergedIntoId === null &&
    (await fingerprintRows(tx, merge.survivorId, moved, excluded)) === merge.rowsAfter
  return isAsLeft && !(await isIdentityTaken(tx, merge)) ? null : 'newRecords'
}

/** Bank accounts that paid the merged record by default do so again, one that the survivor has now excepted. */
const restoreDefaults = ({ defaults }: ReplacedRows, tx: Kysely<DB>) =>
  sql`update client_bank_account set is_default = true
       where id = any(${defaults}::bigint[]) and ended_at is null and is_payout and not is_default`.execute(tx)

const restoreSurvivor = async (tx: Kysely<DB>, { survivorId, survivorBefore }: LockedMerge): Promise<void> => {
  await tx
    .updateTable('client')
    .set({ ...(survivorBefore as object), version: sql`version + 1` })
    .where('id', '=', survivorId)
    .execute()
}

/** Two records again, each with what it had. Refuses with `merge.tooLate`, `merge.newRecords` or `merge.pendingChanges`. */
export const executeMergeUndo = async (
  tx: Kysely<DB>,
  actor: Actor,
  mergeId: string,
  { approvalId, makerId, now }: { approvalId: string | null; makerId: string; now: number },
): Promise<void> => {
  const merge = await lockMerge(tx, mergeId)
  if (merge?.state !== 'done') throw buildRefusal('approval.changedSince')
  const { survivor, absorbed } = await lockMergePair(tx, merge)
  const obstacle = await findUndoObstacle(tx, merge, { now, exceptApprovalId: approvalId })
  if (obstacle) throw buildRefusal(`merge.${obstacle}`)
  await openMergeTransaction(tx, mergeId)
  const ids = [survivor.id, absorbed.id]
  const { moved, replaced } = readRows(merge)
  await tx
    .updateTable('client')
    .set({ mergedIntoId: null, version: sql`version + 1` })
    .where('id', '=', absorbed.id)
    .execute()
  await removeTags(tx, replaced, merge)
  await returnRows(tx, moved, merge)
  await restoreHolders(tx, replaced, merge)
  await restoreDefaults(replaced, tx)
  await sql`update client_staff set valid_to = null where id = any(${replaced.links}::bigint[])`.execute(tx)
  await restoreSurvivor(tx, merge)
  await tx
    .updateTable('clientMerge')
    .set({ state: 'undone', undoneAt: new Date(now).toISOString(), undoneBy: actor.person.userId })
    .where('id', '=', mergeId)
    .execute()
  await showGravestBlocks(tx, ids)
  await writeSearchRow(tx, survivor.id)
  await writeSearchRow(tx, absorbed.id)
  await refreshDerivedRows(tx, ids)
  await recordAuditEvents(tx, actor, [
    { action: 'client.mergeUndone', entity: 'client', entityId: survivor.id, after: { absorbed: absorbed.cvl } },
    { action: 'client.mergeUndone', entity: 'client', entityId: absorbed.id, after: { survivor: survivor.cvl } },
  ])
  await notifyClientManagers(tx, [survivor.id, absorbed.id], makerId, {
    kind: 'client.mergeUndone',
    params: { survivor: survivor.cvl, absorbed: absorbed.cvl },
    linkOf: (id) => `/clientes/${id}`,
  })
}

import { type Kysely, sql } from 'kysely'
import type { MergeGroup } from '#contract/client-merge/merged-values.ts'
import type { DB } from '#db/types.ts'
import type { Actor } from '#server/core/approval-task.ts'
import { recordAuditEvents } from '#server/core/audit.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { assertClientsUnrestricted } from '#server/domain/find-client.ts'
import { notifyClientManagers } from '#server/domain/notify-client-managers.ts'
import { type LockedMerge, lockMerge, lockMergePair, openMergeTransaction } from './lock-merge.ts'
import { findMergeObstacles } from './merge-obstacles.ts'
import { scopeLinksSql } from './merge-records.ts'
import {
  copyTags,
  endStaffLinks,
  findDefaultAccounts,
  fingerprintRows,
  mergeHolders,
  moveRows,
  type ReplacedRows,
} from './move-rows.ts'
import {
  buildSurvivorValues,
  pickMergedColumns,
  refreshDerivedRows,
  showGravestBlocks,
  writeImportedBlocks,
  writeSearchRow,
} from './survivor-values.ts'

/** Whether the records have other staff or another zone: by the merge somebody comes to see more. */
const isScopeMoved = async (tx: Kysely<DB>, clientIds: readonly string[]): Promise<boolean> => {
  const rows = await tx
    .selectFrom('clientList as c')
    .where('c.clientId', 'in', clientIds)
    .select(scopeLinksSql.as('links'))
    .execute()
  return new Set(rows.map(({ links }) => links)).size > 1
}

/** The records as they were when the merge was proposed, locked; `approval.changedSince` where they are not. */
const lockUnchangedPair = async (tx: Kysely<DB>, merge: LockedMerge) => {
  const pair = await lockMergePair(tx, merge)
  const { survivor, absorbed } = pair
  const isAsSeen =
    merge.state === 'asked' &&
    survivor.mergedIntoId === null &&
    absorbed.mergedIntoId === null &&
    survivor.version === merge.survivorVersion &&
    absorbed.version === merge.absorbedVersion &&
    (await isScopeMoved(tx, [survivor.id, absorbed.id])) === merge.movesScope
  if (!isAsSeen) throw buildRefusal('approval.changedSince')
  return pair
}

const moveToSurvivor = async (tx: Kysely<DB>, merge: LockedMerge, today: string) => {
  const defaults = await findDefaultAccounts(tx, merge.absorbedId)
  const moved = await moveRows(tx, merge)
  const holders = await mergeHolders(tx, merge)
  const tags = await copyTags(tx, merge)
  const links = await endStaffLinks(tx, merge.absorbedId, today)
  const replaced: ReplacedRows = { ...holders, links, defaults, tags }
  return { moved, replaced }
}

type MergeContext = { approvalId: string | null; makerId: string; now: number }

/**
 * Makes one record of two, in one transaction: rows, fields, links and what is derived. Journals and their amounts stay; what was credited stays with
 * whom it was credited to, and the money of the merged record is with the survivor's staff.
 * See docs/decisions/0139-merged-clients.md
 */
export const executeMerge = async (
  tx: Kysely<DB>,
  actor: Actor,
  mergeId: string,
  { approvalId, makerId, now }: MergeContext,
): Promise<void> => {
  const merge = await lockMerge(tx, mergeId)
  if (!merge) throw buildRefusal('approval.changedSince')
  const { survivor, absorbed } = await lockUnchangedPair(tx, merge)
  const ids = [survivor.id, absorbed.id]
  await assertClientsUnrestricted(tx, ids)
  const [obstacle] = await findMergeObstacles(tx, merge, { now, exceptId: approvalId })
  if (obstacle) throw buildRefusal(`merge.${obstacle}`)
  await openMergeTransaction(tx, mergeId)
  const at = new Date(now).toISOString()
  await writeImportedBlocks(tx, ids, at)
  // Those who look after either are told: of the merged record nobody does any more afterwards.
  await notifyClientManagers(tx, [survivor.id, absorbed.id], makerId, {
    kind: 'client.merged',
    params: { survivor: survivor.cvl, absorbed: absorbed.cvl },
    linkOf: () => `/clientes/${survivor.id}`,
  })
  const { moved, replaced } = await moveToSurvivor(tx, merge, actor.businessDate)
  await tx
    .updateTable('client')
    .set({ mergedIntoId: survivor.id, version: sql`version + 1` })
    .where('id', '=', absorbed.id)
    .execute()
  await tx
    .updateTable('client')
    .set({ ...buildSurvivorValues(survivor, absorbed, merge.taken as MergeGroup[]), version: sql`version + 1` })
    .where('id', '=', survivor.id)
    .execute()
  await showGravestBlocks(tx, ids)
  await tx.deleteFrom('clientSearch').where('clientId', '=', absorbed.id).execute()
  await writeSearchRow(tx, survivor.id, survivor)
  await refreshDerivedRows(tx, ids)
  await tx
    .updateTable('clientMerge')
    .set({
      state: 'done',
      doneAt: at,
      survivorVersion: survivor.version + 1,
      absorbedVersion: absorbed.version + 1,
      survivorBefore: JSON.stringify(pickMergedColumns(survivor)),
      movedRows: JSON.stringify(moved),
      replacedRows: JSON.stringify(replaced),
      rowsAfter: await fingerprintRows(tx, survivor.id, moved, approvalId === null ? [] : [approvalId]),
    })
    .where('id', '=', mergeId)
    .execute()
  await recordAuditEvents(tx, actor, [
    { action: 'client.merged', entity: 'client', entityId: survivor.id, after: { absorbed: absorbed.cvl } },
    { action: 'client.mergedInto', entity: 'client', entityId: absorbed.id, after: { survivor: survivor.cvl } },
  ])
}

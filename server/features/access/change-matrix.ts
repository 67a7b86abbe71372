import { isDeepStrictEqual } from 'node:util'
import { type Kysely, sql } from 'kysely'
import type * as contract from '#contract/access.ts'
import type { ProposalResult } from '#contract/approvals.ts'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type { ModuleKey, Role } from '#contract/permissions.ts'
import type { DB } from '#db/types.ts'
import type { Actor, ApprovalTask } from '#server/core/approval-task.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { proposeForApproval } from '#server/domain/approvals.ts'
import { lockPrefixUsers } from '#server/domain/last-administrator.ts'
import { recordApprovalRightGains } from '#server/domain/right-gains.ts'
import { notifyRightsChanged } from './notify-rights-changed.ts'
import { assertFirmWide } from './people.queries.ts'
import {
  type CellChange,
  findFirmMatrixCells,
  getProductCell,
  listProtectedActions,
  type MatrixChange,
  normalizeCell,
} from './permission-matrix.queries.ts'

const toCellName = ({ role, module }: Pick<CellChange, 'role' | 'module'>): string => `${role}.${module}`

/** What was sent, each cell in its one form: a cell that is as the product sets it is none of the firm's. */
const parseCells = (cells: ParsedRequest<typeof contract.changePermissionMatrix>['body']['cells']): CellChange[] =>
  cells.map(({ role, module, seen, to }) => {
    const requestedCell = to && normalizeCell(to)
    const product = getProductCell({ role, module })
    const asProduct =
      requestedCell === null ||
      isDeepStrictEqual(requestedCell, product) ||
      (!product && requestedCell.actions.length === 0)
    return { role, module, seen: seen && normalizeCell(seen), to: asProduct ? null : requestedCell }
  })

/** Nobody takes away what would be needed to give it back. The administrator's own has to hold the whole prefix as well. */
const removesProtectedAction = (cell: CellChange): boolean => {
  const locked = listProtectedActions(cell)
  if (cell.to === null || locked.length === 0) return false
  const narrower = cell.role === 'admin' && cell.module === 'bt_ModulosPermisos' && cell.to.scope !== 'all'
  return narrower || !locked.every((action) => cell.to?.actions.includes(action))
}

const assertValidCells = (cells: readonly CellChange[]): void => {
  const names = cells.map(toCellName)
  const invalidCells = cells.flatMap((cell, at): [string, string][] => {
    if (names.indexOf(toCellName(cell)) < at) return [[toCellName(cell), 'duplicate']]
    if (removesProtectedAction(cell)) return [[toCellName(cell), 'lastResort']]
    if (cell.to && cell.to.actions.length > 0 && !cell.to.actions.includes('view'))
      return [[toCellName(cell), 'needsView']]
    return isDeepStrictEqual(cell.seen, cell.to) ? [[toCellName(cell), 'unchanged']] : []
  })
  if (invalidCells.length > 0) throw buildRefusal('request.invalid', { fields: Object.fromEntries(invalidCells) })
}

/** Those that are no longer what was seen. */
const findStaleCells = async (tx: Kysely<DB>, cells: readonly CellChange[]): Promise<CellChange[]> => {
  const now = new Map((await findFirmMatrixCells(tx)).map((cell) => [toCellName(cell), normalizeCell(cell)]))
  return cells.filter((cell) => !isDeepStrictEqual(now.get(toCellName(cell)) ?? null, cell.seen))
}

const toAuditedCells = (cells: readonly CellChange[], pick: (cell: CellChange) => contract.CellGrant | null) => {
  const byRole: Partial<Record<Role, Partial<Record<ModuleKey, contract.CellGrant | 'product'>>>> = {}
  for (const cell of cells) byRole[cell.role] = { ...byRole[cell.role], [cell.module]: pick(cell) ?? 'product' }
  return byRole
}

/** Whether a cell lets its role approve what it didn't before, or on more records. */
const extendsApprovalRights = ({ role, module, seen, to }: CellChange): boolean => {
  const before = seen ?? getProductCell({ role, module })
  const after = to ?? getProductCell({ role, module })
  const can = (cell: contract.CellGrant | null, action: 'view' | 'approve') =>
    (cell?.actions.includes('view') && cell.actions.includes(action)) === true
  const action = module === 'bt_Aprobaciones' ? 'view' : 'approve'
  return can(after, action) && (!can(before, action) || before?.scope !== after?.scope)
}

const executeMatrixChange = async (
  tx: Kysely<DB>,
  actor: Actor,
  { payload: { cells }, makerId, now }: { payload: MatrixChange; makerId: string; now: number },
): Promise<void> => {
  await lockPrefixUsers(tx)
  if ((await findStaleCells(tx, cells)).length > 0) throw buildRefusal('approval.changedSince')
  const names = cells.map(toCellName)
  await tx
    .deleteFrom('roleGrant')
    .where(sql<string>`role || '.' || module`, '=', sql<string>`any(${names}::text[])`)
    .execute()
  const set = cells.flatMap(({ role, module, to }) =>
    to ? [{ role, module, actions: [...to.actions], scope: to.scope, changedBy: makerId }] : [],
  )
  if (set.length > 0) await tx.insertInto('roleGrant').values(set).execute()
  const gains = cells.filter(extendsApprovalRights).map(({ role, module }) => ({ role, module }))
  await recordApprovalRightGains(tx, gains, now)
  await recordAuditEvent(tx, actor, {
    action: 'permissions.matrixChanged',
    entity: 'permissions',
    before: toAuditedCells(cells, ({ seen }) => seen),
    after: toAuditedCells(cells, ({ to }) => to),
  })
  await notifyRightsChanged(tx, { roles: [...new Set(cells.map(({ role }) => role))] }, actor.person.userId)
}

export const permissionMatrixTask: ApprovalTask<'permissions.matrix', MatrixChange> = {
  name: 'permissions.matrix',
  module: 'bt_ModulosPermisos',
  secondFactor: true,
  guarded: true,
  getRecordPath: () => '/crm/ModulosPermisos',
  carryOut: executeMatrixChange,
}

/** Changes cells, or asks for it. 409 `conflict.changed` names, as fields, those that are no longer what the caller saw. */
export const changePermissionMatrix = (
  ctx: Ctx,
  { body }: ParsedRequest<typeof contract.changePermissionMatrix>,
  { deps }: HttpContext,
): Promise<ProposalResult> =>
  ctx.db.transaction().execute(async (tx) => {
    assertFirmWide(ctx)
    const cells = parseCells(body.cells)
    assertValidCells(cells)
    await lockPrefixUsers(tx)
    const staleCells = await findStaleCells(tx, cells)
    if (staleCells.length > 0)
      throw buildRefusal('conflict.changed', {
        fields: Object.fromEntries(staleCells.map((cell) => [toCellName(cell), 'changed'])),
      })
    return proposeForApproval(
      tx,
      ctx,
      permissionMatrixTask,
      {
        payload: { cells },
        reason: body.reason,
        entity: 'permissions',
        params: { count: String(cells.length) },
        before: toAuditedCells(cells, ({ seen }) => seen),
        after: toAuditedCells(cells, ({ to }) => to),
      },
      deps.clock(),
    )
  })

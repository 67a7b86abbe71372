import { isDeepStrictEqual } from 'node:util'
import { type Kysely, sql } from 'kysely'
import type { Cell, changeMatrix as contract } from '#contract/access.ts'
import type { Proposed } from '#contract/approvals.ts'
import type { Parsed } from '#contract/core/endpoint.ts'
import type { ModuleKey, Role } from '#contract/permissions.ts'
import type { DB } from '#db/types.ts'
import { audit } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import type { Doer, Task } from '#server/core/task.ts'
import { propose } from '#server/domain/approvals.ts'
import { lockPeople } from '#server/domain/last-administrator.ts'
import { recordRightGains } from '#server/domain/right-gains.ts'
import {
  type Changed,
  findFirmCells,
  inOrder,
  lockedActions,
  type MatrixChange,
  productCell,
} from './matrix.queries.ts'
import { refuseUnlessAll } from './people.queries.ts'
import { tellChanged } from './tell-changed.ts'

const nameOf = ({ role, module }: Pick<Changed, 'role' | 'module'>): string => `${role}.${module}`

/** What was sent, each cell in its one form: a cell that is as the product sets it is none of the firm's. */
const readCells = (cells: Parsed<typeof contract>['body']['cells']): Changed[] =>
  cells.map(({ role, module, seen, to }) => {
    const wanted = to && inOrder(to)
    const product = productCell({ role, module })
    const asProduct = wanted === null || isDeepStrictEqual(wanted, product) || (!product && wanted.actions.length === 0)
    return { role, module, seen: seen && inOrder(seen), to: asProduct ? null : wanted }
  })

/** Nobody takes away what would be needed to give it back. The administrator's own has to hold the whole prefix as well. */
const lacksLastResort = (cell: Changed): boolean => {
  const locked = lockedActions(cell)
  if (cell.to === null || locked.length === 0) return false
  const narrower = cell.role === 'admin' && cell.module === 'bt_ModulosPermisos' && cell.to.scope !== 'all'
  return narrower || !locked.every((action) => cell.to?.actions.includes(action))
}

const refuseWrong = (cells: readonly Changed[]): void => {
  const names = cells.map(nameOf)
  const wrong = cells.flatMap((cell, at): [string, string][] => {
    if (names.indexOf(nameOf(cell)) < at) return [[nameOf(cell), 'duplicate']]
    if (lacksLastResort(cell)) return [[nameOf(cell), 'lastResort']]
    if (cell.to && cell.to.actions.length > 0 && !cell.to.actions.includes('view')) return [[nameOf(cell), 'needsView']]
    return isDeepStrictEqual(cell.seen, cell.to) ? [[nameOf(cell), 'unchanged']] : []
  })
  if (wrong.length > 0) throw refuse('request.invalid', { fields: Object.fromEntries(wrong) })
}

/** Those that are no longer what was seen. */
const movedOf = async (tx: Kysely<DB>, cells: readonly Changed[]): Promise<Changed[]> => {
  const now = new Map((await findFirmCells(tx)).map((cell) => [nameOf(cell), inOrder(cell)]))
  return cells.filter((cell) => !isDeepStrictEqual(now.get(nameOf(cell)) ?? null, cell.seen))
}

const shown = (cells: readonly Changed[], pick: (cell: Changed) => Cell | null) => {
  const byRole: Partial<Record<Role, Partial<Record<ModuleKey, Cell | 'product'>>>> = {}
  for (const cell of cells) byRole[cell.role] = { ...byRole[cell.role], [cell.module]: pick(cell) ?? 'product' }
  return byRole
}

/** Whether a cell lets its role approve what it didn't before, or on more records. */
const givesApproval = ({ role, module, seen, to }: Changed): boolean => {
  const [before, after] = [seen ?? productCell({ role, module }), to ?? productCell({ role, module })]
  const can = (cell: Cell | null, action: 'view' | 'approve') =>
    (cell?.actions.includes('view') && cell.actions.includes(action)) === true
  const action = module === 'bt_Aprobaciones' ? 'view' : 'approve'
  return can(after, action) && (!can(before, action) || before?.scope !== after?.scope)
}

const carryOut = async (
  tx: Kysely<DB>,
  doer: Doer,
  { payload: { cells }, makerId, now }: { payload: MatrixChange; makerId: string; now: number },
): Promise<void> => {
  await lockPeople(tx)
  if ((await movedOf(tx, cells)).length > 0) throw refuse('approval.changedSince')
  const names = cells.map(nameOf)
  await tx
    .deleteFrom('roleGrant')
    .where(sql<string>`role || '.' || module`, '=', sql<string>`any(${names}::text[])`)
    .execute()
  const set = cells.flatMap(({ role, module, to }) =>
    to ? [{ role, module, actions: [...to.actions], scope: to.scope, changedBy: makerId }] : [],
  )
  if (set.length > 0) await tx.insertInto('roleGrant').values(set).execute()
  const gains = cells.filter(givesApproval).map(({ role, module }) => ({ role, module }))
  await recordRightGains(tx, gains, now)
  await audit(tx, doer, {
    action: 'permissions.matrixChanged',
    entity: 'permissions',
    before: shown(cells, ({ seen }) => seen),
    after: shown(cells, ({ to }) => to),
  })
  await tellChanged(tx, { roles: [...new Set(cells.map(({ role }) => role))] }, doer.person.userId)
}

export const matrixTask: Task<'permissions.matrix', MatrixChange> = {
  name: 'permissions.matrix',
  module: 'bt_ModulosPermisos',
  secondFactor: true,
  guarded: true,
  pageOf: () => '/crm/ModulosPermisos',
  carryOut,
}

/** Changes cells, or asks for it. 409 `conflict.changed` names, as fields, those that are no longer what the caller saw. */
export const changeMatrix = (ctx: Ctx, { body }: Parsed<typeof contract>, { serving }: Raw): Promise<Proposed> =>
  ctx.db.transaction().execute(async (tx) => {
    refuseUnlessAll(ctx)
    const cells = readCells(body.cells)
    refuseWrong(cells)
    await lockPeople(tx)
    const moved = await movedOf(tx, cells)
    if (moved.length > 0)
      throw refuse('conflict.changed', { fields: Object.fromEntries(moved.map((cell) => [nameOf(cell), 'changed'])) })
    return propose(
      tx,
      ctx,
      matrixTask,
      {
        payload: { cells },
        reason: body.reason,
        entity: 'permissions',
        params: { count: String(cells.length) },
        before: shown(cells, ({ seen }) => seen),
        after: shown(cells, ({ to }) => to),
      },
      serving.clock(),
    )
  })

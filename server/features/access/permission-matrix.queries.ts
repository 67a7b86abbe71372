import { type Kysely, sql } from 'kysely'
import type { CellGrant, MatrixCell, PermissionMatrix } from '#contract/access.ts'
import { type ModuleKey, moduleKeys, permissionActions, type Role, roles } from '#contract/permissions.ts'
import { defaultRoleGrants, irrevocableGrants } from '#contract/rights.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { userNameSql } from '#server/core/person-name.ts'
import { hasFirmWideScope } from '#server/core/rights.ts'
import { readStoredJson } from '#server/core/stored-json.ts'
import { queryPendingAccessApprovals } from './people.queries.ts'

type CellKey = { role: Role; module: ModuleKey }
type FirmCell = CellKey & CellGrant & { changedAt: string; changedByName: string | null }

/** Cells that are to change: what was seen there, and what is wanted; null: as the product sets it. */
export type CellChange = CellKey & { seen: CellGrant | null; to: CellGrant | null }
export type MatrixChange = { cells: CellChange[] }

/** The cell as it is compared and kept: its actions in the one order, each once. */
export const normalizeCell = ({
  actions: some,
  scope,
}: {
  actions: readonly string[]
  scope: CellGrant['scope']
}): CellGrant => ({
  actions: permissionActions.filter((action) => some.includes(action)),
  scope,
})

/** What the product sets there; null: nothing. */
export const getProductCell = ({ role, module }: CellKey): CellGrant | null => {
  const grant = defaultRoleGrants[role][module]
  return grant ? normalizeCell(grant) : null
}

/** Actions that nobody can take from the role in the module. */
export const listProtectedActions = ({ role, module }: CellKey): CellGrant['actions'] =>
  irrevocableGrants
    .filter((one) => (one.role === role || one.role === 'everybody') && one.module === module)
    .flatMap((one) => [...one.actions])

/** The cells that the firm has set; a module that the product knows no more is left out. */
export const findFirmMatrixCells = async (db: Kysely<DB>): Promise<FirmCell[]> => {
  const rows = await db
    .selectFrom('roleGrant as g')
    .where('g.module', 'in', [...moduleKeys])
    .select([
      sql<Role>`g.role`.as('role'),
      sql<ModuleKey>`g.module`.as('module'),
      'g.actions',
      sql<CellGrant['scope']>`g.scope`.as('scope'),
      'g.changedAt',
      userNameSql('g.changedBy').as('changedByName'),
    ])
    .execute()
  return rows.map((row) => ({ ...row, ...normalizeCell(row) }))
}

const emptyCell: CellGrant = { actions: [], scope: 'own' }

/** Every role and module, with what holds there. */
export const findMatrixCells = async (db: Kysely<DB>): Promise<MatrixCell[]> => {
  const set = await findFirmMatrixCells(db)
  return roles.flatMap((role) =>
    moduleKeys.map((module): MatrixCell => {
      const found = set.find((one) => one.role === role && one.module === module)
      const product = getProductCell({ role, module })
      const firm = found ? { actions: found.actions, scope: found.scope } : null
      return {
        role,
        module,
        product,
        firm,
        effective: firm ?? product ?? emptyCell,
        locked: listProtectedActions({ role, module }),
        changedAt: found?.changedAt ?? null,
        changedByName: found?.changedByName ?? null,
      }
    }),
  )
}

/** Every role and module, whether the caller may change them, and the changes that wait for a second person. */
export const findMatrix = async (ctx: Ctx): Promise<PermissionMatrix> => {
  const [cells, pendingChanges] = await Promise.all([
    findMatrixCells(ctx.db),
    queryPendingAccessApprovals(ctx.db, 'matrix'),
  ])
  return {
    cells,
    mayEdit: canEditAllPermissions(ctx),
    waiting: pendingChanges.map(({ payload, ...one }) => ({
      ...one,
      cells: readStoredJson<MatrixChange>(payload).cells.map(({ role, module }) => ({ role, module })),
    })),
  }
}

/** Whether the caller's right to change permissions holds the whole prefix. */
export const canEditAllPermissions = ({ person }: Pick<Ctx, 'person'>): boolean =>
  hasFirmWideScope({ scopes: person.rights.getScopes('bt_ModulosPermisos', 'edit') })

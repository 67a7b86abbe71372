import { type Kysely, sql } from 'kysely'
import type { Cell, Matrix, MatrixCell } from '#contract/access.ts'
import { actions, type ModuleKey, moduleKeys, type Role, roles } from '#contract/permissions.ts'
import { lastResort, roleGrants } from '#contract/rights.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { isFirmWide } from '#server/core/rights.ts'
import { findWaiting } from './people.queries.ts'

type Key = { role: Role; module: ModuleKey }
type Set = Key & Cell & { changedAt: string; changedByName: string | null }

/** Cells that are to change: what was seen there, and what is wanted; null: as the product sets it. */
export type Changed = Key & { seen: Cell | null; to: Cell | null }
export type MatrixChange = { cells: Changed[] }

/** The cell as it is compared and kept: its actions in the one order, each once. */
export const inOrder = ({ actions: some, scope }: { actions: readonly string[]; scope: Cell['scope'] }): Cell => ({
  actions: actions.filter((action) => some.includes(action)),
  scope,
})

/** What the product sets there; null: nothing. */
export const productCell = ({ role, module }: Key): Cell | null => {
  const grant = roleGrants[role][module]
  return grant ? inOrder(grant) : null
}

/** Actions that nobody can take from the role in the module. */
export const lockedActions = ({ role, module }: Key): Cell['actions'] =>
  lastResort
    .filter((one) => (one.role === role || one.role === 'everybody') && one.module === module)
    .flatMap((one) => [...one.actions])

/** The cells that the firm has set; a module that the product knows no more is left out. */
export const findFirmCells = async (db: Kysely<DB>): Promise<Set[]> => {
  const rows = await db
    .selectFrom('roleGrant as g')
    .leftJoinLateral(
      sql<{ fullName: string }>`(select n.full_name from registry.people_named(array[g.changed_by]) n)`.as('n'),
      (join) => join.onTrue(),
    )
    .where('g.module', 'in', [...moduleKeys])
    .select([
      sql<Role>`g.role`.as('role'),
      sql<ModuleKey>`g.module`.as('module'),
      'g.actions',
      sql<Cell['scope']>`g.scope`.as('scope'),
      'g.changedAt',
      'n.fullName as changedByName',
    ])
    .execute()
  return rows.map((row) => ({ ...row, ...inOrder(row) }))
}

const nothing: Cell = { actions: [], scope: 'own' }

/** Every role and module, with what holds there. */
export const findCells = async (db: Kysely<DB>): Promise<MatrixCell[]> => {
  const set = await findFirmCells(db)
  return roles.flatMap((role) =>
    moduleKeys.map((module): MatrixCell => {
      const found = set.find((one) => one.role === role && one.module === module)
      const product = productCell({ role, module })
      const firm = found ? { actions: found.actions, scope: found.scope } : null
      return {
        role,
        module,
        product,
        firm,
        effective: firm ?? product ?? nothing,
        locked: lockedActions({ role, module }),
        changedAt: found?.changedAt ?? null,
        changedByName: found?.changedByName ?? null,
      }
    }),
  )
}

export const findMatrix = async (ctx: Ctx): Promise<Matrix> => {
  const [cells, waiting] = await Promise.all([findCells(ctx.db), findWaiting(ctx.db, 'matrix')])
  return {
    cells,
    mayEdit: editsAll(ctx),
    waiting: waiting.map(({ payload, ...one }) => ({
      ...one,
      cells: (payload as unknown as MatrixChange).cells.map(({ role, module }) => ({ role, module })),
    })),
  }
}

/** Whether the caller's right to change permissions holds the whole prefix. */
export const editsAll = ({ person }: Pick<Ctx, 'person'>): boolean =>
  isFirmWide({ reaches: person.rights.reachOf('bt_ModulosPermisos', 'edit') })

import { type Role, roles, type Scope } from '#contract/permissions.ts'
import { permissions } from './all-permissions.ts'

/** What a role gets of an endpoint: nothing (403), on whose records it works, or `*`: all that there is, whoever asks. */
export type PermissionCell = Scope | '-' | '*'

/**
 * Who may call what, and on whose records, written out by hand: admin, direction, supervisor, manager, partner, advisor, banker,
 * investments, hr, user. Not derived from anything: a permission that changes by mistake differs from what stands here.
 */
const permissionRows: Record<string, string> = Object.assign({}, ...permissions.map((one) => one.rows))

const parseCells = (row: string): Record<Role, PermissionCell> => {
  const cells = row.split(' ')
  if (cells.length !== roles.length) throw new Error(`the row "${row}" has ${cells.length} cells`)
  return Object.fromEntries(roles.map((role, n) => [role, cells[n]])) as Record<Role, PermissionCell>
}

export const permissionTable: Readonly<Record<string, Record<Role, PermissionCell>>> = Object.fromEntries(
  Object.entries(permissionRows).map(([name, row]) => [name, parseCells(row)]),
)

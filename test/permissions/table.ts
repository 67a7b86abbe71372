import { type Role, roles, type Scope } from '#contract/permissions.ts'
import { permissions } from './all-permissions.ts'

/** What a role gets of an endpoint: nothing (403), on whose records it works, or `*`: all that there is, whoever asks. */
export type Cell = Scope | '-' | '*'

/**
 * Who may call what, and on whose records, written out by hand: admin, direction, supervisor, manager, partner, advisor, banker,
 * investments, hr, user. Not derived from anything: a permission that changes by mistake differs from what stands here.
 */
const rows: Record<string, string> = Object.assign({}, ...permissions.map((one) => one.rows))

const cellsOf = (row: string): Record<Role, Cell> => {
  const cells = row.split(' ')
  if (cells.length !== roles.length) throw new Error(`the row "${row}" has ${cells.length} cells`)
  return Object.fromEntries(roles.map((role, n) => [role, cells[n]])) as Record<Role, Cell>
}

export const table: Readonly<Record<string, Record<Role, Cell>>> = Object.fromEntries(
  Object.entries(rows).map(([name, row]) => [name, cellsOf(row)]),
)

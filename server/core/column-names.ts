import { type KyselyPlugin, PostgresDialect, PostgresQueryCompiler } from 'kysely'

/**
 * Names are camelCase in the program and snake_case in the database. Kysely's own plugin for that copies the tree of every query before
 * it is written and every row letter by letter, which cost a list a tenth of its request; here a name is put into its form as it is
 * written, and the names of an answer once for all its rows.
 */

const remembered = (change: (name: string) => string): ((name: string) => string) => {
  const known = new Map<string, string>()
  return (name) => {
    let changed = known.get(name)
    if (changed === undefined) {
      changed = change(name)
      known.set(name, changed)
    }
    return changed
  }
}

/** `fullName` as the database spells it: `full_name`. */
export const columnOf = remembered((key) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))

/** `full_name` as the program spells it: `fullName`. */
const keyOf = remembered((column) => column.replace(/_+(.)/g, (_, letter: string) => letter.toUpperCase()))

class ColumnsCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(identifier: string): string {
    return super.sanitizeIdentifier(columnOf(identifier))
  }
}

/** PostgreSQL, with every identifier in its own spelling. */
export class ColumnsDialect extends PostgresDialect {
  override createQueryCompiler(): ColumnsCompiler {
    return new ColumnsCompiler()
  }
}

type Row = Record<string, unknown>

const renamed = (rows: Row[]): Row[] => {
  const columns = Object.keys(rows[0] ?? {})
  const keys = columns.map(keyOf)
  if (keys.every((key, n) => key === columns[n])) return rows
  return rows.map((row) => {
    const shown: Row = {}
    for (let n = 0; n < keys.length; n++) shown[keys[n]!] = row[columns[n]!]
    return shown
  })
}

/** The rows of an answer with the program's names. What stands inside a value (JSON) keeps its own. */
export const keysOfRows: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => ({ ...result, rows: renamed(result.rows) }),
}

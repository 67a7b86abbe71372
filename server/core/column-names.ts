import { type KyselyPlugin, PostgresDialect, PostgresQueryCompiler } from 'kysely'

/**
 * Names are camelCase in the program and snake_case in the database. Kysely's own plugin for that copies the tree of every query before
 * it is written and every row letter by letter, which cost a list a tenth of its request; here a name is put into its form as it is
 * written, and the names of an answer once for all its rows.
 */

const memoizeNameConversion = (change: (name: string) => string): ((name: string) => string) => {
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

/**
 * `fullName` as the database spells it: `full_name`.
 * See docs/decisions/0066-column-names.md
 */
export const toColumnName = memoizeNameConversion((key) =>
  key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
)

/** Rows of the program as `jsonb_to_recordset` reads them: keys as the database spells its columns. */
export const toJsonRecords = (rows: readonly object[]): string =>
  JSON.stringify(
    rows.map((row) => Object.fromEntries(Object.entries(row).map(([key, value]) => [toColumnName(key), value]))),
  )

/** `full_name` as the program spells it: `fullName`. */
export const toKeyName = memoizeNameConversion((column) =>
  column.replace(/_+(.)/g, (_, letter: string) => letter.toUpperCase()),
)

class SnakeCaseQueryCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(identifier: string): string {
    return super.sanitizeIdentifier(toColumnName(identifier))
  }
}

/** PostgreSQL, with every identifier in its own spelling. */
export class SnakeCaseDialect extends PostgresDialect {
  override createQueryCompiler(): SnakeCaseQueryCompiler {
    return new SnakeCaseQueryCompiler()
  }
}

type DatabaseRow = Record<string, unknown>

/** Rows with the program's names: found once for all of them. */
const renameRowKeys = (rows: DatabaseRow[]): DatabaseRow[] => {
  const columns = Object.keys(rows[0] ?? {})
  const keys = columns.map(toKeyName)
  if (keys.every((key, n) => key === columns[n])) return rows
  return rows.map((row) => {
    const shown: DatabaseRow = {}
    for (let n = 0; n < keys.length; n++) shown[keys[n]!] = row[columns[n]!]
    return shown
  })
}

/** The rows of an answer with the program's names. What stands inside a value (JSON) keeps its own. */
export const camelCaseRowsPlugin: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => ({ ...result, rows: renameRowKeys(result.rows) }),
}

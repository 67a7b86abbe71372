import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Gate } from '../architecture/gate.ts'
import { readSources } from './sources.ts'
import { findDefinitions, type SqlDefinition } from './sql-sources.ts'

const databasePage = 'docs/DATABASE.md'
const tenantSchemaFile = 'db/schema/tenant.sql.txt'

/** Up to these numbers migrations were frozen before what is made anew had to say so above itself. */
const minObjectCounts: Readonly<Record<string, number>> = { tenant: 50, registry: 15 }

/** Lines of one list that are missing on the page, and those that the page has too many of. */
const findDifferences = (what: string, expected: readonly string[], listed: readonly string[]): string[] => [
  ...expected.filter((line) => !listed.includes(line)).map((line) => `${databasePage} lacks the ${what} ${line}`),
  ...listed
    .filter((line) => !expected.includes(line))
    .map((line) => `${databasePage} names the ${what} ${line}, which is not there`),
]

type Trigger = { name: string; table: string; calls: string }
const parseTriggers = (described: string): Trigger[] =>
  [...described.matchAll(/CREATE TRIGGER (\w+) .*? ON tenant\.(\w+) .*?EXECUTE FUNCTION (\w+)\(\)/g)].map(
    ([, name = '', table = '', calls = '']) => ({ name, table, calls }),
  )

/** Columns of states: of a type that is named so. */
const parseStates = (described: string): string[] =>
  described
    .split(/^(?=table )/m)
    .flatMap((table) =>
      [...table.matchAll(/^ {2}column (\w+) \w+_state\b/gm)].map(
        ([, column]) => `${/^table (\w+)/.exec(table)?.[1]}.${column}`,
      ),
    )

const parseTableRows = (text: string, row: RegExp): string[] =>
  [...text.matchAll(row)].map((cells) => cells.slice(1).join(' '))

const findTriggerProblems = (text: string, described: string): string[] => {
  const all = parseTriggers(described)
  const rules = all.filter(({ calls }) => calls !== 'refuse_change')
  const growing = all.filter(({ name }) => name.endsWith('_is_append_only')).map(({ table }) => table)
  const named = /^`refuse_change` [\s\S]*?: (?<tables>[\s\S]*?)\.$/m.exec(text)?.groups?.tables ?? ''
  return [
    ...findDifferences(
      'trigger',
      rules.map(({ name, table, calls }) => `${table} ${name} ${calls}`),
      parseTableRows(text, /^\| `(\w+)` \| `(\w+)` \| `(\w+)` \|/gm).filter((row) => !/^(tenant|registry) /.test(row)),
    ),
    ...findDifferences('table that only grows', growing, parseTableRows(named, /`(\w+)`/g)),
    ...findDifferences('state', parseStates(described), parseTableRows(text, /`(\w+\.(?:state|status|\w+_status))`/g)),
  ]
}

const getSchemaName = ({ path }: SqlDefinition): string => path.split('/')[1] ?? ''
const getMigrationName = ({ path }: SqlDefinition): string => (path.split('/')[2] ?? '').replace('.sql', '')

/** Each function that was made more than once, as the page lists it, and whether a new one says what it replaces. */
const findRedefinitionProblems = (root: string, text: string): string[] => {
  const migrations = readSources(root, /^db\/(tenant|registry)\/.*\.sql$/)
  const byName = new Map<string, SqlDefinition[]>()
  for (const one of findDefinitions(migrations)) {
    const key = `${getSchemaName(one)} ${one.name}`
    byName.set(key, [...(byName.get(key) ?? []), one])
  }
  const again = [...byName].filter(([, made]) => made.length > 1)
  const unsaid = again.flatMap(([, made]) =>
    made.slice(1).flatMap((one, n) => {
      const before = made[n] as SqlDefinition
      if (Number(getMigrationName(one).slice(0, 4)) <= (minObjectCounts[getSchemaName(one)] ?? 0)) return []
      const above = migrations.find(({ path }) => path === one.path)?.text.slice(0, one.index) ?? ''
      const isDocumented = new RegExp(
        `^-- Replaces ${one.name} of ${getMigrationName(before)}\\b(.*\\n-- )*.*\\n$`,
        'm',
      ).test(above)
      return isDocumented
        ? []
        : [
            `${one.path}:${one.line} ${one.name} doesn't say above it: Replaces ${one.name} of ${getMigrationName(before)}`,
          ]
    }),
  )
  const listed = [...text.matchAll(/^\| `(tenant|registry)` \| `(\w+)` \| (.*) \|$/gm)].map(
    ([, folder, name, files = '']) => `${folder} ${name}: ${parseTableRows(files, /`(\w+)`/g).join(', ')}`,
  )
  return [
    ...unsaid,
    ...findDifferences(
      'redefinition',
      again.map(([key, made]) => `${key}: ${made.map(getMigrationName).join(', ')}`),
      listed,
    ),
  ]
}

/** Rules that stand in the database are listed in one document: triggers, states, and where the running text of a function is. */
export const databaseRulesGate: Gate = {
  name: 'rules in the database',
  find: async (root) => {
    const read = (path: string): string => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '')
    const text = read(databasePage)
    return [...findTriggerProblems(text, read(tenantSchemaFile)), ...findRedefinitionProblems(root, text)]
  },
}

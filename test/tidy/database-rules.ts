import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Gate } from '../architecture/gate.ts'
import { sourcesOf } from './sources.ts'
import { type Made, madeBy } from './sql-sources.ts'

const page = 'docs/DATABASE.md'
const schema = 'db/schema/tenant.sql.txt'

/** Up to these numbers migrations were frozen before what is made anew had to say so above itself. */
const silent: Readonly<Record<string, number>> = { tenant: 50, registry: 15 }

/** Lines of one list that are missing on the page, and those that the page has too many of. */
const differing = (what: string, wanted: readonly string[], listed: readonly string[]): string[] => [
  ...wanted.filter((line) => !listed.includes(line)).map((line) => `${page} lacks the ${what} ${line}`),
  ...listed
    .filter((line) => !wanted.includes(line))
    .map((line) => `${page} names the ${what} ${line}, which is not there`),
]

type Trigger = { name: string; table: string; calls: string }
const triggersIn = (described: string): Trigger[] =>
  [...described.matchAll(/CREATE TRIGGER (\w+) .*? ON tenant\.(\w+) .*?EXECUTE FUNCTION (\w+)\(\)/g)].map(
    ([, name = '', table = '', calls = '']) => ({ name, table, calls }),
  )

/** Columns of states: of a type that is named so. */
const statesIn = (described: string): string[] =>
  described
    .split(/^(?=table )/m)
    .flatMap((table) =>
      [...table.matchAll(/^ {2}column (\w+) \w+_state\b/gm)].map(
        ([, column]) => `${/^table (\w+)/.exec(table)?.[1]}.${column}`,
      ),
    )

const rowsOf = (text: string, row: RegExp): string[] => [...text.matchAll(row)].map((cells) => cells.slice(1).join(' '))

const aboutTriggers = (text: string, described: string): string[] => {
  const all = triggersIn(described)
  const rules = all.filter(({ calls }) => calls !== 'refuse_change')
  const growing = all.filter(({ name }) => name.endsWith('_is_append_only')).map(({ table }) => table)
  const named = /^`refuse_change` [\s\S]*?: (?<tables>[\s\S]*?)\.$/m.exec(text)?.groups?.tables ?? ''
  return [
    ...differing(
      'trigger',
      rules.map(({ name, table, calls }) => `${table} ${name} ${calls}`),
      rowsOf(text, /^\| `(\w+)` \| `(\w+)` \| `(\w+)` \|/gm).filter((row) => !/^(tenant|registry) /.test(row)),
    ),
    ...differing('table that only grows', growing, rowsOf(named, /`(\w+)`/g)),
    ...differing('state', statesIn(described), rowsOf(text, /`(\w+\.(?:state|status|\w+_status))`/g)),
  ]
}

const schemaOf = ({ path }: Made): string => path.split('/')[1] ?? ''
const fileOf = ({ path }: Made): string => (path.split('/')[2] ?? '').replace('.sql', '')

/** Each function that was made more than once, as the page lists it, and whether a new one says what it replaces. */
const aboutRedefinitions = (root: string, text: string): string[] => {
  const migrations = sourcesOf(root, /^db\/(tenant|registry)\/.*\.sql$/)
  const byName = new Map<string, Made[]>()
  for (const one of madeBy(migrations)) {
    const key = `${schemaOf(one)} ${one.name}`
    byName.set(key, [...(byName.get(key) ?? []), one])
  }
  const again = [...byName].filter(([, made]) => made.length > 1)
  const unsaid = again.flatMap(([, made]) =>
    made.slice(1).flatMap((one, n) => {
      const before = made[n] as Made
      if (Number(fileOf(one).slice(0, 4)) <= (silent[schemaOf(one)] ?? 0)) return []
      const above = migrations.find(({ path }) => path === one.path)?.text.slice(0, one.index) ?? ''
      const says = new RegExp(`^-- Replaces ${one.name} of ${fileOf(before)}\\b(.*\\n-- )*.*\\n$`, 'm').test(above)
      return says
        ? []
        : [`${one.path}:${one.line} ${one.name} doesn't say above it: Replaces ${one.name} of ${fileOf(before)}`]
    }),
  )
  const listed = [...text.matchAll(/^\| `(tenant|registry)` \| `(\w+)` \| (.*) \|$/gm)].map(
    ([, folder, name, files = '']) => `${folder} ${name}: ${rowsOf(files, /`(\w+)`/g).join(', ')}`,
  )
  return [
    ...unsaid,
    ...differing(
      'redefinition',
      again.map(([key, made]) => `${key}: ${made.map(fileOf).join(', ')}`),
      listed,
    ),
  ]
}

/** Rules that stand in the database are listed in one document: triggers, states, and where the running text of a function is. */
export const databaseRules: Gate = {
  name: 'rules in the database',
  find: async (root) => {
    const read = (path: string): string => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '')
    const text = read(page)
    return [...aboutTriggers(text, read(schema)), ...aboutRedefinitions(root, text)]
  },
}

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Gate } from '../architecture/gate.ts'

const referencesFile = 'server/features/client-merge/client-references.ts'
const tenantSchemaFile = 'db/schema/tenant.sql.txt'

/** Tables about any kind of record in which the merge of two clients changes nothing: their rows say what was done, and with which record. */
const historyTables = ['approval', 'audit_event']

/** Every foreign key to a client, and every table whose rows may be about a client as about any record, as `table.column`. */
const findClientReferences = (described: string): string[] =>
  described
    .split(/^(?=table )/m)
    .filter((table) => table.startsWith('table '))
    .flatMap((table) => {
      const name = /^table (\w+)/.exec(table)![1]!
      const keys = [...table.matchAll(/FOREIGN KEY \((\w+)\) REFERENCES client\(id\)/g)].map(
        ([, column]) => `${name}.${column}`,
      )
      const isOfRecords = /^ {2}column entity text/m.test(table) && /^ {2}column entity_id bigint/m.test(table)
      return isOfRecords && !historyTables.includes(name) ? [...keys, `${name}.entity_id`] : keys
    })

/** What becomes of each reference to a client in a merge is written down: a new table says it, before rows of it are left behind. */
export const clientReferencesGate: Gate = {
  name: 'references to clients',
  find: async (root) => {
    const file = join(root, referencesFile)
    const schema = join(root, tenantSchemaFile)
    if (!existsSync(file) || !existsSync(schema)) return []
    const expected = findClientReferences(readFileSync(schema, 'utf8'))
    const named = [...readFileSync(file, 'utf8').matchAll(/^ {2}'(\w+\.\w+)': \{/gm)].map(([, name]) => name!)
    return [
      ...expected
        .filter((name) => !named.includes(name))
        .map((name) => `${referencesFile} does not say what becomes of ${name} when two clients are merged`),
      ...named
        .filter((name) => !expected.includes(name))
        .map((name) => `${referencesFile} names ${name}, which is no reference to a client`),
    ]
  },
}

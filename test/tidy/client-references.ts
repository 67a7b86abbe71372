import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript-for-tools'
import type { Gate } from '../architecture/gate.ts'

const tablesFolder = 'db/tables'
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

const listProperties = (node: ts.Node | undefined): (readonly [string, ts.Expression])[] =>
  node && ts.isObjectLiteralExpression(node)
    ? node.properties.flatMap((one) =>
        ts.isPropertyAssignment(one) ? [[one.name.getText().replaceAll("'", ''), one.initializer] as const] : [],
      )
    : []
const findProperty = (node: ts.Node | undefined, name: string): ts.Expression | undefined =>
  listProperties(node).find(([key]) => key === name)?.[1]

/** As `table.column`, what a file of tables says of merges. */
const listNamedReferences = (path: string, text: string): string[] => {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const manifests = file.statements.flatMap((statement) =>
    ts.isVariableStatement(statement)
      ? statement.declarationList.declarations.filter(({ name }) => name.getText() === 'manifest')
      : [],
  )
  return manifests.flatMap(({ initializer }) =>
    listProperties(findProperty(initializer, 'tables')).flatMap(([table, entry]) =>
      listProperties(findProperty(entry, 'merged')).map(([column]) => `${table}.${column}`),
    ),
  )
}

/** What becomes of each reference to a client in a merge is written down: a new table says it, before rows of it are left behind. */
export const clientReferencesGate: Gate = {
  name: 'references to clients',
  find: async (root) => {
    const schema = join(root, tenantSchemaFile)
    if (!existsSync(join(root, tablesFolder)) || !existsSync(schema)) return []
    const expected = findClientReferences(readFileSync(schema, 'utf8'))
    const named = readdirSync(join(root, tablesFolder))
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => listNamedReferences(file, readFileSync(join(root, tablesFolder, file), 'utf8')))
    return [
      ...expected
        .filter((name) => !named.includes(name))
        .map((name) => `${tablesFolder} does not say what becomes of ${name} when two clients are merged`),
      ...named
        .filter((name) => !expected.includes(name))
        .map((name) => `${tablesFolder} names ${name}, which is no reference to a client`),
    ]
  },
}

import { type OperationNode, type RawBuilder, RawNode, type SqlBool } from 'kysely'
import type { ErasureRule } from '#db/tables/core/feature-tables.ts'
import { tableEntries } from '#db/tables/core/table-entries.ts'
import { exportedClientTables } from '#server/domain/client-tables.ts'

const rules: ReadonlyMap<string, ErasureRule> = new Map(
  Object.entries(tableEntries).flatMap(([table, { erased }]) =>
    typeof erased === 'string' ? [] : [[table, erased] as const],
  ),
)

/** Tables that an erasure passes by, with the reason. */
export const untouchedTables: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(tableEntries).flatMap(([table, { erased }]) =>
    typeof erased === 'string' ? [[table, erased] as const] : [],
  ),
)

/** Rows `x` of the table that say something of the client. */
export const erasedRowsSql = (table: string, clientId: string, texts: readonly string[]): RawBuilder<SqlBool> =>
  (rules.get(table)!.rows ?? exportedClientTables[table]!)(clientId, texts)

const joinSql = (node: OperationNode): string =>
  RawNode.is(node)
    ? node.sqlFragments.map((text, n) => text + (node.parameters[n] ? joinSql(node.parameters[n]) : '?')).join('')
    : '?'

/** By which other tables the rows are found, or what is set in them. */
const listTablesRead = (table: string, rule: ErasureRule): Set<string> => {
  const values = rule.does === 'set' ? Object.values(rule.sets) : []
  const texts = [joinSql(erasedRowsSql(table, '0', []).toOperationNode()), ...values]
  const names = texts.flatMap((text) => [...text.matchAll(/\b(?:from|join)\s+(\w+)/g)].map(([, name]) => name!))
  return new Set(names.filter((name) => name !== table && rules.has(name)))
}

/** What others are found by goes last: nothing is erased before the rows that are found by it. */
const sortRules = (): [string, ErasureRule][] => {
  const left = new Map([...rules].map(([table, rule]) => [table, listTablesRead(table, rule)]))
  const sorted: [string, ErasureRule][] = []
  while (left.size > 0) {
    const next = [...left.keys()].find((table) => ![...left.values()].some((read) => read.has(table)))
    if (next === undefined) throw new Error(`the erased rows of ${[...left.keys()].join(', ')} are found by each other`)
    left.delete(next)
    sorted.push([next, rules.get(next)!])
  }
  return sorted
}

/** In the order in which it is done. */
export const erasedTables: Readonly<Record<string, ErasureRule>> = Object.fromEntries(sortRules())

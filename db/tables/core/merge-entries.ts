import type { FeatureTables, TableEntry } from './feature-tables.ts'

/** What the features say of their tables, as one list. Throws where two of them name the same table: what one takes away another must not give. */
export const mergeTableEntries = (features: readonly FeatureTables[]): Readonly<Record<string, TableEntry>> => {
  const entries = features.flatMap(({ tables = {} }) => Object.entries(tables))
  const names = entries.map(([name]) => name)
  const twice = names.filter((name, n) => names.indexOf(name) !== n)
  if (twice.length > 0) throw new Error(`${twice.join(', ')}: named by the tables of two features`)
  return Object.fromEntries(entries)
}

import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** The condition of a list on one of its amounts, as the contract writes it: '>1000.00', or '1000.00~5000.00' with both ends. */
export const buildAmountCondition = (amount: RawBuilder<string>, condition: string): RawBuilder<SqlBool> => {
  const [from, to] = condition.split('~')
  if (to !== undefined) return sql<SqlBool>`${amount} between ${from}::numeric and ${to}::numeric`
  return sql<SqlBool>`${amount} ${sql.raw({ '>': '>', '<': '<', '=': '=' }[condition[0]!]!)} ${condition.slice(1)}::numeric`
}

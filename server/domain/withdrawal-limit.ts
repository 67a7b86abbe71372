import { type Kysely, sql } from 'kysely'
import type { Role } from '#contract/permissions.ts'
import type { DB } from '#db/types.ts'
import { centsOf } from './cents.ts'

/**
 * Whether an amount is more than somebody of the role may ask for alone, or approve, on a day: by the newest limit that has begun. Where the
 * firm has set none, any amount is.
 */
export const isOverLimit = async (
  db: Kysely<DB>,
  role: Role,
  amount: string,
  businessDate: string,
): Promise<boolean> => {
  const { rows } = await sql<{ amount: string | null }>`
    select amount from withdrawal_limit where role = ${role} and valid_from <= ${businessDate} order by valid_from desc limit 1`.execute(
    db,
  )
  const [limit] = rows
  if (!limit) return true
  return limit.amount !== null && centsOf(amount) > centsOf(limit.amount)
}

import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import {
  isAboveWithdrawalLimitSql,
  recentWithdrawalsSql,
  type WithdrawalLimitContext,
} from '#server/domain/withdrawal-limit.ts'

/** Whether the import's withdrawals, with what was let go of their accounts before, are above what somebody of the role may let go of one account. */
export const isImportOverLimit = async (
  tx: Kysely<DB>,
  limited: WithdrawalLimitContext,
  importId: string,
): Promise<boolean> => {
  const { rows } = await sql`
    select from (
      select m.account_id, sum(-(m.fields ->> 'amount')::numeric) as amount
        from mapped_import_row m join mapped_import i on i.id = m.import_id
       where m.import_id = ${importId} and i.kind = 'movements' and not m.known and m.fields ->> 'kind' = 'withdrawal'
       group by m.account_id) w
     where ${isAboveWithdrawalLimitSql(limited, sql`w.amount + ${recentWithdrawalsSql(sql`w.account_id`, limited)}`)} limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

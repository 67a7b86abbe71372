import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { OperationBlockReason } from '#contract/clients/operation-eligibility.ts'
import { isGuardianMissingSql, listReasonStates } from './client-eligibility.ts'

/** Few are blocked, minors or restricted: they are found first, each by an index of its own. */
const isAmongClientsSql = (condition: RawBuilder<SqlBool>) =>
  sql<SqlBool>`c.client_id in (select client.id from client where ${condition})`

const isOneOfStatesSql = (column: RawBuilder<unknown>, states: readonly string[]) =>
  sql<SqlBool>`${column} in (${sql.join(states.map((state) => sql.lit(state)))})`

const conditionOfReason = (today: string, reason: OperationBlockReason): RawBuilder<SqlBool> => {
  switch (reason) {
    case 'guardianMissing':
      return isAmongClientsSql(isGuardianMissingSql(today))
    case 'pepUnapproved':
      return sql`c.is_pep_unapproved`
    case 'reviewOverdue':
      return sql`c.next_review_on < ${today}::date`
    case 'restricted':
      return isAmongClientsSql(sql`client.restricted_at is not null`)
    case 'dniMissing':
      return sql`c.is_dni_missing`
    case 'dniExpired':
      return sql`c.dni_valid_until < ${today}::date`
    default: {
      const { blocks, kyc, address, lopd } = listReasonStates(reason)
      if (blocks.length > 0) return isAmongClientsSql(isOneOfStatesSql(sql`client.block_kind`, blocks))
      if (kyc.length > 0) return isOneOfStatesSql(sql`c.kyc_status`, kyc)
      if (address.length > 0) return isOneOfStatesSql(sql`c.address_status`, address)
      return isOneOfStatesSql(sql`c.lopd_status`, lopd)
    }
  }
}

/** Whether any of these reasons of the verdict holds of the row `c` of client_list on a day. */
export const hasBlockReasonSql = (today: string, reasons: readonly OperationBlockReason[]): RawBuilder<SqlBool> =>
  sql`(${sql.join(
    reasons.map((reason) => conditionOfReason(today, reason)),
    sql` or `,
  )})`

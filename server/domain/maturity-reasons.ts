import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { MaturityReason } from '#contract/maturities.ts'
import type { MaturityInstruction } from '#db/types.ts'
import { isPaymentApprovalRequired, isPaymentBlocked, isRenewalBlocked } from './client-eligibility.ts'

/** What becomes of the account `a` of the product `p` at its maturity: its own instruction, else the product's. */
export const maturityInstructionSql = sql<MaturityInstruction>`coalesce(a.instruction, p.default_instruction)`

const toReasonLiteral = (reason: MaturityReason) => sql.lit(reason)

/** Of what stands in the account now, as far as withdrawals leave it. */
const renewedAmountSql = sql`case ${maturityInstructionSql} when 'renew_principal' then least(b.principal, b.balance - b.reserved) else b.balance - b.reserved end`

const isHolderBlockedSql = (today: string) =>
  sql<SqlBool>`case ${maturityInstructionSql} when 'pay_out' then ${isPaymentBlocked(today)} or ${isPaymentApprovalRequired(today)} else ${isRenewalBlocked(today)} end`

/** As the night asks it: the product that the money goes into, its limits, its tariff of the day. */
const maturityObstacleSql = (today: string) => sql`case
  when ${maturityInstructionSql} = 'pay_out' or ${renewedAmountSql} <= 0 then null
  when ${maturityInstructionSql} = 'transfer' and a.transfer_product_id is null then ${toReasonLiteral('noProduct')}
  else (select case when ${renewedAmountSql} not between r.minimum and coalesce(r.maximum, 'infinity') then ${toReasonLiteral('amount')}
                    when product_rate_on(r.id, greatest(a.expires_on, ${today}::date), ${renewedAmountSql},
                           coalesce(case ${maturityInstructionSql} when 'transfer' then r.term_months else coalesce(a.term_months, r.term_months) end, 0)::smallint) is null
                      then ${toReasonLiteral('noRate')} end
          from product r where r.id = case ${maturityInstructionSql} when 'transfer' then a.transfer_product_id else a.product_id end) end`

/**
 * What would keep the instruction of the account `a`, of the product `p` with the balance `b`, from being carried out as a whole, as things stand
 * today. Interest to come isn't counted.
 */
export const expectedMaturityReasonsSql = (today: string): RawBuilder<MaturityReason[]> =>
  sql<MaturityReason[]>`array_remove(array[case when ${isHolderBlockedSql(today)} then ${toReasonLiteral('holder')} end,
    ${maturityObstacleSql(today)}, case when b.reserved > 0 then ${toReasonLiteral('reserved')} end], null)`

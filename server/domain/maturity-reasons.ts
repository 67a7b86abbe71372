import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { MaturityReason } from '#contract/maturities.ts'
import type { MaturityInstruction } from '#db/types.ts'
import { isKeptFromPayment, isKeptFromRenewal, isPaidWithApproval } from './can-operate.ts'

/** What becomes of the account `a` of the product `p` at its maturity: its own instruction, else the product's. */
export const instructionOf = sql<MaturityInstruction>`coalesce(a.instruction, p.default_instruction)`

const named = (reason: MaturityReason) => sql.lit(reason)

/** Of what stands in the account now, as far as withdrawals leave it. */
const renewedAmount = sql`case ${instructionOf} when 'renew_principal' then least(b.principal, b.balance - b.reserved) else b.balance - b.reserved end`

const isHolderKept = (today: string) =>
  sql<SqlBool>`case ${instructionOf} when 'pay_out' then ${isKeptFromPayment(today)} or ${isPaidWithApproval(today)} else ${isKeptFromRenewal(today)} end`

/** As the night asks it: the product that the money goes into, its limits, its tariff of the day. */
const obstacle = (today: string) => sql`case
  when ${instructionOf} = 'pay_out' or ${renewedAmount} <= 0 then null
  when ${instructionOf} = 'transfer' and a.transfer_product_id is null then ${named('noProduct')}
  else (select case when ${renewedAmount} not between r.minimum and coalesce(r.maximum, 'infinity') then ${named('amount')}
                    when product_rate_on(r.id, greatest(a.expires_on, ${today}::date), ${renewedAmount},
                           coalesce(case ${instructionOf} when 'transfer' then r.term_months else coalesce(a.term_months, r.term_months) end, 0)::smallint) is null
                      then ${named('noRate')} end
          from product r where r.id = case ${instructionOf} when 'transfer' then a.transfer_product_id else a.product_id end) end`

/**
 * What would keep the instruction of the account `a`, of the product `p` with the balance `b`, from being carried out as a whole, as things stand
 * today. Interest to come isn't counted.
 */
export const foreseenReasons = (today: string): RawBuilder<MaturityReason[]> =>
  sql<MaturityReason[]>`array_remove(array[case when ${isHolderKept(today)} then ${named('holder')} end,
    ${obstacle(today)}, case when b.reserved > 0 then ${named('reserved')} end], null)`

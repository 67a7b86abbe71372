import { sql } from 'kysely'
import { ledgers } from '#rules/ledgers.ts'
import type { RowCheckContext } from './import-handler-types.ts'

const movedAmountSql = sql`r.amount`
const isPrincipalSql = sql`is_principal(r.word::movement_kind)`

/** Accounts that would come to hold more than their product takes. */
const accountsOverMaximumSql = sql<string>`
  select r.account_id
    from import_check r
    join account a on a.id = r.account_id
    join product p on p.id = a.product_id
    join account_balance b on b.account_id = r.account_id
   where not r.known and p.maximum is not null
   group by r.account_id, p.maximum, b.principal
  having b.principal + coalesce(sum(${movedAmountSql}) filter (where ${isPrincipalSql}), 0) > p.maximum`

/** Accounts that would come to hold more than their bonus interest was given for: a second person decides on that by account, not by file. */
const accountsOverBonusAmountSql = sql<string>`
  select r.account_id
    from import_check r
    join account a on a.id = r.account_id
    join account_balance b on b.account_id = r.account_id
   where not r.known and a.bonus_rate > 0
   group by r.account_id, a.agreed_amount, b.principal
  having b.principal + coalesce(sum(${movedAmountSql}) filter (where ${isPrincipalSql}), 0) > a.agreed_amount`

/**
 * Accounts that would be overdrawn: now, with what is held on them, or at the end of a day since, where the file takes away. Only of the
 * accounts of the file are the postings read.
 */
const overdrawnAccountsSql = sql<string>`
  with mine as materialized (
    select r.account_id, r.day, sum(${movedAmountSql}) as amount from import_check r where not r.known group by 1, 2
  ), touched as materialized (
    select m.account_id, b.balance - b.reserved as free, sum(m.amount) as net
      from mine m join account_balance b on b.account_id = m.account_id
     where not b.may_be_negative
     group by m.account_id, b.balance, b.reserved
    having min(m.amount) < 0 or b.balance < b.reserved
  ), daily as (
    select account_id, day, amount as mine, 0 as theirs from mine where account_id in (select account_id from touched)
    union all
    select p.account_id, p.booking_date, 0, -p.amount from posting p where p.account_id in (select account_id from touched) and p.ledger = ${sql.lit(ledgers.capital)}
  ), closings as (
    select account_id, sum(sum(mine)) over w as mine, sum(sum(mine + theirs)) over w as closing
      from daily group by account_id, day window w as (partition by account_id order by day)
  )
  select account_id from closings where closing < 0 and mine < 0
  union
  select account_id from touched where free + net < 0`

/**
 * What the database would refuse, told before: too much in an account, or too little. All that brings or takes money there is named, for any
 * of it may be the wrong one; so what is left can be booked without it.
 */
export const refuseOverdrawnRows = async ({ refuse }: RowCheckContext): Promise<void> => {
  for (let found = 1; found > 0; ) {
    const over = await refuse(
      'amount',
      'overMaximum',
      sql`${movedAmountSql} > 0 and ${isPrincipalSql} and r.account_id in (${accountsOverMaximumSql})`,
    )
    const beyond = await refuse(
      'amount',
      'beyondBonus',
      sql`${movedAmountSql} > 0 and ${isPrincipalSql} and r.account_id in (${accountsOverBonusAmountSql})`,
    )
    found =
      over +
      beyond +
      (await refuse('amount', 'overdrawn', sql`${movedAmountSql} < 0 and r.account_id in (${overdrawnAccountsSql})`))
  }
}

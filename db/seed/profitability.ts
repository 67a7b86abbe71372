import type { Client } from 'pg'
import { toIsoDate } from '#rules/calendar.ts'
import type { SeedFirm } from './firm.ts'

/**
 * The money of each product is worth somewhat more than its tariff pays, from the day of each tariff on, and a little less since the middle of this year. A
 * product with a term has the rate of that term. One without a tariff has none: nobody knows what its money is worth.
 */
const insertTransferRatesSql = `
  with tariff as (
    select r.product_id, coalesce(p.term_months, 0) as term_months, r.valid_from, min(r.rate) as rate
      from product_rate r join product p on p.id = r.product_id
     where r.min_amount = 0
     group by r.product_id, p.term_months, r.valid_from
  ), latest as (
    select distinct on (product_id) * from tariff where valid_from <= $1::date order by product_id, valid_from desc
  )
  insert into transfer_rate (product_id, term_months, valid_from, rate)
  select product_id, term_months, valid_from, rate + 0.95 + least(term_months, 60) / 100.0 from tariff
  union all
  select product_id, term_months, (date_trunc('year', $1::date) + interval '6 months')::date, rate + 0.8 + least(term_months, 60) / 100.0 from latest
   where date_trunc('year', $1::date) + interval '6 months' <= $1::date`

const insertDirectCostsSql = `
  insert into direct_cost (product_id, kind, valid_from, amount)
  select p.id, c.kind::direct_cost_kind, c.valid_from::date, c.amount
    from product p
    join (values ('account_year', '2016-01-01', true, 12.00), ('account_year', '2024-01-01', true, 15.00), ('account_year', '2016-01-01', false, 6.00),
                 ('movement', '2016-01-01', true, 0.60), ('movement', '2016-01-01', false, 0.35)) as c (kind, valid_from, has_term, amount)
      on c.has_term = (p.term_months is not null)`

/** What money is worth to the firm and what accounts cost it. */
export const addMarginSettings = async (owner: Client, firm: SeedFirm): Promise<void> => {
  await owner.query(insertTransferRatesSql, [toIsoDate(firm.today)])
  await owner.query(insertDirectCostsSql)
  await owner.query('analyze transfer_rate, direct_cost')
}

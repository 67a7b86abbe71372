import type { Client } from 'pg'
import { toIsoDate } from '#rules/calendar.ts'
import { ledgers } from '#rules/ledgers.ts'
import type { SeedFirm } from './firm.ts'

/**
 * Whoever raised money last year has a goal for that year and for this one, a little above or below what they raised, with a slow summer.
 * In thousands of euros, so that its months are whole.
 */
const insertGoalsSql = `
  with raised as (
    select j.credited_to as employee_id, sum(-l.amount) as amount
      from journal j join posting l on l.journal_id = j.id and l.ledger = ${ledgers.capital}
     where j.kind = 'contribution' and j.credited_to is not null
       and j.booking_date >= date_trunc('year', $1::date) - interval '1 year' and j.booking_date < date_trunc('year', $1::date)
     group by j.credited_to
  ), drawn as (
    select r.employee_id, y.back, greatest(1, round(r.amount * (94 + (r.employee_id * 7 + y.back * 11) % 23) / 100 / 100000)) as size
      from raised r cross join (values (0), (1)) y (back)
     where r.employee_id % 9 <> 0
  )
  insert into goal (employee_id, year, kind, amount, changed_at, months)
  select d.employee_id, extract(year from $1::date) - d.back, 'individual', d.size * 100000, $1::date - 30 + time '09:00',
         (select array_agg(d.size * share order by month)
            from unnest(array[9000, 8000, 9000, 8000, 9000, 9000, 6000, 3000, 9000, 10000, 10000, 10000]) with ordinality w (share, month))
    from drawn d
   order by d.employee_id, d.back`

/** Each month, of whoever talks with clients. */
const insertModelsSql = `insert into activity_model (position, calls, new_contacts, r1, r2, r3, r4, converted) values
  ('manager', 40, 8, 6, 4, 3, 2, 2), ('advisor', 30, 5, 4, 2, 1, 1, 1), ('partner', 20, 6, 4, 3, 2, 1, 1), ('banker', 25, 4, 3, 2, 1, 1, 1)`

/** What the staff of the firm is to raise, this year and last, and to do each month. */
export const addGoals = async (owner: Client, firm: SeedFirm): Promise<void> => {
  await owner.query(insertGoalsSql, [toIsoDate(firm.today)])
  await owner.query(insertModelsSql)
  await owner.query('analyze goal')
}

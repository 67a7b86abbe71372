import { ledgers } from '#rules/ledgers.ts'

/** What is kept by day of clients, beside them. */
const clientDaysCheckSql = `
  select 'total_day_client' as what, concat_ws(' ', t.what, t.day, case when t.is_company then 'company' else 'person' end) as id,
         sum(t.stored)::text as stored, sum(t.seen)::text as recomputed
    from (
      select what, day, is_company, clients as stored, 0 as seen from total_day_client
      union all
      select d.what, d.day, d.is_company, 0, 1
        from client_list l
        join client c on c.id = l.client_id
       cross join lateral client_days(l.registered_on, l.dni_valid_until, l.is_company, l.active_accounts, c.birth_date, c.erased_at is not null) d
    ) t
   group by t.what, t.day, t.is_company
  having sum(t.stored) <> sum(t.seen)`

/** What is counted of each account with a term, beside accounts, balances and maturities; what waits to be counted anew is no difference. */
const maturityCountedCheckSql = `
  select 'maturity_counted' as what, t.account_id::text as id, max(t.text) filter (where t.row = 'counted') as stored,
         coalesce(max(t.text) filter (where t.row = 'seen'), 'nothing') as recomputed
    from (
      select 'counted' as row, account_id, day || ' ' || part || ' ' || amount as text from maturity_counted
      union all
      select 'seen', account_id, day || ' ' || part || ' ' || amount::numeric(18, 2) from maturity_parts()
    ) t
   where t.account_id not in (select account_id from uncounted_maturities('-infinity', 'infinity'))
   group by t.account_id
  having count(*) = 1 or min(t.text) <> max(t.text)`

const maturityDaysCheckSql = `
  select 'total_day_maturity' as what, concat_ws(' ', t.day, t.part) as id, sum(t.amount) || ' in ' || sum(t.accounts) as stored,
         sum(t.seen)::numeric(18, 2) || ' in ' || sum(t.seen_accounts) as recomputed
    from (
      select day, part, accounts, amount, 0 as seen_accounts, 0 as seen from total_day_maturity
      union all
      select day, part, 0, 0, 1, amount from maturity_counted
    ) t
   group by t.day, t.part
  having (sum(t.accounts), sum(t.amount)) <> (sum(t.seen_accounts), sum(t.seen))`

/** What each account whose term is over was renewed for, beside its lines; what waits to be counted anew is no difference. */
const renewalCountedCheckSql = `
  select 'renewal_counted' as what, concat_ws(' ', t.account_id, t.day, t.booked, t.part) as id, sum(t.stored)::text as stored, sum(t.seen)::text as recomputed
    from (
      select account_id, client_id, day, booked, part, amount as stored, 0 as seen from renewal_counted
      union all
      select account_id, client_id, day, booked, part, 0, amount from renewal_parts()
    ) t
   where t.account_id not in (select account_id from maturity_due)
   group by t.account_id, t.client_id, t.day, t.booked, t.part
  having sum(t.stored) <> sum(t.seen)`

const renewalDaysCheckSql = `
  select 'total_day_renewal' as what, concat_ws(' ', t.day, t.booked, t.part) as id, sum(t.stored)::text as stored, sum(t.seen)::text as recomputed
    from (
      select day, booked, part, amount as stored, 0 as seen from total_day_renewal
      union all
      select day, booked, part, 0, amount from renewal_counted
    ) t
   group by t.day, t.booked, t.part
  having sum(t.stored) <> sum(t.seen)`

/** Accounts that wait and what of their money has not come, beside accounts and their lines. */
const waitingCheckSql = `
  select 'total_waiting' as what, concat_ws(' ', t.day, nullif(t.moment, '-infinity')) as id, sum(t.amount) || ' in ' || sum(t.accounts) as stored,
         sum(t.seen)::numeric(18, 2) || ' in ' || sum(t.seen_accounts) as recomputed
    from (
      select moment, day, accounts, amount, 0 as seen_accounts, 0 as seen from total_waiting
      union all
      select e.moment, e.day, 0, 0, e.sign, e.sign * a.agreed_amount
        from account a cross join lateral waiting_events(a.status, a.agreed_amount, a.created_at, a.opened_on, a.closed_on) e
      union all
      select e.moment, e.day, 0, 0, 0, e.sign * l.amount
        from account a
        join posting l on l.account_id = a.id and l.ledger = ${ledgers.capital} and (a.status = 'pending' or least(a.opened_on, a.closed_on) is null or l.booking_date < least(a.opened_on, a.closed_on))
        join journal j on j.id = l.journal_id and is_principal(j.kind)
       cross join lateral waiting_events(a.status, a.agreed_amount, a.created_at, a.opened_on, a.closed_on, l.booking_date) e
    ) t
   group by t.moment, t.day
  having (sum(t.accounts), sum(t.amount)) <> (sum(t.seen_accounts), sum(t.seen))`

export const dayTotalsCheckSqls = [
  clientDaysCheckSql,
  maturityCountedCheckSql,
  maturityDaysCheckSql,
  renewalCountedCheckSql,
  renewalDaysCheckSql,
  waitingCheckSql,
]

-- Terms that still run are counted by day, too, with what stands in their accounts, and those of which nobody has said what becomes of them by themselves. What
-- matures in the next months was read from each such account and its balance. Whoever posts pays nothing, and notes nothing more: what waits for the
-- totals names its client, and the fold counts the accounts of that client anew. See docs/decisions/0188-coming-terms.md

-- Nobody changes any of it until all that is there is counted.
lock table posting, account, client, client_list in share row exclusive mode;

-- Replaces maturity_parts of 0140_day_totals: of an account that is active, what stands in it.
create or replace function maturity_parts(p_accounts bigint[] default null)
  returns table (account_id bigint, day date, part text, amount numeric)
  language sql stable security definer set search_path from current set plan_cache_mode to force_custom_plan as
$$
  select a.id, a.expires_on,
         case when a.status = 'active' then case when a.instruction is null then 'uninstructed' else 'coming' end
              when m.outcome = 'parked' and m.released_at is null then 'parked'
              when m.outcome in ('renewed', 'transferred') then m.outcome::text
              when v.moved then 'renewed' else 'paid' end,
         case when a.status = 'active' then coalesce(b.balance, 0) else coalesce(v.amount, 0) end
    from account a
    left join account_balance b on b.account_id = a.id and a.status = 'active'
    left join maturity m on m.account_id = a.id and a.status = 'expired'
    left join account_matured v on v.account_id = a.id and a.status = 'expired'
   where a.status in ('active', 'expired') and a.expires_on is not null and (p_accounts is null or a.id = any(p_accounts))
$$;

-- The accounts whose part or amount may be another than what is counted: those that were noted, and those of clients of whom movements wait. Where days are
-- given, only those whose term ends on one of them.
create function uncounted_maturities(p_from date, p_to date) returns table (account_id bigint)
  language sql stable security definer set search_path from current as
$$
  select d.account_id from maturity_due d
   union
  select a.id from account a
   where a.client_id = any(array(select t.client_id from total_delta t union select t.client_id from team_delta t))
     and a.status = 'active' and a.expires_on between p_from and p_to
$$;

-- Counts these accounts, all where none are given, as they are now, each with the client whose it is. Called under the lock of fold_totals.
-- Replaces count_maturities of 0147_team_facts: of the many accounts of a round, what is as it was stays as it is.
create or replace function count_maturities(p_accounts bigint[] default null) returns void
  language sql security definer set search_path from current set plan_cache_mode to force_custom_plan as
$$
  with seen as materialized (
    select m.*, a.client_id from maturity_parts(p_accounts) m join account a on a.id = m.account_id
  ), counted as materialized (
    select * from maturity_counted where p_accounts is null or account_id = any(p_accounts)
  ), changed as materialized (
    select x.client_id, x.day, x.part, sum(x.sign) as accounts, sum(x.sign * x.amount) as amount
      from (select 1 as sign, client_id, day, part, amount from seen union all select -1, client_id, day, part, amount from counted) x
     group by 1, 2, 3 having sum(x.sign) <> 0 or sum(x.sign * x.amount) <> 0
  ), teams as (
    insert into team_fact_delta (client_id, what, day, part, number, amount) select client_id, 'ended', day, part, accounts, amount from changed
  ), sums as (
    insert into total_day_maturity as t (day, part, accounts, amount)
    select day, part, sum(accounts), sum(amount) from changed group by 1, 2 having sum(accounts) <> 0 or sum(amount) <> 0 order by 1, 2
    on conflict (day, part) do update set accounts = t.accounts + excluded.accounts, amount = t.amount + excluded.amount
  ), ended as (
    delete from maturity_counted m using counted c where m.account_id = c.account_id and not exists (select from seen s where s.account_id = c.account_id)
  )
  insert into maturity_counted (account_id, day, part, amount, client_id)
  select s.account_id, s.day, s.part, s.amount, s.client_id
    from seen s
    left join counted c on c.account_id = s.account_id
   where (c.day, c.part, c.amount, c.client_id) is distinct from (s.day, s.part, s.amount, s.client_id)
  on conflict (account_id) do update set day = excluded.day, part = excluded.part, amount = excluded.amount, client_id = excluded.client_id
$$;

-- Counts anew what waits. Called by fold_totals, under its lock.
-- Replaces fold_maturities of 0148_team_fact_folds: most accounts of a round still run, and nothing of them was renewed.
create or replace function fold_maturities() returns void language plpgsql security definer set search_path from current as
$$
declare
  waiting bigint[];
  over    bigint[];
begin
  with gone as (delete from maturity_due returning account_id)
  select array_agg(distinct account_id) into waiting from gone;
  if waiting is null then
    return;
  end if;
  perform count_maturities(waiting);
  over := array(
    select a.id from account a where a.id = any(waiting) and a.status = 'expired'
     union
    select r.account_id from renewal_counted r where r.account_id = any(waiting));
  if over <> '{}' then
    perform count_renewals(over);
  end if;
end
$$;

-- Replaces note_ended_accounts of 0147_team_facts: of an account whose term runs, its end, its client, and whether it is said what becomes of it.
create or replace function note_ended_accounts() returns trigger language plpgsql security definer set search_path from current as
$$
begin
  if tg_op = 'INSERT' then
    insert into maturity_due (account_id) select n.id from come n where n.status in ('active', 'expired') and n.expires_on is not null;
  else
    insert into maturity_due (account_id)
    select n.id from gone o join come n using (id)
     where (o.status in ('active', 'expired') or n.status in ('active', 'expired')) and coalesce(o.expires_on, n.expires_on) is not null
       and (o.status, o.expires_on, o.closed_on, o.client_id, o.instruction is null)
           is distinct from (n.status, n.expires_on, n.closed_on, n.client_id, n.instruction is null);
  end if;
  return null;
end
$$;
create trigger account_has_term after insert on account
  referencing new table as come for each statement execute function note_ended_accounts();

-- Adds these movements that wait for totals, and what waits for teams alone, to the totals of teams. Called by fold_totals, under its lock.
-- Replaces fold_team_flows of 0134_folded_teams: accounts of these clients in which something else stands than what is counted are counted in the same round.
create or replace function fold_team_flows(p_ids bigint[]) returns void language sql security definer set search_path from current as
$$
  with gone as (
    delete from team_delta returning *
  ), flow as materialized (
    select client_id, booking_date as day, product_id, kind, sum(amount) as amount, sum(movements) as movements
      from (select client_id, booking_date, product_id, kind, amount, movements from total_delta where id = any(p_ids) and client_id is not null
             union all
            select client_id, booking_date, product_id, kind, amount, movements from gone) x
     group by 1, 2, 3, 4
  ), flows as (
    insert into total_team_flow as t (supervisor_id, is_month, day, product_id, kind, amount, movements)
    select c.supervisor_id, p.is_month, p.day, f.product_id, f.kind, sum(f.amount), sum(f.movements)
      from flow f
      join team_client c on c.client_id = f.client_id and f.day >= c.since and (c.until is null or f.day < c.until)
     cross join lateral day_and_month(f.day) p
     group by 1, 2, 3, 4, 5
    on conflict (supervisor_id, is_month, day, product_id, kind) do update set amount = t.amount + excluded.amount, movements = t.movements + excluded.movements
  ), coming as (
    insert into maturity_due (account_id)
    select a.id
      from (select distinct client_id from flow) f
      join account a on a.client_id = f.client_id and a.status = 'active' and a.expires_on is not null
      join account_balance b on b.account_id = a.id
      left join maturity_counted k on k.account_id = a.id
     where k.amount is distinct from b.balance
  )
  insert into total_day_team_stock as t (supervisor_id, day, product_id, principal, balance, idle_principal, idle_balance, opened, came, went)
  select c.supervisor_id, e.day, f.product_id, sum(case when is_principal(f.kind) then e.sign * f.amount else 0 end), sum(e.sign * f.amount),
         0, 0, 0, sum(e.came * f.amount), sum(e.went * f.amount)
    from flow f
    join team_client c on c.client_id = f.client_id
   cross join lateral team_events(f.day, c.since, c.until) e
   group by 1, 2, 3
  on conflict (supervisor_id, day, product_id) do update set principal = t.principal + excluded.principal, balance = t.balance + excluded.balance,
    came = t.came + excluded.came, went = t.went + excluded.went
$$;

comment on table maturity_due is
  'Accounts that are to be counted anew in total_day_maturity. Whoever reads counts them by themselves, and those of clients of whom movements wait.';
comment on table total_day_maturity is
  'Accounts by the day on which their term ended, by what became of it, or on which it will end, with what stands in them: coming, and uninstructed where nobody has said what becomes of it. maturity_counted, added up.';
-- What stands in an account changes often.
alter table maturity_counted set (fillfactor = 80);

select count_maturities();
select fold_team_facts();
analyze total_team_fact, maturity_counted, total_day_maturity;

-- An import credits its journals in about half the time, and those of a new firm in a tenth of it. See docs/decisions/0173-attribution.md

-- Payouts to a holder of the account in the days before: what comes in after one is no new money. From its holders to their accounts and from each to its
-- payouts, in this order: in books of which nothing was known yet, all payouts of those days were read for each journal of an import.
-- Replaces payouts_before of 0129_lighter_captation.
create or replace function payouts_before(p_account bigint, p_day date) returns table (journal_id bigint) language sql stable as
$$
  select q.journal_id
    from (select distinct other.account_id
            from account_holder own
            join account_holder other on other.client_id = own.client_id and other.role <> 'authorised'
           where own.account_id = p_account and own.role <> 'authorised' offset 0) h
   cross join lateral (
     select l.journal_id from posting l
      where l.account_id = h.account_id and l.ledger = 3 and l.amount > 0 and l.booking_date <= p_day
        and l.booking_date >= p_day - coalesce((select value::integer from setting where key = 'captation.reinvestmentDays'), 30) offset 0) q
    join journal k on k.id = q.journal_id and k.kind in ('withdrawal', 'maturity', 'cancellation') and k.reverses_id is null
$$;

-- The type of what an account of this family brings, of a client of this channel. Its words are values of the type from the start: a text that became
-- one kept it from being part of the statements that call it.
-- Replaces captation_type_of of 0122_captation.
create or replace function captation_type_of(p_family product_family, p_channel client_channel) returns captation_type language sql immutable as
$$
  select case p_family when 'smart' then 'smart'::captation_type when 'alliance' then 'alliances' when 'insurance' then 'insurance'
    when 'ticket_restaurant' then 'ticketRestaurant'
    else case p_channel when 'partner' then 'partners'::captation_type when 'alliance' then 'alliances' else 'direct' end end
$$;

-- Replaces write_captation of 0129_lighter_captation: where no rule holds all is the manager's, and what waits for the totals is added up first.
create or replace function write_captation(p_journals bigint[]) returns void
  language plpgsql security definer set search_path from current as
$$
begin
  with written as (
    insert into captation (journal_id, n, account_id, booking_date, kind, is_new, type, role, employee_id, share, amount)
    select j.id, l.line * 4 + s.place, l.account_id, j.booking_date, j.kind,
           j.kind = 'contribution' and not exists (select from payouts_before(l.account_id, j.booking_date)),
           captation_type_of(p.family, cl.channel), s.role, s.employee_id, s.share, s.amount
      from journal j
      join posting l on l.journal_id = j.id and l.ledger = 3
      join account a on a.id = l.account_id
      join product p on p.id = a.product_id
      join client cl on cl.id = a.client_id
      join client_list c on c.client_id = a.client_id
      left join lateral attribution_on(a.product_id, cl.channel, j.booking_date) r on true
     cross join lateral (
       select 0 as place, 'manager'::staff_role as role, j.credited_to as employee_id, 100::numeric as share, -l.amount as amount where r.partner is null
        union all
       select * from captation_parts(-l.amount, j.credited_to, c.partner_id, c.advisor_id, c.banker_id, r.partner, r.advisor, r.banker)
        where r.partner is not null) s
     where j.id = any(p_journals) and is_captation(j.kind) and j.reverses_id is null
    on conflict do nothing returning *
  )
  insert into captation_delta
  select booking_date, coalesce(employee_id, 0), kind, is_new, type, sum(amount), count(*) from written group by 1, 2, 3, 4, 5;
  with taken as (
    insert into captation (journal_id, n, account_id, booking_date, kind, is_new, type, role, employee_id, share, amount)
    select j.id, t.n, t.account_id, j.booking_date, t.kind, t.is_new, t.type, t.role, t.employee_id, t.share, -t.amount
      from journal j join captation t on t.journal_id = j.reverses_id
     where j.id = any(p_journals)
    on conflict do nothing returning *
  )
  insert into captation_delta
  select booking_date, coalesce(employee_id, 0), kind, is_new, type, sum(amount), count(*) from taken group by 1, 2, 3, 4, 5;
end
$$;

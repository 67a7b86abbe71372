-- Whoever waits for a change waits for the rows of the list too: making them was planned anew at each, which took longer than doing it.

-- Replaces refresh_client_list of 0037_balance_of_active_accounts: planned once a connection, for some clients; all of them are so many times some.
create or replace function refresh_client_list(p_clients bigint[] default null) returns integer
  language plpgsql security definer set search_path from current set plan_cache_mode to force_generic_plan as
$$
declare
  chunk bigint[];
  written integer := 0;
begin
  if p_clients is null then
    perform pg_advisory_xact_lock(hashtext('fold_totals'), hashtext(current_schema()));
    for chunk in
      select array_agg(c.id order by c.id) from (select id, row_number() over (order by id) / 1000 as part from client) c group by c.part order by c.part
    loop
      written := written + refresh_client_list(chunk);
    end loop;
    with gone as (delete from client_list_sum)
    insert into client_list_sum
    select zone_id, country, kyc_status, address_status, least(active_accounts, 1), is_company, is_alliance, is_joint, smart_contributions,
           smart_movements, has_pending, has_expired, has_canceled, count(*), sum(capital_cents), sum(balance_cents), true
      from client_list group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13;
    return written;
  end if;
  -- First the rows, in order: what is computed below is newer than what anybody else has written into them.
  perform from client_list l where l.client_id = any(p_clients) order by l.client_id for no key update;
  insert into client_list as t (client_id, name_sort, cvl, country, zone_id, manager_id, partner_id, advisor_id, banker_id, kyc_status,
    address_status, dni_valid_until, registered_on, is_company, is_alliance, is_joint, smart_contributions, smart_movements,
    active_accounts, has_pending, has_expired, has_canceled, capital, balance)
  select c.id, s.name_text, c.cvl, c.country, c.zone_id, l.manager_id, l.partner_id, l.advisor_id, l.banker_id, c.kyc_status,
         c.address_status, c.dni_valid_until, c.registered_on, c.kind = 'company', c.channel = 'alliance',
         coalesce(h.joint, false), coalesce(h.plan, false), coalesce(h.moved, false),
         coalesce(h.active, 0), coalesce(h.pending, false), coalesce(h.expired, false), coalesce(h.canceled, false),
         coalesce(m.capital, 0), coalesce(m.balance, 0)
    from client c
    join client_search s on s.client_id = c.id
    left join lateral (
      select max(employee_id) filter (where role = 'manager') as manager_id, max(employee_id) filter (where role = 'partner') as partner_id,
             max(employee_id) filter (where role = 'advisor') as advisor_id, max(employee_id) filter (where role = 'banker') as banker_id
        from client_staff where client_id = c.id and valid_to is null
    ) l on true
    left join lateral (
      select count(*) filter (where a.status = 'active') as active, bool_or(a.status in ('pending', 'draft')) as pending,
             bool_or(a.status = 'expired') as expired, bool_or(a.status = 'canceled') as canceled,
             bool_or(p.family = 'smart' and a.status = 'active' and a.contribution_plan) as plan,
             bool_or(p.family = 'smart' and exists (select from posting where account_id = a.id)) as moved,
             bool_or(exists (select from account_holder o where o.account_id = a.id and o.client_id <> c.id and o.role <> 'authorised')) as joint
        from account_holder h join account a on a.id = h.account_id join product p on p.id = a.product_id
       where h.client_id = c.id and h.role <> 'authorised'
    ) h on true
    left join lateral (
      select sum(b.principal) as capital, sum(b.balance) as balance
        from account a join account_balance b on b.account_id = a.id where a.client_id = c.id and a.status = 'active'
    ) m on true
   where c.id = any(p_clients)
  on conflict (client_id) do update set
    (name_sort, cvl, country, zone_id, manager_id, partner_id, advisor_id, banker_id, kyc_status, address_status, dni_valid_until,
     registered_on, is_company, is_alliance, is_joint, smart_contributions, smart_movements, active_accounts, has_pending, has_expired,
     has_canceled, capital, balance) =
    (excluded.name_sort, excluded.cvl, excluded.country, excluded.zone_id, excluded.manager_id, excluded.partner_id, excluded.advisor_id,
     excluded.banker_id, excluded.kyc_status, excluded.address_status, excluded.dni_valid_until, excluded.registered_on,
     excluded.is_company, excluded.is_alliance, excluded.is_joint, excluded.smart_contributions, excluded.smart_movements,
     excluded.active_accounts, excluded.has_pending, excluded.has_expired, excluded.has_canceled, excluded.capital, excluded.balance)
  where t is distinct from excluded;
  get diagnostics written = row_count;
  return written;
end
$$;

-- The list of clients is filtered by what they have agreed to, and by each reason that stops them. What such a filter reads stands in the narrow row
-- and in the index of each order, as all filters do.

-- What a purpose stands at: the last answer, until another one is given; sending anew changes nothing of it (docs/decisions/0137-consents-of-clients.md).
create function effective_consent(p_client bigint, p_purpose consent_purpose) returns lopd_state
  language sql stable set search_path from current as
$$
  with answered as (
    select state from consent where client_id = p_client and purpose = p_purpose and state not in ('sent', 'viewed') order by id desc limit 1
  )
  select coalesce(
    (select state::text::lopd_state from answered where state <> 'superseded'),
    (select state::text::lopd_state from consent where client_id = p_client and purpose = p_purpose and state in ('sent', 'viewed')),
    (select state::text::lopd_state from answered),
    'not_sent')
$$;

alter table client_list
  add column lopd_status lopd_state not null default 'not_sent',
  add column marketing_status lopd_state not null default 'not_sent',
  add column transfers_status lopd_state not null default 'not_sent',
  add column next_review_on date,
  add column is_pep_unapproved boolean not null default false,
  add column is_dni_missing boolean not null default false;
comment on column client_list.lopd_status is 'What the client stands at for the first purpose, as the verdict reads it; marketing_status and transfers_status for the others.';
comment on column client_list.is_dni_missing is 'Nothing is known of the validity of the document; of a company nothing is missing.';

-- Replaces refresh_client_list of 0090_info_forms: consents, review, exposure and document.
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
           smart_movements, has_pending, has_expired, has_canceled, count(*), sum(capital_cents), sum(balance_cents), true, form_status
      from client_list group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 18;
    return written;
  end if;
  -- First the rows, in order: what is computed below is newer than what anybody else has written into them.
  perform from client_list l where l.client_id = any(p_clients) order by l.client_id for no key update;
  delete from client_list l using client c where l.client_id = any(p_clients) and c.id = l.client_id and c.merged_into_id is not null;
  insert into client_list as t (client_id, name_sort, cvl, country, zone_id, manager_id, partner_id, advisor_id, banker_id, kyc_status,
    address_status, dni_valid_until, registered_on, is_company, is_alliance, is_joint, smart_contributions, smart_movements,
    active_accounts, has_pending, has_expired, has_canceled, capital, balance, form_status, lopd_status, marketing_status, transfers_status,
    next_review_on, is_pep_unapproved, is_dni_missing)
  select c.id, s.name_text, c.cvl, c.country, c.zone_id, l.manager_id, l.partner_id, l.advisor_id, l.banker_id, c.kyc_status,
         c.address_status, c.dni_valid_until, c.registered_on, c.kind = 'company', c.channel = 'alliance',
         coalesce(h.joint, false), coalesce(h.plan, false), coalesce(h.moved, false),
         coalesce(h.active, 0), coalesce(h.pending, false), coalesce(h.expired, false), coalesce(h.canceled, false),
         coalesce(m.capital, 0), coalesce(m.balance, 0), c.form_status, c.lopd_status, effective_consent(c.id, 'marketing'), effective_consent(c.id, 'transfers'),
         c.next_review_on, c.pep and c.pep_approved_at is null, c.kind = 'person' and not c.dni_permanent and c.dni_valid_until is null
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
   where c.id = any(p_clients) and c.merged_into_id is null
  on conflict (client_id) do update set
    (form_status, lopd_status, marketing_status, transfers_status, next_review_on, is_pep_unapproved, is_dni_missing,
     name_sort, cvl, country, zone_id, manager_id, partner_id, advisor_id, banker_id, kyc_status, address_status, dni_valid_until,
     registered_on, is_company, is_alliance, is_joint, smart_contributions, smart_movements, active_accounts, has_pending, has_expired,
     has_canceled, capital, balance) =
    (excluded.form_status, excluded.lopd_status, excluded.marketing_status, excluded.transfers_status, excluded.next_review_on,
     excluded.is_pep_unapproved, excluded.is_dni_missing, excluded.name_sort, excluded.cvl, excluded.country, excluded.zone_id, excluded.manager_id, excluded.partner_id, excluded.advisor_id,
     excluded.banker_id, excluded.kyc_status, excluded.address_status, excluded.dni_valid_until, excluded.registered_on,
     excluded.is_company, excluded.is_alliance, excluded.is_joint, excluded.smart_contributions, excluded.smart_movements,
     excluded.active_accounts, excluded.has_pending, excluded.has_expired, excluded.has_canceled, excluded.capital, excluded.balance)
  where t is distinct from excluded;
  get diagnostics written = row_count;
  return written;
end
$$;

-- Each index of an order also holds what is filtered by now.
do $$
declare
  definitions constant text[] := array(
    select indexdef from pg_indexes where schemaname = current_schema() and tablename = 'client_list' and indexdef like '% INCLUDE (%zone_id%' order by 1);
  definition text;
begin
  foreach definition in array definitions loop
    execute 'drop index ' || substring(definition from 'INDEX (\S+) ON');
  end loop;
  update client_list t
     set (lopd_status, marketing_status, transfers_status, next_review_on, is_pep_unapproved, is_dni_missing)
       = (c.lopd_status, effective_consent(c.id, 'marketing'), effective_consent(c.id, 'transfers'), c.next_review_on, c.pep and c.pep_approved_at is null,
          c.kind = 'person' and not c.dni_permanent and c.dni_valid_until is null)
    from client c where c.id = t.client_id;
  foreach definition in array definitions loop
    execute regexp_replace(definition, '\)$',
      ', lopd_status, marketing_status, transfers_status, next_review_on, is_pep_unapproved, is_dni_missing)');
  end loop;
end
$$;
-- Few are in these states: they are found without walking through the others.
create index client_list_by_marketing on client_list (marketing_status, client_id) where marketing_status <> 'not_sent';
create index client_list_by_transfers on client_list (transfers_status, client_id) where transfers_status <> 'not_sent';
create index client_list_pep_unapproved on client_list (client_id) where is_pep_unapproved;
create index client_list_dni_missing on client_list (client_id) where is_dni_missing;
-- Minors are found by their age.
create index client_by_birth_date on client (birth_date) where kind = 'person' and birth_date is not null;

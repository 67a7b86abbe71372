-- Information forms of clients: what a client says of their work, money, home and family, in versions, and what they were asked to fill in by a link.
-- The list of clients is narrowed by the state of the form.

alter type form_state add value 'sent' after 'draft';
alter type form_state add value 'answered' after 'sent';
alter type public_link_kind add value 'info_form';

create type info_form_state as enum ('draft', 'sent', 'answered', 'complete');

create table info_form (
  id           bigint          generated always as identity primary key,
  client_id    bigint          not null references client,
  state        info_form_state not null default 'draft',
  state_on     date            not null,
  content      jsonb           not null check (jsonb_typeof(content) = 'object'),
  version      integer         not null default 1,
  created_by   bigint          not null,
  created_at   timestamptz     not null,
  changed_by   bigint          not null,
  changed_at   timestamptz     not null,
  completed_by bigint,
  completed_at timestamptz,
  check ((state = 'complete') = (completed_at is not null)),
  check ((completed_at is null) = (completed_by is null))
);
comment on table info_form is 'A version of the information form of a client. One at most is open: a draft, sent to the client, or answered by them. A complete one stays as it is. content: the fields as the contract has them. state_on: the business day of the state.';
create unique index info_form_open on info_form (client_id) where state <> 'complete';
create index info_form_by_client on info_form (client_id, id);

create table info_form_request (
  id              bigint      generated always as identity primary key,
  form_id         bigint      not null references info_form,
  link_id         bigint      not null unique references public_link,
  recipient       text        not null check (length(recipient) between 3 and 254),
  sent_by         bigint      not null,
  sent_at         timestamptz not null,
  viewed_at       timestamptz,
  answers         jsonb       check (jsonb_typeof(answers) = 'object'),
  answered_at     timestamptz,
  address         text,
  reviewed_by     bigint,
  reviewed_at     timestamptz,
  accepted        text[],
  ended_at        timestamptz,
  ended_by        bigint,
  idempotency_key text        not null unique,
  request_hash    text        not null,
  check ((answered_at is null) = (answers is null) and (answered_at is null) = (address is null)),
  check ((reviewed_at is null) = (reviewed_by is null) and (reviewed_at is null) = (accepted is null)),
  check (reviewed_at is null or answered_at is not null),
  check ((ended_at is null) = (ended_by is null)),
  check (ended_at is null or answered_at is null)
);
comment on table info_form_request is 'A form that was sent to a client, and what they answered: a proposal, of which accepted names the fields that were taken. ended_at: withdrawn, replaced, or overtaken by the completion of the form, before an answer came.';
create unique index info_form_request_open on info_form_request (form_id) where answered_at is null and ended_at is null;
create unique index info_form_request_unread on info_form_request (form_id) where answered_at is not null and reviewed_at is null;
create index info_form_request_by_form on info_form_request (form_id, id);

create function keep_complete_info_form() returns trigger language plpgsql as
$$
begin
  -- Only to whom it belongs changes, by a merge, and what it says where the person is erased.
  if old.state = 'complete' and (new.state, new.state_on, new.version, new.completed_at) is distinct from
     (old.state, old.state_on, old.version, old.completed_at)
     or old.state = 'complete' and new.content is distinct from old.content and new.content <> '{}'::jsonb then
    raise exception 'a complete form does not change' using errcode = 'AT001';
  end if;
  return new;
end
$$;
create trigger info_form_is_kept before update on info_form for each row execute function keep_complete_info_form();
create trigger info_form_is_current after insert on info_form referencing new table as incoming
  for each statement execute function refuse_merged_client();

-- The state in the narrow row of the list, and in its sums. The indexes begin anew, so that they are written once.
drop index client_list_by_address_status, client_list_by_balance_cents, client_list_by_capital_cents, client_list_by_country, client_list_by_cvl, client_list_by_dni_valid_until, client_list_by_kyc_status, client_list_by_name_sort, client_list_by_registered_on;
alter table client_list add column form_status form_state not null default 'missing';
alter table client_list_sum add column form_status form_state not null default 'missing';

-- Replaces add_client_list_sum of 0002_clients: the state of the form makes a kind.
create or replace function add_client_list_sum() returns trigger language plpgsql security definer set search_path from current as
$$
begin
  if tg_op <> 'INSERT' then
    insert into client_list_sum
    select zone_id, country, kyc_status, address_status, least(active_accounts, 1), is_company, is_alliance, is_joint, smart_contributions,
           smart_movements, has_pending, has_expired, has_canceled, -count(*), -sum(capital_cents), -sum(balance_cents), false, form_status
      from gone group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 18;
  end if;
  if tg_op <> 'DELETE' then
    insert into client_list_sum
    select zone_id, country, kyc_status, address_status, least(active_accounts, 1), is_company, is_alliance, is_joint, smart_contributions,
           smart_movements, has_pending, has_expired, has_canceled, count(*), sum(capital_cents), sum(balance_cents), false, form_status
      from come group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 18;
  end if;
  return null;
end
$$;

-- Replaces fold_client_list_sum of 0063_kept_list_totals: the state of the form makes a kind.
create or replace function fold_client_list_sum() returns void language sql security definer set search_path from current as
$$
  with gone as (
    delete from client_list_sum s using (select distinct zone_id, country, kyc_status, address_status, active_accounts, is_company,
        is_alliance, is_joint, smart_contributions, smart_movements, has_pending, has_expired, has_canceled, form_status
      from client_list_sum where not folded) k
     where (s.zone_id, s.country, s.kyc_status, s.address_status, s.active_accounts, s.is_company, s.is_alliance, s.is_joint,
        s.smart_contributions, s.smart_movements, s.has_pending, s.has_expired, s.has_canceled, s.form_status)
      = (k.zone_id, k.country, k.kyc_status, k.address_status, k.active_accounts, k.is_company, k.is_alliance, k.is_joint,
        k.smart_contributions, k.smart_movements, k.has_pending, k.has_expired, k.has_canceled, k.form_status) returning s.*)
  insert into client_list_sum
  select zone_id, country, kyc_status, address_status, active_accounts, is_company, is_alliance, is_joint, smart_contributions, smart_movements,
         has_pending, has_expired, has_canceled, sum(clients), sum(capital_cents), sum(balance_cents), true, form_status
    from gone group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 18 having (sum(clients), sum(capital_cents), sum(balance_cents)) <> (0, 0, 0);
  with gone as (
    delete from client_list_change where writer <> pg_current_xact_id() and (select count(*) from client_list_change) > 100 returning writer)
  insert into client_list_change select pg_current_xact_id() where exists (select from gone) on conflict do nothing;
$$;

-- Replaces refresh_client_list of 0078_client_merges: the row has the state of the form.
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
    active_accounts, has_pending, has_expired, has_canceled, capital, balance, form_status)
  select c.id, s.name_text, c.cvl, c.country, c.zone_id, l.manager_id, l.partner_id, l.advisor_id, l.banker_id, c.kyc_status,
         c.address_status, c.dni_valid_until, c.registered_on, c.kind = 'company', c.channel = 'alliance',
         coalesce(h.joint, false), coalesce(h.plan, false), coalesce(h.moved, false),
         coalesce(h.active, 0), coalesce(h.pending, false), coalesce(h.expired, false), coalesce(h.canceled, false),
         coalesce(m.capital, 0), coalesce(m.balance, 0), c.form_status
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
    (name_sort, cvl, country, zone_id, manager_id, partner_id, advisor_id, banker_id, kyc_status, address_status, dni_valid_until,
     registered_on, is_company, is_alliance, is_joint, smart_contributions, smart_movements, active_accounts, has_pending, has_expired,
     has_canceled, capital, balance, form_status) =
    (excluded.name_sort, excluded.cvl, excluded.country, excluded.zone_id, excluded.manager_id, excluded.partner_id, excluded.advisor_id,
     excluded.banker_id, excluded.kyc_status, excluded.address_status, excluded.dni_valid_until, excluded.registered_on,
     excluded.is_company, excluded.is_alliance, excluded.is_joint, excluded.smart_contributions, excluded.smart_movements,
     excluded.active_accounts, excluded.has_pending, excluded.has_expired, excluded.has_canceled, excluded.capital, excluded.balance,
     excluded.form_status)
  where t is distinct from excluded;
  get diagnostics written = row_count;
  return written;
end
$$;

update client_list l set form_status = c.form_status from client c where c.id = l.client_id and c.form_status <> 'missing';
select fold_client_list_sum();

create index client_list_by_address_status on client_list (address_status, client_id) include
  (capital_cents, balance_cents, zone_id, kyc_status, active_accounts, is_company, is_alliance, is_joint, smart_contributions, smart_movements, has_pending, has_expired, has_canceled, manager_id, partner_id, advisor_id, banker_id, dni_valid_until, country, form_status);
create index client_list_by_balance_cents on client_list (balance_cents, client_id) include
  (capital_cents, zone_id, kyc_status, address_status, active_accounts, is_company, is_alliance, is_joint, smart_contributions, smart_movements, has_pending, has_expired, has_canceled, manager_id, partner_id, advisor_id, banker_id, dni_valid_until, country, form_status);
create index client_list_by_capital_cents on client_list (capital_cents, client_id) include
  (balance_cents, zone_id, kyc_status, address_status, active_accounts, is_company, is_alliance, is_joint, smart_contributions, smart_movements, has_pending, has_expired, has_canceled, manager_id, partner_id, advisor_id, banker_id, dni_valid_until, country, form_status);
create index client_list_by_country on client_list (country, client_id) include
  (capital_cents, balance_cents, zone_id, kyc_status, address_status, active_accounts, is_company, is_alliance, is_joint, smart_contributions, smart_movements, has_pending, has_expired, has_canceled, manager_id, partner_id, advisor_id, banker_id, dni_valid_until, form_status);
create index client_list_by_cvl on client_list (cvl, client_id) include
  (capital_cents, balance_cents, zone_id, kyc_status, address_status, active_accounts, is_company, is_alliance, is_joint, smart_contributions, smart_movements, has_pending, has_expired, has_canceled, manager_id, partner_id, advisor_id, banker_id, dni_valid_until, country, form_status);
create index client_list_by_dni_valid_until on client_list (dni_valid_until, client_id) include
  (capital_cents, balance_cents, zone_id, kyc_status, address_status, active_accounts, is_company, is_alliance, is_joint, smart_contributions, smart_movements, has_pending, has_expired, has_canceled, manager_id, partner_id, advisor_id, banker_id, country, form_status);
create index client_list_by_kyc_status on client_list (kyc_status, client_id) include
  (capital_cents, balance_cents, zone_id, address_status, active_accounts, is_company, is_alliance, is_joint, smart_contributions, smart_movements, has_pending, has_expired, has_canceled, manager_id, partner_id, advisor_id, banker_id, dni_valid_until, country, form_status);
create index client_list_by_name_sort on client_list (name_sort, client_id) include
  (capital_cents, balance_cents, zone_id, kyc_status, address_status, active_accounts, is_company, is_alliance, is_joint, smart_contributions, smart_movements, has_pending, has_expired, has_canceled, manager_id, partner_id, advisor_id, banker_id, dni_valid_until, country, form_status);
create index client_list_by_registered_on on client_list (registered_on, client_id) include
  (capital_cents, balance_cents, zone_id, kyc_status, address_status, active_accounts, is_company, is_alliance, is_joint, smart_contributions, smart_movements, has_pending, has_expired, has_canceled, manager_id, partner_id, advisor_id, banker_id, dni_valid_until, country, form_status);

-- Two records of one client become one: everything moves to the record that survives, and the other one leads to it from then on.

create type client_merge_state as enum ('asked', 'done', 'dropped', 'undone');

alter table client add merged_into_id bigint references client check (merged_into_id <> id);
comment on column client.merged_into_id is 'The record that survived when this one was merged with it: nothing new is written on this one, and its CVL leads there.';
create index client_by_survivor on client (merged_into_id) where merged_into_id is not null;
-- A merged record keeps its number, and the survivor may have the same.
drop index client_identity;
create unique index client_identity on client (country, identity_number)
  where identity_number is not null and identity_number not in ('XAXX010101000', 'XEXX010101000') and merged_into_id is null;

create table client_merge (
  id                  bigint             generated always as identity primary key,
  survivor_id         bigint             not null references client,
  absorbed_id         bigint             not null references client,
  state               client_merge_state not null default 'asked',
  taken               text[]             not null,
  survivor_version    integer            not null,
  absorbed_version    integer            not null,
  moves_scope         boolean            not null,
  survivor_before     jsonb,
  moved_rows          jsonb,
  replaced_rows       jsonb,
  rows_after          text,
  transaction         xid8,
  approval_id         bigint             references approval,
  undo_approval_id    bigint             references approval,
  asked_by            bigint             not null,
  asked_at            timestamptz        not null,
  done_at             timestamptz,
  undone_by           bigint,
  undone_at           timestamptz,
  check (survivor_id <> absorbed_id),
  check ((state in ('done', 'undone')) = (done_at is not null)),
  check ((state = 'undone') = (undone_at is not null))
);
comment on table client_merge is 'A merge of two records of one client, from the proposal on. taken: groups of fields that come from the absorbed record. moves_scope: the records had other staff or another zone. survivor_before, moved_rows, replaced_rows: what an undo puts back; rows_after: a fingerprint of the rows of the survivor afterwards, by which is found whether something new has come. transaction: the one that merges or undoes.';
create unique index client_merge_asked on client_merge (absorbed_id) where state = 'asked';
create index client_merge_by_survivor on client_merge (survivor_id, id);
create index client_merge_by_absorbed on client_merge (absorbed_id, id);
create index client_merge_by_approval on client_merge (approval_id);

-- Whether this transaction merges one of these records with the other, or undoes it.
create function is_merging(p_from bigint, p_to bigint) returns boolean language sql stable set search_path from current as
$$
  select exists (select from client_merge m
                  where m.transaction = pg_current_xact_id()
                    and (m.absorbed_id = p_from and m.survivor_id = p_to or m.survivor_id = p_from and m.absorbed_id = p_to))
$$;

-- Statements, not rows: whoever waited for a merge to end would otherwise write on a record that nobody sees any more.
create function refuse_merged_client() returns trigger language plpgsql security definer set search_path from current as
$$
begin
  if exists (select from client c join incoming i on i.client_id = c.id where c.merged_into_id is not null) then
    raise exception 'the client was merged with another record' using errcode = 'AT008';
  end if;
  return null;
end
$$;
create trigger account_is_current after insert on account referencing new table as incoming
  for each statement execute function refuse_merged_client();
create trigger account_holder_is_current after insert on account_holder referencing new table as incoming
  for each statement execute function refuse_merged_client();
create trigger client_bank_account_is_current after insert on client_bank_account referencing new table as incoming
  for each statement execute function refuse_merged_client();
create trigger client_bank_change_is_current after insert on client_bank_change referencing new table as incoming
  for each statement execute function refuse_merged_client();
create trigger client_block_is_current after insert on client_block referencing new table as incoming
  for each statement execute function refuse_merged_client();
create trigger client_identity_change_is_current after insert on client_identity_change referencing new table as incoming
  for each statement execute function refuse_merged_client();
create trigger client_person_is_current after insert on client_person referencing new table as incoming
  for each statement execute function refuse_merged_client();
create trigger client_staff_is_current after insert on client_staff referencing new table as incoming
  for each statement execute function refuse_merged_client();
create trigger external_position_is_current after insert on external_position referencing new table as incoming
  for each statement execute function refuse_merged_client();
create trigger payment_order_is_current after insert on payment_order referencing new table as incoming
  for each statement execute function refuse_merged_client();

-- Contributions of these clients anew, from the journals that are folded; nobody folds until the transaction ends.
create function recount_client_contributions(p_clients bigint[]) returns void language plpgsql security definer set search_path from current as
$$
begin
  perform pg_advisory_xact_lock(hashtext('fold_ledger'), hashtext(current_schema()));
  delete from client_contribution where client_id = any(p_clients);
  insert into client_contribution (client_id, source, lines, amount)
  select a.client_id, contribution_source(coalesce(o.source, j.source)), count(*), -sum(p.amount)
    from account a
    join posting p on p.account_id = a.id and p.ledger = 3
    join journal j on j.id = p.journal_id and j.kind = 'contribution'
    left join journal o on o.id = j.reverses_id
   where a.client_id = any(p_clients) and j.id <= (select through from ledger_fold)
   group by 1, 2;
end
$$;

-- Replaces refresh_client_list of 0064_lighter_writes: a merged record has no row.
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
  delete from client_list l using client c where l.client_id = any(p_clients) and c.id = l.client_id and c.merged_into_id is not null;
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
   where c.id = any(p_clients) and c.merged_into_id is null
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

-- Replaces hold_payment of 0056_undone_rejections: orders follow the client of their account in a merge.
create or replace function hold_payment() returns trigger language plpgsql security definer set search_path from current as
$$
declare
  held  numeric := 0;
  holds constant payment_state[] := array['requested', 'approved', 'in_batch'];
  transitions constant text[] := array[
    'requested approved', 'requested rejected', 'requested canceled', 'rejected requested', 'approved in_batch', 'approved canceled',
    'in_batch approved', 'in_batch sent', 'sent paid', 'sent returned', 'paid returned'];
begin
  if tg_op = 'UPDATE' then
    if (new.kind, new.account_id, new.amount, new.penalty, new.journal_id) is distinct from
       (old.kind, old.account_id, old.amount, old.penalty, old.journal_id)
       or new.client_id <> old.client_id and not is_merging(old.client_id, new.client_id)
       or new.bank_account_id is distinct from old.bank_account_id and old.state not in ('requested', 'approved') then
      raise exception 'what an order is about does not change' using errcode = 'AT006';
    end if;
    if new.state <> old.state and concat_ws(' ', old.state, new.state) <> all (transitions) then
      raise exception 'an order does not go from % to %', old.state, new.state using errcode = 'AT006';
    end if;
    if old.state = 'in_batch' and new.state <> 'approved' and new.batch_id is distinct from old.batch_id
       or (old.state, new.state) in (('approved', 'in_batch'), ('in_batch', 'approved'), ('in_batch', 'sent'))
       and not exists (select from payment_batch b where b.id = coalesce(new.batch_id, old.batch_id)
                          and (new.state = 'in_batch' and b.state = 'draft' or new.state = 'approved' and b.state in ('draft', 'given_up')
                               or new.state = 'sent' and b.state = 'sending')) then
      raise exception 'the batch of the order does not let it go from % to %', old.state, new.state using errcode = 'AT006';
    end if;
    held := case when old.state = any(holds) then -(old.amount + old.penalty) else 0 end;
  end if;
  held := held + case when new.state = any(holds) then new.amount + new.penalty else 0 end;
  if held <> 0 then
    update account_balance
       set reserved = reserved + case when new.kind = 'withdrawal' then held else 0 end,
           ordered = ordered + case when new.kind = 'withdrawal' then 0 else held end
     where account_id = new.account_id;
  end if;
  return null;
end
$$;

-- Replaces guard_account_terms of 0061_kept_interest: a merge, and its undo, give an account to the other record.
create or replace function guard_account_terms() returns trigger language plpgsql security definer set search_path from current as
$$
begin
  if exists (select from gone g join come c using (id)
              where (g.status not in ('draft', 'pending') and (g.rate, g.bonus_rate, g.opened_on) is distinct from (c.rate, c.bonus_rate, c.opened_on))
                 or (g.status <> 'draft' and (g.product_id <> c.product_id or g.client_id <> c.client_id and not is_merging(g.client_id, c.client_id)))) then
    raise exception 'what was agreed on an account does not change' using errcode = 'AT007';
  end if;
  update account_terms t
     set (day_count, payout, capitalised, accrues, penalty_points, earns_until_paid, early_withdrawal, additions, addition_days) =
         (p.day_count, p.payout, p.capitalised, p.accrues, p.penalty_points, p.earns_until_paid, p.early_withdrawal, p.additions,
          p.addition_days)
    from gone g join come c using (id) join product p on p.id = c.product_id
   where t.account_id = c.id and g.status = 'draft'
     and (t.day_count, t.payout, t.capitalised, t.accrues, t.penalty_points, t.earns_until_paid, t.early_withdrawal, t.additions,
          t.addition_days)
         is distinct from (p.day_count, p.payout, p.capitalised, p.accrues, p.penalty_points, p.earns_until_paid, p.early_withdrawal, p.additions,
          p.addition_days);
  update account_balance b set product_id = c.product_id, client_id = c.client_id, may_be_negative = p.may_be_negative
    from gone g join come c using (id) join product p on p.id = c.product_id
   where b.account_id = c.id and (g.product_id, g.client_id) is distinct from (c.product_id, c.client_id);
  perform keep_earnings(array(select c.id from gone g join come c using (id)
                               where (g.opened_on, g.product_id) is distinct from (c.opened_on, c.product_id)));
  return null;
end
$$;

-- Replaces date_bank_account of 0027_client_bank_accounts: one that has ended may go to the other record in a merge, as it is.
create or replace function date_bank_account() returns trigger language plpgsql set search_path from current as
$$
begin
  if old.ended_at is not null
     and (to_jsonb(new) - 'client_id' <> to_jsonb(old) - 'client_id' or not is_merging(old.client_id, new.client_id)) then
    raise exception 'a bank account that has ended stays as it was' using errcode = 'AT006';
  end if;
  if (new.number <> old.number or new.is_payout and not old.is_payout) and new.known_since = old.known_since then
    new.known_since := now();
  end if;
  new.is_default := new.is_default and new.is_payout;
  return new;
end
$$;

-- A client is found by the CVL of the records that were merged with theirs, whoever writes the row.
create function keep_merged_cvls() returns trigger language plpgsql security definer set search_path from current as
$$
begin
  new.cvl_text := new.cvl_text || coalesce((select string_agg(' ' || lower(c.cvl), '' order by c.id) from client c where c.merged_into_id = new.client_id), '');
  return new;
end
$$;
create trigger client_search_keeps_cvls before insert or update of cvl_text on client_search
  for each row execute function keep_merged_cvls();

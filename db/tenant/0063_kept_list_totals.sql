-- The transactions that changed what the client list shows or is searched by, so that a total that was counted once is true until there is
-- another one. Each writes a row of its own: writers meet nowhere. What a reader's snapshot doesn't know of them is what happened since.
create table client_list_change (
  writer xid8 primary key default pg_current_xact_id()
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
comment on table client_list_change is 'Transactions that wrote client_list or client_search. A total stays true while each of them is visible in the snapshot that was taken before it was counted. fold_client_list_sum makes many one.';

create function note_client_list_change() returns trigger language plpgsql security definer set search_path from current as
$$
begin
  insert into client_list_change default values on conflict do nothing;
  return null;
end
$$;
create trigger client_list_is_noted after insert or update or delete or truncate on client_list
  for each statement execute function note_client_list_change();
create trigger client_search_is_noted after insert or update or delete or truncate on client_search
  for each statement execute function note_client_list_change();

-- Replaces fold_client_list_sum of 0002_clients. As before, and of many noted transactions it makes one: itself, which came after all of them.
-- Its own row stays if it has one.
create or replace function fold_client_list_sum() returns void language sql security definer set search_path from current as
$$
  with gone as (
    delete from client_list_sum s using (select distinct zone_id, country, kyc_status, address_status, active_accounts, is_company,
        is_alliance, is_joint, smart_contributions, smart_movements, has_pending, has_expired, has_canceled
      from client_list_sum where not folded) k
     where (s.zone_id, s.country, s.kyc_status, s.address_status, s.active_accounts, s.is_company, s.is_alliance, s.is_joint,
        s.smart_contributions, s.smart_movements, s.has_pending, s.has_expired, s.has_canceled)
      = (k.zone_id, k.country, k.kyc_status, k.address_status, k.active_accounts, k.is_company, k.is_alliance, k.is_joint,
        k.smart_contributions, k.smart_movements, k.has_pending, k.has_expired, k.has_canceled) returning s.*)
  insert into client_list_sum
  select zone_id, country, kyc_status, address_status, active_accounts, is_company, is_alliance, is_joint, smart_contributions, smart_movements,
         has_pending, has_expired, has_canceled, sum(clients), sum(capital_cents), sum(balance_cents), true
    from gone group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13 having (sum(clients), sum(capital_cents), sum(balance_cents)) <> (0, 0, 0);
  with gone as (
    delete from client_list_change where writer <> pg_current_xact_id() and (select count(*) from client_list_change) > 100 returning writer)
  insert into client_list_change select pg_current_xact_id() where exists (select from gone) on conflict do nothing;
$$;

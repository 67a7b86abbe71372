-- Replaces erase_audit_payloads of 0103_erased_words: a payout stands in its approval under its journal, and is found as a change about the client. By
-- the number of an order somebody else's event was emptied. Of meetings the audit says whose address was written to.
create or replace function erase_audit_payloads(p_erasure bigint, p_clients bigint[], p_accounts bigint[], p_texts text[] default '{}') returns bigint[]
  language plpgsql security definer set search_path from current as
$$
declare
  erased bigint[];
begin
  if not exists (select from client_erasure e where e.id = p_erasure and e.client_id = any(p_clients) and e.transaction = pg_current_xact_id()) then
    raise exception 'no erasure of this client is under way' using errcode = 'AT006';
  end if;
  with accounts as (select unnest(p_accounts) as id),
       clients as (select unnest(p_clients) as id),
       orders as (select o.id from payment_order o where o.client_id in (select id from clients) or o.account_id in (select id from accounts)),
       quotes as (select q.id from cancellation_quote q where q.account_id in (select id from accounts)),
       entries as (select b.id from bank_entry b where b.account_id in (select id from accounts)),
       papers as (select k.id from kyc_document k where k.client_id in (select id from clients)),
       meetings as (select m.id from meeting m where m.client_id in (select id from clients)),
       imports as (select distinct r.import_id as id from mapped_import_row r where r.client_id in (select id from clients)),
       records (entity, id) as (
         select 'client', id from clients union select 'account', id from accounts union select 'payment', id from orders
         union select 'cancellation', id from quotes union select 'receipt', id from entries union select 'kycDocument', id from papers
         union select 'meeting', id from meetings union select 'mappedImport', id from imports),
       subjects as (
         select entity, id from records
         union select 'approval', a.id from approval a join records r on r.entity = a.entity and r.id = a.entity_id
         union select 'approval', a.id from approval a where a.subject_client_id in (select id from clients)
         union select e.entity, e.entity_id from audit_event e
                where e.entity = 'listView' and exists (
                  select from unnest(p_texts) t (words) where strpos(lower(concat(e.before ->> 'name', ' ', e.after ->> 'name')), lower(t.words)) > 0)),
       gone as (
         update audit_event e set before = null, after = null, salt = '00000000-0000-0000-0000-000000000000', erasure_id = p_erasure
           from subjects s
          where s.entity = e.entity and s.id = e.entity_id and (e.before is not null or e.after is not null)
         returning e.id)
  select coalesce(array_agg(id order by id), '{}') into erased from gone;
  return erased;
end
$$;

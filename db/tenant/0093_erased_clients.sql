-- What only the owner may take out of rows that stay, and what nobody writes of a person who was erased.

-- The texts of rows to which the role of the prefix can only add, of the accounts that the client held, and rows that it can't delete.
create function erase_kept_texts(p_erasure bigint, p_clients bigint[], p_accounts bigint[]) returns void
  language plpgsql security definer set search_path from current as
$$
declare
  orders bigint[] := array(select o.id from payment_order o where o.client_id = any(p_clients) or o.account_id = any(p_accounts));
begin
  if not exists (select from client_erasure e where e.id = p_erasure and e.client_id = any(p_clients) and e.transaction = pg_current_xact_id()) then
    raise exception 'no erasure of this client is under way' using errcode = 'AT006';
  end if;
  update journal j set description = null
   where j.description is not null and j.id in (select p.journal_id from posting p where p.account_id = any(p_accounts));
  update payment_step s set reason = null where s.reason is not null and s.order_id = any(orders);
  update retention_action r set note = '---' from cancellation_quote q where q.id = r.quote_id and q.account_id = any(p_accounts);
  update maturity_call c set note = '---' where c.account_id = any(p_accounts);
  delete from presentation_version v using presentation p where p.id = v.presentation_id and p.client_id = any(p_clients);
  delete from presentation p where p.client_id = any(p_clients);
  delete from external_position_value v using external_position e where e.id = v.position_id and e.client_id = any(p_clients);
  delete from external_position e where e.client_id = any(p_clients);
end
$$;

-- Before and after of what the audit says of the client, with their salt; answers the rows. Who did what and when stays.
create function erase_audit_payloads(p_erasure bigint, p_clients bigint[], p_accounts bigint[]) returns bigint[]
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
       imports as (select distinct r.import_id as id from mapped_import_row r where r.client_id in (select id from clients)),
       records (entity, id) as (
         select 'client', id from clients union select 'account', id from accounts union select 'payment', id from orders
         union select 'payout', id from orders union select 'cancellation', id from quotes union select 'receipt', id from entries
         union select 'kycDocument', id from papers union select 'maturity', id from accounts union select 'mappedImport', id from imports),
       subjects as (
         select entity, id from records
         union select 'approval', a.id from approval a join records r on r.entity = a.entity and r.id = a.entity_id
         union select 'approval', a.id from approval a where a.subject_client_id in (select id from clients)),
       gone as (
         update audit_event e set before = null, after = null, salt = '00000000-0000-0000-0000-000000000000', erasure_id = p_erasure
           from subjects s
          where s.entity = e.entity and s.id = e.entity_id and (e.before is not null or e.after is not null)
         returning e.id)
  select coalesce(array_agg(id order by id), '{}') into erased from gone;
  return erased;
end
$$;

-- Replaces refuse_merged_client of 0078_client_merges: of a person who was erased nothing new is written either, but who looks after the record.
create or replace function refuse_merged_client() returns trigger language plpgsql security definer set search_path from current as
$$
begin
  if exists (select from client c join incoming i on i.client_id = c.id
              where c.merged_into_id is not null or c.erased_at is not null and tg_table_name <> 'client_staff') then
    raise exception 'the client was merged with another record, or erased' using errcode = 'AT008';
  end if;
  return null;
end
$$;
create trigger client_document_is_current after insert on client_document referencing new table as incoming
  for each statement execute function refuse_merged_client();
create trigger client_mail_is_current after insert on client_mail referencing new table as incoming
  for each statement execute function refuse_merged_client();
create trigger consent_is_current after insert on consent referencing new table as incoming
  for each statement execute function refuse_merged_client();
create trigger kyc_document_is_current after insert on kyc_document referencing new table as incoming
  for each statement execute function refuse_merged_client();
create trigger presentation_is_current after insert on presentation referencing new table as incoming
  for each statement execute function refuse_merged_client();

create function refuse_erased_subject() returns trigger language plpgsql security definer set search_path from current as
$$
begin
  if exists (select from client c join incoming i on i.entity = 'client' and i.entity_id = c.id where c.erased_at is not null) then
    raise exception 'the client was erased' using errcode = 'AT008';
  end if;
  return null;
end
$$;
create trigger record_comment_is_current after insert on record_comment referencing new table as incoming
  for each statement execute function refuse_erased_subject();
create trigger record_attachment_is_current after insert on record_attachment referencing new table as incoming
  for each statement execute function refuse_erased_subject();

-- The record of a person who was erased says nothing of anybody ever again.
create function refuse_erased_change() returns trigger language plpgsql set search_path from current as
$$
begin
  raise exception 'the client was erased' using errcode = 'AT008';
end
$$;
create trigger client_stays_erased before update on client
  for each row when (old.erased_at is not null
    and (new.name, new.surname, new.email, new.phone, new.identity_number, new.birth_date, new.street, new.city, new.erased_at)
        is distinct from (old.name, old.surname, old.email, old.phone, old.identity_number, old.birth_date, old.street, old.city, old.erased_at))
  execute function refuse_erased_change();

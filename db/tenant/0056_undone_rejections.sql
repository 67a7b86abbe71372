-- A rejected withdrawal waits again where its rejection is taken back a moment later; the same trigger holds its money again, or refuses.
-- Replaces hold_payment of 0041_leaving_in_parts: an order may go from rejected to requested.
create or replace function hold_payment() returns trigger language plpgsql security definer set search_path from current as
$$
declare
  held  numeric := 0;
  holds constant payment_state[] := array['requested', 'approved', 'in_batch'];
begin
  if tg_op = 'UPDATE' then
    if (new.kind, new.account_id, new.client_id, new.amount, new.penalty, new.journal_id) is distinct from
       (old.kind, old.account_id, old.client_id, old.amount, old.penalty, old.journal_id)
       or new.bank_account_id is distinct from old.bank_account_id and old.state not in ('requested', 'approved') then
      raise exception 'what an order is about does not change' using errcode = 'AT006';
    end if;
    if new.state <> old.state and not (old.state, new.state) in (
         ('requested', 'approved'), ('requested', 'rejected'), ('requested', 'canceled'), ('rejected', 'requested'), ('approved', 'in_batch'), ('approved', 'canceled'),
         ('in_batch', 'approved'), ('in_batch', 'sent'), ('sent', 'paid'), ('sent', 'returned'), ('paid', 'returned')) then
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

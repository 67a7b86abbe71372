-- A part of an account leaves before its term is over, with the penalty on that part; and who was told of money that nothing has confirmed.

alter table payment_order
  add column penalty numeric(18, 2) not null default 0 check (penalty >= 0),
  add constraint payment_order_penalty_of_withdrawal check (penalty = 0 or kind = 'withdrawal');
comment on column payment_order.penalty is 'What leaving early costs the account beside the amount that is paid: held with it, and posted when it is sent.';

-- As before, and: what is held of an account is the amount with its penalty.
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
         ('requested', 'approved'), ('requested', 'rejected'), ('requested', 'canceled'), ('approved', 'in_batch'), ('approved', 'canceled'),
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

alter table unconfirmed_contribution add column told_on date;
comment on column unconfirmed_contribution.told_on is 'When those responsible were told that it is overdue.';

-- Money on its way out: what a client asked for, and what the firm owes, until the bank has paid it or sent it back.

create type payment_kind as enum ('withdrawal', 'interest', 'maturity', 'cancellation');
create type payment_state as enum ('requested', 'approved', 'in_batch', 'sent', 'paid', 'returned', 'rejected', 'canceled');

alter table account_balance
  add column reserved numeric(18, 2) not null default 0,
  add column ordered  numeric(18, 2) not null default 0,
  add constraint account_balance_reserves check (reserved >= 0 and (reserved = 0 or principal + interest >= reserved)),
  add constraint account_balance_ordered check (ordered >= 0 and (ordered = 0 or payable >= ordered));
comment on column account_balance.reserved is 'Asked for and not sent yet: it can''t be taken twice, whoever posts what meanwhile.';
comment on column account_balance.ordered is 'Of what is payable, what an order to pay holds already.';

create table payment_order (
  id               bigint         generated always as identity primary key,
  kind             payment_kind   not null,
  account_id       bigint         not null references account,
  client_id        bigint         not null references client,
  bank_account_id  bigint         references client_bank_account,
  amount           numeric(18, 2) not null check (amount > 0),
  state            payment_state  not null,
  reason           text           check (length(reason) between 3 and 500),
  idempotency_key  text           unique,
  request_hash     text,
  journal_id       bigint         references journal,
  approval_id      bigint         references approval,
  requested_by     bigint,
  requested_at     timestamptz    not null,
  check ((kind = 'withdrawal') = (journal_id is null)),
  check (kind <> 'withdrawal' or (bank_account_id is not null and idempotency_key is not null and request_hash is not null))
);
comment on table payment_order is 'Money that is to leave for a client''s bank account: asked for (withdrawal), or owed since a journal put it into payable. journal_id: that journal, once each.';
create unique index payment_order_once on payment_order (journal_id) where journal_id is not null;
create index payment_order_by_account on payment_order (account_id, id desc);
create index payment_order_by_client on payment_order (client_id);
create index payment_order_by_time on payment_order (requested_at, id);
create index payment_order_open on payment_order (state, id) where state in ('requested', 'approved', 'in_batch', 'sent');

create table payment_step (
  order_id  bigint        not null references payment_order,
  step      smallint      not null check (step >= 1),
  state     payment_state not null,
  at        timestamptz   not null,
  user_id   bigint,
  reason    text          check (length(reason) between 3 and 500),
  primary key (order_id, step)
);
comment on table payment_step is 'What an order to pay has been through, one row for each state it came into. Only grows.';
create trigger payment_step_is_append_only before update or delete on payment_step for each statement execute function refuse_change();
create trigger payment_step_is_not_truncated before truncate on payment_step for each statement execute function refuse_change();

-- What is open is held on the balance in the same statement, so that no two requests, nor a request and a posting, can take the same money.
-- An order's money and place never change, and its states follow their order.
create function hold_payment() returns trigger language plpgsql security definer set search_path from current as
$$
declare
  held  numeric := 0;
  holds constant payment_state[] := array['requested', 'approved', 'in_batch'];
begin
  if tg_op = 'UPDATE' then
    if (new.kind, new.account_id, new.client_id, new.amount, new.journal_id) is distinct from
       (old.kind, old.account_id, old.client_id, old.amount, old.journal_id) then
      raise exception 'what an order is about does not change' using errcode = 'AT006';
    end if;
    if new.state <> old.state and not (old.state, new.state) in (
         ('requested', 'approved'), ('requested', 'rejected'), ('requested', 'canceled'), ('approved', 'in_batch'), ('approved', 'canceled'),
         ('in_batch', 'approved'), ('in_batch', 'sent'), ('sent', 'paid'), ('sent', 'returned'), ('paid', 'returned')) then
      raise exception 'an order does not go from % to %', old.state, new.state using errcode = 'AT006';
    end if;
    held := case when old.state = any(holds) then -old.amount else 0 end;
  end if;
  held := held + case when new.state = any(holds) then new.amount else 0 end;
  if held <> 0 then
    update account_balance
       set reserved = reserved + case when new.kind = 'withdrawal' then held else 0 end,
           ordered = ordered + case when new.kind = 'withdrawal' then 0 else held end
     where account_id = new.account_id;
  end if;
  return null;
end
$$;
create trigger payment_order_holds after insert or update on payment_order for each row execute function hold_payment();

-- Payments in another currency than the books': what a euro is worth on a day, and what was paid in it.

create table payment_rate (
  currency    text           not null check (currency ~ '^[A-Z]{3}$' and currency <> 'EUR'),
  rate_on     date           not null check (isfinite(rate_on)),
  per_euro    numeric(18, 8) not null check (per_euro > 0),
  approval_id bigint         references approval,
  set_at      timestamptz    not null default now(),
  set_by      text,
  primary key (currency, rate_on)
);
comment on table payment_rate is 'Units of the currency for one euro at which the files of that one day pay. A day without a row: payments wait. Set by two people; currency_rate only shows amounts.';

alter table payment_batch
  add column pay_currency text not null default 'EUR' check (pay_currency ~ '^[A-Z]{3}$'),
  add column per_euro     numeric(18, 8) check (per_euro > 0),
  add column pay_amount   numeric(18, 2) check (pay_amount >= 0),
  add constraint payment_batch_rate check ((per_euro is null) = (pay_amount is null) and (per_euro is null or pay_currency <> 'EUR'));
comment on column payment_batch.per_euro is 'The rate that its file was written with, and that was approved with it; null: paid in euros, or no file yet. amount stays in euros, as the books have it.';
comment on column payment_batch.pay_amount is 'What its payments come to in pay_currency: the sum of each one rounded.';

alter table payment_order add column pay_amount numeric(18, 2) check (pay_amount > 0);
comment on column payment_order.pay_amount is 'What the client is paid in the currency of the batch, fixed with its file; null: as much as amount, in euros.';

create function guard_batch_currency() returns trigger language plpgsql set search_path from current as
$$
begin
  if old.state in ('approved', 'sending', 'sent', 'given_up') and (new.pay_currency, new.per_euro, new.pay_amount)
       is distinct from (old.pay_currency, old.per_euro, old.pay_amount) then
    raise exception 'what was approved does not change' using errcode = 'AT006';
  end if;
  return new;
end
$$;
create trigger payment_batch_keeps_currency before update on payment_batch for each row execute function guard_batch_currency();

-- The amount that is paid is written with the file, while the batch is a draft, and goes when its file does.
create function guard_order_currency() returns trigger language plpgsql set search_path from current as
$$
begin
  if not exists (select from payment_batch b where b.id = coalesce(new.batch_id, old.batch_id)
                    and (b.state = 'draft' or b.state = 'given_up' and new.pay_amount is null)) then
    raise exception 'what was approved does not change' using errcode = 'AT006';
  end if;
  return new;
end
$$;
create trigger payment_order_keeps_currency before update of pay_amount on payment_order
  for each row when (new.pay_amount is distinct from old.pay_amount) execute function guard_order_currency();

-- Interest that is paid to holders who live abroad has rates of its own in Mexico, on the interest. The firm's own row stays where it has one.
insert into withholding_rate (payer, payee, region, valid_from, rate, basis, source)
select payer, 'any', 'ABROAD', '2014-01-01', rate, 'interest', source
  from (values
    ('bank', 21, 'LISR art. 166, fr. IV: intereses pagados por instituciones de crédito a residentes en el extranjero'),
    ('other', 35, 'LISR art. 166, fr. VI: los demás intereses, a la tasa máxima de la tarifa del art. 152')
  ) as known (payer, rate, source)
 where current_schema() = 'cfl'
on conflict do nothing;

-- Tariffs of the products, what an account keeps of its product for good, and accounts on their way to being open.

alter table product
  add column earns_until_paid boolean not null default false,
  add column on_sale          boolean not null default true,
  add column version          integer not null default 1;
comment on column product.earns_until_paid is 'A maturity that falls on a day without business pays on the next one: whether the days between earn.';

create table product_rate (
  product_id  bigint         not null references product,
  valid_from  date           not null,
  term_months smallint       not null default 0 check (term_months >= 0),
  min_amount  numeric(18, 2) not null default 0 check (min_amount >= 0),
  rate        numeric(9, 6)  not null check (rate between 0 and 100),
  primary key (product_id, valid_from, term_months, min_amount)
);
comment on table product_rate is 'Tariffs. All rows of one day are one tariff, which replaces the one before. What an account gets: the tariff of its day, of it the longest term not above its own (0 = any), of that the highest amount not above its own.';

-- The rate of a product on a day for an amount and a term; null where no tariff says one.
create function product_rate_on(p_product bigint, p_on date, p_amount numeric, p_months smallint) returns numeric
  language sql stable set search_path from current as
$$
  select r.rate from product_rate r
   where r.product_id = p_product
     and r.valid_from = (select max(valid_from) from product_rate where product_id = p_product and valid_from <= p_on)
     and r.term_months <= coalesce(p_months, 0) and r.min_amount <= p_amount
   order by r.term_months desc, r.min_amount desc limit 1
$$;

create table bonus_limit (
  role       text          not null,
  valid_from date          not null,
  points     numeric(9, 6) not null check (points between 0 and 100),
  primary key (role, valid_from)
);
comment on table bonus_limit is 'How many points of bonus interest somebody of a role may give without a second person, from a day on. A role without a row: none.';
insert into bonus_limit (role, valid_from, points) values
  ('admin', '2016-01-01', 0.5), ('supervisor', '2016-01-01', 0.5), ('manager', '2016-01-01', 0.25), ('banker', '2016-01-01', 0.25);

alter table account
  add column term_months  smallint check (term_months > 0),
  add column offer_until  date,
  add column approval_id  bigint references approval,
  add column opening_key  text unique,
  add column opening_hash text,
  add column close_reason text check (length(close_reason) between 3 and 500),
  add column version      integer not null default 1;
-- What was asked for and came to nothing has never been open.
alter table account drop constraint account_check1;
alter table account add constraint account_is_open check (status in ('draft', 'pending') or opened_on is not null or status = 'canceled' and close_reason is not null);
comment on column account.opening_key is 'The wish that it came from: sent twice, it is one account; opening_hash is what was wished.';
comment on column account.offer_until is 'The last day on which money that arrives gets the agreed rate; later it gets that of its day.';
comment on column account.approval_id is 'Of a pending account: the second person''s word that it waits for.';
create index account_by_approval on account (approval_id) where approval_id is not null;
create index account_waiting on account (status, product_id) where status in ('draft', 'pending');

create table account_terms (
  account_id       bigint        primary key references account on delete cascade,
  day_count        day_count     not null,
  payout           payout_period not null,
  capitalised      boolean       not null,
  accrues          boolean       not null,
  penalty_points   numeric(9, 6) not null,
  earns_until_paid boolean       not null
);
comment on table account_terms is 'What an account keeps of its product for good, as the product was when the account left the state of a draft. Kept by triggers: the application only reads it.';
insert into account_terms
select a.id, p.day_count, p.payout, p.capitalised, p.accrues, p.penalty_points, p.earns_until_paid
  from account a join product p on p.id = a.product_id;

create function keep_account_terms() returns trigger language plpgsql security definer set search_path from current as
$$
begin
  insert into account_terms
  select i.id, p.day_count, p.payout, p.capitalised, p.accrues, p.penalty_points, p.earns_until_paid
    from incoming i join product p on p.id = i.product_id;
  return null;
end
$$;
create trigger account_has_terms after insert on account
  referencing new table as incoming for each statement execute function keep_account_terms();

-- What was agreed changes while it is being agreed; after that nobody changes it, whoever asks.
create function guard_account_terms() returns trigger language plpgsql security definer set search_path from current as
$$
begin
  if exists (select from gone g join come c using (id)
              where (g.status not in ('draft', 'pending') and (g.rate, g.bonus_rate, g.opened_on) is distinct from (c.rate, c.bonus_rate, c.opened_on))
                 or (g.status <> 'draft' and (g.product_id, g.client_id) is distinct from (c.product_id, c.client_id))) then
    raise exception 'what was agreed on an account does not change' using errcode = 'AT007';
  end if;
  update account_terms t
     set (day_count, payout, capitalised, accrues, penalty_points, earns_until_paid) =
         (p.day_count, p.payout, p.capitalised, p.accrues, p.penalty_points, p.earns_until_paid)
    from gone g join come c using (id) join product p on p.id = c.product_id
   where t.account_id = c.id and g.status = 'draft'
     and (t.day_count, t.payout, t.capitalised, t.accrues, t.penalty_points, t.earns_until_paid)
         is distinct from (p.day_count, p.payout, p.capitalised, p.accrues, p.penalty_points, p.earns_until_paid);
  update account_balance b set product_id = c.product_id, client_id = c.client_id, may_be_negative = p.may_be_negative
    from gone g join come c using (id) join product p on p.id = c.product_id
   where b.account_id = c.id and (g.product_id, g.client_id) is distinct from (c.product_id, c.client_id);
  return null;
end
$$;
create trigger account_keeps_terms after update on account
  referencing old table as gone new table as come for each statement execute function guard_account_terms();

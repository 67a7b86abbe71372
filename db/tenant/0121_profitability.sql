-- What money and accounts are worth to the firm and cost it, from which days on: what a margin is reckoned with.

create table transfer_rate (
  product_id  bigint        not null references product,
  term_months smallint      not null default 0 check (term_months between 0 and 600),
  valid_from  date          not null,
  rate        numeric(9, 6) not null check (rate between 0 and 100),
  set_at      timestamptz   not null default now(),
  set_by      text,
  primary key (product_id, term_months, valid_from)
);
comment on table transfer_rate is 'Per cent a year that the money of a product is worth to the firm, from a day until the next row of the same product and term. That of the term of an account goes before that of any (0). Without a row the account has no margin.';

create type direct_cost_kind as enum ('account_year', 'movement');
create table direct_cost (
  product_id bigint           not null references product,
  kind       direct_cost_kind not null,
  valid_from date             not null,
  amount     numeric(18, 2)   not null check (amount between 0 and 1000000),
  set_at     timestamptz      not null default now(),
  set_by     text,
  primary key (product_id, kind, valid_from)
);
comment on table direct_cost is 'Euros that an account of a product costs the firm, from a day until the next row of the same product and kind: account_year a year of 365 days, day by day, movement each contribution and each payout. Without a row: nothing.';

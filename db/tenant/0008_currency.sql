-- What one euro is worth elsewhere. The books are in euros; a rate only changes how amounts are shown.

create table currency_rate (
  currency   text           not null check (currency ~ '^[A-Z]{3}$' and currency <> 'EUR'),
  valid_from date           not null,
  per_euro   numeric(18, 8) not null check (per_euro > 0),
  set_at     timestamptz    not null default now(),
  set_by     text,
  primary key (currency, valid_from)
);
comment on table currency_rate is 'Units of the currency for one euro, from a day until the next row of the currency.';

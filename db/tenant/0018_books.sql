-- Closing months, looking at the books, and what tax forms ask of what was withheld.

-- Serves the journals of a month, the newest first, and their number; and the sums of what was booked since the last close.
create index journal_by_day on journal (booking_date, id);

create table month_close (
  id            bigint         generated always as identity primary key,
  month         date           not null check (month = date_trunc('month', month)::date),
  closed_at     timestamptz    not null,
  closed_by     bigint         not null,
  approval_id   bigint         references approval,
  reason        text           not null check (length(reason) between 3 and 500),
  journals      bigint         not null,
  money_in      numeric(18, 2) not null,
  money_out     numeric(18, 2) not null,
  interest      numeric(18, 2) not null,
  withheld      numeric(18, 2) not null,
  balances      jsonb          not null,
  reopened_at   timestamptz,
  reopened_by   bigint,
  reopen_reason text           check (length(reopen_reason) between 3 and 500),
  check ((reopened_at is null) = (reopened_by is null) and (reopened_at is null) = (reopen_reason is null))
);
create unique index month_close_once on month_close (month) where reopened_at is null;
comment on table month_close is 'A month whose books were closed, with its figures and the balance of each ledger account at its end ({number: amount}, debit positive): nothing is booked in it any more, so they stay. Reopened: what was said then is kept, and it can be closed anew.';

-- Moves the end of what is closed. Waits for whoever is posting, so that nothing is booked in a month after it was closed: who comes later
-- sees the new end. Where it isn't p_from any more, somebody was quicker, and nothing is done: false.
create function move_period(p_from date, p_to date) returns boolean language plpgsql security definer set search_path from current as
$$
begin
  if not isfinite(p_to) or p_to + 1 <> date_trunc('month', p_to + 1)::date then
    raise exception 'a period ends with a month' using errcode = 'AT006';
  end if;
  lock table journal in share row exclusive mode;
  update ledger_period set closed_through = p_to where closed_through = p_from;
  return found;
end
$$;

create table ledger_verification (
  id          bigint      generated always as identity primary key,
  asked_at    timestamptz not null,
  asked_by    bigint,
  finished_at timestamptz,
  step        smallint    not null default 0,
  steps       smallint    not null default 1,
  differences integer,
  list        jsonb       not null default '[]',
  months      jsonb       not null default '{}',
  check ((finished_at is null) = (differences is null))
);
create unique index ledger_verification_open on ledger_verification ((true)) where finished_at is null;
comment on table ledger_verification is 'A look at all the books: asked for by a person, or by the night (asked_by null). step of steps: how far it has come. list: the first differences. months: how many journals it saw in each month that was open, {"2026-05": 120}; a month may be closed while it has as many.';

alter table withholding_part add column country char(2);
comment on column withholding_part.country is 'Where the holder lived then: it decides which tax form the part belongs to. null: of before it was kept.';
create index withholding_part_by_day on withholding_part (booked_on);

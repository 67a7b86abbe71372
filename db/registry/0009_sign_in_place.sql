-- Where somebody has signed in lately counts apart from where they never did: guesses made elsewhere, or by others at the same address, don't
-- keep them out.

create table sign_in_place (
  identity text        not null,
  address  text        not null,
  device   text        not null,
  seen_at  timestamptz not null default now(),
  primary key (identity, address, device)
);
create index sign_in_place_by_time on sign_in_place (seen_at);
comment on table sign_in_place is 'An account, a network and a browser (an HMAC of what it calls itself) from which a password was right within the last 90 days.';

alter table sign_in_attempt add column device text not null default '';
comment on column sign_in_attempt.device is 'The browser, where it is known for this account and address; empty for all others, which count together.';

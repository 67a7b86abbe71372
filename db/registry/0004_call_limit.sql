-- How often a call was made lately, for those that have a limit besides the brake on wrong passwords.

create table call_limit (
  key        text          primary key,
  calls      timestamptz[] not null,
  expires_at timestamptz   not null
);
create index call_limit_by_time on call_limit (expires_at);
comment on table call_limit is 'One row for whoever is counted: the moments of their calls within the longest window. The key is an HMAC, never an e-mail or address.';

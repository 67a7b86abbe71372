-- A client's bank accounts are changed by two people and never deleted. One of those that take payments is the default.

alter table client_bank_account
  add column holder     text        check (length(holder) between 2 and 200),
  add column is_default boolean     not null default false,
  add column ended_at   timestamptz,
  add constraint client_bank_account_default_pays check (is_payout or not is_default),
  add constraint client_bank_account_ended_does_not check (ended_at is null or not is_payout),
  drop constraint client_bank_account_client_id_number_key,
  add constraint client_bank_account_once unique nulls not distinct (client_id, number, ended_at);
comment on column client_bank_account.holder is 'Whose it is at the bank, as whoever added it has read it there. Null: nobody has said.';
comment on column client_bank_account.is_payout is 'Takes payments. One that doesn''t is known because money came from it, or has ended.';
comment on column client_bank_account.is_default is 'What pays the client without naming an account pays here: one of each client who has any that takes payments.';
comment on column client_bank_account.ended_at is 'Nothing is paid to it any more, and it stays as it was. Added again, it is another row.';
comment on column client_bank_account.known_since is 'When this number was first here, last changed, or began to take payments: those to one that is too new wait.';

update client_bank_account set is_default = true
 where id in (select min(id) from client_bank_account where is_payout group by client_id);
create unique index client_bank_account_default on client_bank_account (client_id) where is_default;

-- The first that takes payments is the default until another is chosen.
create function choose_bank_account() returns trigger language plpgsql set search_path from current as
$$
begin
  new.is_default := not exists (select from client_bank_account k where k.client_id = new.client_id and k.is_default);
  return new;
end
$$;
create trigger client_bank_account_is_chosen before insert on client_bank_account
  for each row when (new.is_payout and not new.is_default) execute function choose_bank_account();

create or replace function date_bank_account() returns trigger language plpgsql set search_path from current as
$$
begin
  if old.ended_at is not null then
    raise exception 'a bank account that has ended stays as it was' using errcode = 'AT006';
  end if;
  if (new.number <> old.number or new.is_payout and not old.is_payout) and new.known_since = old.known_since then
    new.known_since := now();
  end if;
  new.is_default := new.is_default and new.is_payout;
  return new;
end
$$;

create type bank_change_kind as enum ('add', 'default', 'end');
create type bank_change_state as enum ('asked', 'done', 'dropped');

create table client_bank_change (
  id               bigint            generated always as identity primary key,
  client_id        bigint            not null references client,
  kind             bank_change_kind  not null,
  state            bank_change_state not null default 'asked',
  bank_account_id  bigint            references client_bank_account,
  number           text              not null,
  holder           text,
  makes_default    boolean           not null default false,
  takes_over_id    bigint            references client_bank_account check (takes_over_id <> bank_account_id),
  default_id       bigint            references client_bank_account,
  same_number      integer           not null default 0 check (same_number >= 0),
  same_of_joint    integer           not null default 0 check (same_of_joint between 0 and same_number),
  other_holder     boolean           not null default false,
  approval_id      bigint            references approval,
  idempotency_key  text              not null unique,
  request_hash     text              not null,
  asked_by         bigint            not null,
  asked_at         timestamptz       not null,
  done_at          timestamptz,
  check (bank_account_id is not null or kind = 'add' and state <> 'done'),
  check ((state = 'done') = (done_at is not null))
);
comment on table client_bank_change is 'A change of a client''s bank accounts, from the proposal on: one added, made the default, or ended. Number and default are those on which it was proposed.';
comment on column client_bank_change.takes_over_id is 'Which other takes what waits for the one that ends, and is the default after it.';
comment on column client_bank_change.same_number is 'How many other clients had this number, and how many of them are on an account with the client, when it was proposed.';
create index client_bank_change_by_client on client_bank_change (client_id, id);
create unique index client_bank_change_asked on client_bank_change (client_id, kind, number) where state = 'asked';

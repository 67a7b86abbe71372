-- What follows the death of a client, from the certificate to the money of those who inherit.

alter type payment_kind add value 'inheritance';

create type estate_requirement_kind as enum ('certificate', 'last_wills', 'title', 'inventory', 'tax', 'heir_identity', 'bank_accounts');
create type estate_requirement_state as enum ('missing', 'received', 'accepted', 'not_needed');
create type estate_role as enum ('heir', 'beneficiary', 'co_holder');

create table estate (
  id            bigint      generated always as identity primary key,
  client_id     bigint      not null unique references client,
  died_on       date        not null check (isfinite(died_on)),
  version       integer     not null default 1,
  registered_at timestamptz not null,
  registered_by bigint      not null,
  approval_id   bigint      references approval,
  released_at   timestamptz,
  released_by   bigint,
  check ((released_at is null) = (released_by is null))
);
comment on table estate is 'The procedure after the death of a client. Their money is frozen by the block of the kind death; released_at: when two people let it go to those who inherit.';
comment on column estate.approval_id is 'The proposal to release it that was made last.';
create index estate_by_approval on estate (approval_id) where approval_id is not null;

create table estate_requirement (
  estate_id     bigint                   not null references estate,
  kind          estate_requirement_kind  not null,
  state         estate_requirement_state not null default 'missing',
  attachment_id bigint                   references record_attachment,
  note          text                     not null default '' check (length(note) <= 500),
  changed_at    timestamptz              not null,
  changed_by    bigint                   not null,
  primary key (estate_id, kind),
  check (state <> 'not_needed' or note <> ''),
  check (state not in ('received', 'accepted') or attachment_id is not null or note <> '')
);
comment on table estate_requirement is 'A paper that the release of an estate needs, and how far it is: a document of the client, or a note that says where it is.';
create index estate_requirement_by_attachment on estate_requirement (attachment_id) where attachment_id is not null;

create table estate_recipient (
  id                bigint      generated always as identity primary key,
  estate_id         bigint      not null references estate,
  client_id         bigint      not null references client,
  role              estate_role not null,
  share_numerator   integer     check (share_numerator > 0),
  share_denominator integer     check (share_denominator between 1 and 1000000 and share_denominator >= share_numerator),
  account_id        bigint      references account,
  bank_account_id   bigint      references client_bank_account,
  check ((role = 'co_holder') = (share_numerator is null) and (share_numerator is null) = (share_denominator is null)),
  check (num_nonnulls(account_id, bank_account_id) <= 1)
);
comment on table estate_recipient is 'Who is paid of an estate and where: heirs and beneficiaries by an exact fraction of it, and those who held accounts with the deceased, by their share of each.';
create unique index estate_recipient_once on estate_recipient (estate_id, client_id, (role = 'co_holder'));
create index estate_recipient_by_client on estate_recipient (client_id);
create index estate_recipient_by_account on estate_recipient (account_id) where account_id is not null;
create index estate_recipient_by_bank_account on estate_recipient (bank_account_id) where bank_account_id is not null;

create table estate_payment (
  estate_id         bigint         not null references estate,
  account_id        bigint         not null references account,
  recipient_id      bigint         not null references estate_recipient,
  client_id         bigint         not null references client,
  amount            numeric(18, 2) not null check (amount > 0),
  withheld          numeric(18, 2) not null check (withheld >= 0),
  journal_id        bigint         not null references journal,
  order_id          bigint         references payment_order,
  target_account_id bigint         references account,
  primary key (estate_id, account_id, recipient_id),
  check (num_nonnulls(order_id, target_account_id) = 1)
);
comment on table estate_payment is 'What somebody got of an account when an estate was released: after the tax that was withheld of their part, into an account of theirs or by a payment. Append-only.';
create index estate_payment_by_client on estate_payment (client_id);
create trigger estate_payment_is_append_only before update or delete on estate_payment for each statement execute function refuse_change();
create trigger estate_payment_is_not_truncated before truncate on estate_payment for each statement execute function refuse_change();

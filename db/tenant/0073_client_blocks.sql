-- Blocks of a client, one of each kind at a time: lifting one leaves the others.

alter type block_kind add value 'death';

create table client_block (
  id           bigint      generated always as identity primary key,
  client_id    bigint      not null references client,
  kind         block_kind  not null,
  reason       text        not null check (length(reason) between 1 and 500),
  blocked_at   timestamptz not null,
  blocked_by   bigint,
  expected_end date,
  lifted_at    timestamptz check (lifted_at >= blocked_at),
  lifted_by    bigint,
  lift_reason  text,
  check ((lifted_at is null) = (lift_reason is null))
);
comment on table client_block is 'Why a client may not operate, from when to when. The gravest open one stands on client (block_kind, block_reason, blocked_at), which the verdict reads. blocked_by null: it came with an import, and got its row when it was lifted.';
create unique index client_block_open on client_block (client_id, kind) where lifted_at is null;
create index client_block_by_client on client_block (client_id, id);

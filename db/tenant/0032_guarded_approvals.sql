-- Changes that open a door for everything after them are decided by direction, or by two others; and nobody decides with a right of today.

alter table approval
  add column guarded         boolean     not null default false,
  add column first_by        bigint,
  add column first_cvl       text,
  add column first_at        timestamptz,
  add column first_behalf_id bigint      references employee,
  add constraint approval_first_is_whole check ((first_by is null) = (first_at is null)),
  add constraint approval_first_is_another check (first_by is distinct from made_by or first_by is null),
  add constraint approval_second_is_another check (first_by is distinct from decided_by or first_by is null or state <> 'approved');
comment on column approval.guarded is 'Decided by somebody of direction, or by two others who may approve where direction has only its maker.';
comment on column approval.first_by is 'Of the two who decide a guarded change, the one who approved first: it goes on waiting for the other.';
-- What waits is decided by the rule of today.
update approval set guarded = true where state = 'pending' and task like 'permissions.%';

create table right_gain (
  id      bigint      generated always as identity primary key,
  user_id bigint,
  role    text,
  module  text,
  at      timestamptz not null,
  check (num_nonnulls(user_id, role) = 1)
);
create index right_gain_by_time on right_gain (at);
comment on table right_gain is 'When a person, or a role, came to a right to approve: whoever came to it within a day decides nothing with it. module null = every module. Who was made on the command line has no row: whoever has the machine vouches for them.';

-- The people of the demo firm have no second factors. Any other firm asks for one of whoever approves money or rights.
insert into setting (key, value)
select 'approval.secondFactor', 'false'::jsonb from registry.installation where key = 'seed:' || current_schema()
on conflict do nothing;

-- Calls that the staff note: why, what came of it, when and by whom. A wrong one is deactivated and never deleted.

alter table call
  add column employee_id    bigint      references employee,
  add column reason         text        check (reason in ('first_contact', 'follow_up', 'review', 'maturity', 'documents', 'incident', 'other')),
  add column feedback       text        not null default '' check (length(feedback) <= 1000),
  add column observations   text        not null default '' check (length(observations) <= 4000),
  add column called_time    time(0),
  -- The order of the list: a call without a time comes before the others of its day.
  add column called_at      timestamp(0) generated always as (called_on + coalesce(called_time, time '00:00')) stored,
  add column noted_by       bigint,
  add column noted_at       timestamptz,
  add column version        integer     not null default 1,
  add column deactivated_at timestamptz,
  add column deactivated_by bigint,
  alter column sold set default false,
  add constraint call_deactivated check ((deactivated_at is null) = (deactivated_by is null));
comment on column call.employee_id is 'Who called; null where an import names nobody.';
comment on column call.noted_at is 'Null where an import brought it.';
comment on column call.outcome is 'sold and refused come from imports too.';

create index call_by_owner on call (employee_id, called_at desc, id desc);
create index call_by_day on call (called_at desc, id desc);
create index call_with_contact on call (contact_id, called_at desc, id desc) where contact_id is not null;

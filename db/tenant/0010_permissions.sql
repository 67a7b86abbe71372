-- Who may do what in this prefix, where it differs from what the product sets, and changes that wait for a second person.

create table role_grant (
  role       text        not null check (role in ('admin', 'direction', 'supervisor', 'manager', 'partner', 'advisor', 'banker', 'investments', 'hr', 'user')),
  module     text        not null check (length(module) between 1 and 80),
  actions    text[]      not null check (actions <@ array['view', 'create', 'edit', 'delete', 'export', 'approve']),
  scope      text        not null check (scope in ('own', 'team', 'zone', 'all')),
  changed_at timestamptz not null default now(),
  changed_by bigint,
  primary key (role, module)
);
comment on table role_grant is 'A cell of the matrix that differs from the product''s own table; a cell without a row is as the product sets it. No actions = the role may do nothing there.';

create table person_rule (
  id         bigint      generated always as identity primary key,
  user_id    bigint      not null,
  effect     text        not null check (effect in ('grant', 'deny')),
  module     text        not null check (length(module) between 1 and 80),
  action     text        not null check (action in ('view', 'create', 'edit', 'delete', 'export', 'approve')),
  scope      text        check (scope in ('own', 'team', 'zone', 'all')),
  valid_from date        not null,
  valid_to   date        check (valid_to >= valid_from),
  reason     text        not null check (length(reason) between 3 and 500),
  created_at timestamptz not null default now(),
  created_by bigint,
  ended_at   timestamptz,
  ended_by   bigint,
  check ((effect = 'grant') = (scope is not null))
);
create index person_rule_by_user on person_rule (user_id) where ended_at is null;
comment on table person_rule is 'What one person may do, or may not, on top of the role. valid_to is the last day; a denial wins over everything. Kept after its end.';

create type approval_state as enum ('pending', 'approved', 'rejected', 'withdrawn', 'expired');

create table approval (
  id                  bigint         generated always as identity primary key,
  task                text           not null check (length(task) between 1 and 80),
  entity              text           not null,
  entity_id           bigint,
  subject_user_id     bigint,
  subject_employee_id bigint         references employee,
  subject_client_id   bigint         references client,
  lies_with_id        bigint         references employee,
  params              jsonb          not null default '{}',
  before              jsonb,
  after               jsonb,
  payload             jsonb          not null,
  reason              text           not null check (length(reason) between 3 and 500),
  state               approval_state not null default 'pending',
  made_by             bigint         not null,
  made_cvl            text,
  made_acting_cvl     text,
  made_at             timestamptz    not null default now(),
  expires_at          timestamptz    not null,
  decided_by          bigint,
  decided_cvl         text,
  on_behalf_of_id     bigint         references employee,
  decided_at          timestamptz,
  decision_reason     text           check (length(decision_reason) between 3 and 500),
  check (made_by is distinct from decided_by or state not in ('approved', 'rejected')),
  check ((state = 'pending') = (decided_at is null)),
  check (state <> 'rejected' or decision_reason is not null)
);
create index approval_pending on approval (made_at, id) where state = 'pending';
create index approval_by_maker on approval (made_by, made_at desc);
create index approval_by_time on approval (made_at desc, id desc);
create index approval_by_entity on approval (entity, entity_id);
create index approval_lies_with on approval (lies_with_id) where state = 'pending';
comment on table approval is 'A change that one person makes and another checks. Nothing of it happens before it is approved; what was refused is kept. subject_*: whose record it is about, who may neither make nor check it. lies_with_id: with whom it lies; null = with whoever may approve for all.';

create table substitution (
  id            bigint      generated always as identity primary key,
  absent_id     bigint      not null references employee,
  substitute_id bigint      not null references employee check (substitute_id <> absent_id),
  from_on       date        not null,
  to_on         date        not null check (to_on >= from_on),
  reason        text        not null check (length(reason) between 3 and 500),
  created_at    timestamptz not null default now(),
  created_by    bigint      not null,
  ended_at      timestamptz,
  ended_by      bigint
);
create index substitution_by_substitute on substitution (substitute_id) where ended_at is null;
create index substitution_by_absent on substitution (absent_id) where ended_at is null;
comment on table substitution is 'Who decides for whom during an absence. Both days count; kept after its end.';

create table declared_relative (
  id                   bigint      generated always as identity primary key,
  employee_id          bigint      not null references employee,
  relative_employee_id bigint      references employee check (relative_employee_id <> employee_id),
  relative_client_id   bigint      references client,
  relation             text        not null check (relation in ('spouse', 'partner', 'parent', 'child', 'sibling', 'other')),
  declared_at          timestamptz not null default now(),
  declared_by          bigint,
  ended_at             timestamptz,
  check (num_nonnulls(relative_employee_id, relative_client_id) = 1)
);
create index declared_relative_by_employee on declared_relative (employee_id) where ended_at is null;
create index declared_relative_by_relative on declared_relative (relative_employee_id) where ended_at is null and relative_employee_id is not null;
comment on table declared_relative is 'Relatives that a member of staff has declared: neither decides on the other''s records.';

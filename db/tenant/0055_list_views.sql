-- Views of lists that people keep: filters, order and columns under a name.

create table list_view (
  id          bigint      generated always as identity primary key,
  list        text        not null check (list ~ '^/[a-zA-Z][a-zA-Z/:-]{0,99}$'),
  user_id     bigint      not null,
  employee_id bigint      references employee,
  name        text        not null check (length(name) between 1 and 60),
  shared_with text        not null default 'nobody' check (shared_with in ('nobody', 'team', 'all')),
  filters     jsonb       not null check (jsonb_typeof(filters) = 'object'),
  sort        text        not null check (length(sort) between 1 and 40),
  direction   text        not null check (direction in ('asc', 'desc')),
  columns     jsonb       not null check (jsonb_typeof(columns) = 'object'),
  version     integer     not null default 1,
  created_at  timestamptz not null default now(),
  changed_at  timestamptz not null default now(),
  removed_at  timestamptz,
  constraint list_view_of_team check (shared_with <> 'team' or employee_id is not null)
);
create unique index list_view_by_name on list_view (user_id, list, lower(name)) where removed_at is null;
create index list_view_shared on list_view (list) where shared_with <> 'nobody' and removed_at is null;
create index list_view_by_employee on list_view (employee_id) where employee_id is not null;
comment on table list_view is 'A view of a list that a user keeps: filters, order and columns. It is only parameters: what it shows is up to the rights of who opens it.';

create table list_view_choice (
  user_id    bigint  not null,
  view_id    bigint  not null references list_view on delete cascade,
  list       text    not null,
  place      integer,
  is_default boolean not null default false,
  primary key (user_id, view_id)
);
create unique index list_view_default on list_view_choice (user_id, list) where is_default;
create index list_view_choice_by_view on list_view_choice (view_id);
comment on table list_view_choice is 'What a user has chosen of a view, their own or a shared one: its place among the views of the list, and whether the list opens with it.';

-- What each member of staff, or their team, is to raise in a year, month by month, and how achievement and projection are measured.

create type goal_kind as enum ('individual', 'team');
create type goal_measure as enum ('gross', 'net');

create function sum_months(months numeric[]) returns numeric language sql immutable
  return (select coalesce(sum(month), 0) from unnest(months) month);
comment on function sum_months is 'What these months of a goal add up to.';

create table goal (
  employee_id bigint            not null references employee,
  year        smallint          not null check (year between 2000 and 2100),
  kind        goal_kind         not null,
  amount      numeric(18, 2)    not null check (amount > 0),
  months      numeric(18, 2)[]  not null check (cardinality(months) = 12 and 0 <= all (months)),
  version     integer           not null default 1,
  changed_at  timestamptz       not null default now(),
  changed_by  bigint,
  primary key (employee_id, year, kind),
  constraint goal_months check (sum_months(months) = amount)
);
comment on table goal is 'A year of captation, in euros. Of kind team it holds for the member of staff with everybody under them, and replaces the sum of their goals.';
comment on column goal.months is 'January to December; they add up to the amount.';

create table goal_rule (
  id            boolean       primary key default true check (id),
  measure       goal_measure  not null default 'net',
  probabilities integer[]     not null default '{5,10,25,50,75,90}'
                              check (cardinality(probabilities) = 6 and 0 <= all (probabilities) and 100 >= all (probabilities)),
  version       integer       not null default 1
);
comment on table goal_rule is 'How goals are measured, in one row: captation gross, or net of withdrawals and cancellations.';
comment on column goal_rule.probabilities is 'Of a contact, per cent, to become a client with what they might bring, by stage: new, contacted, R1, R2, R3, R4.';
insert into goal_rule default values;

-- What somebody of a position should do in a month.

create table activity_model (
  position     staff_position not null primary key,
  calls        integer        not null check (calls between 0 and 10000),
  new_contacts integer        not null check (new_contacts between 0 and 10000),
  r1           integer        not null check (r1 between 0 and 10000),
  r2           integer        not null check (r2 between 0 and 10000),
  r3           integer        not null check (r3 between 0 and 10000),
  r4           integer        not null check (r4 between 0 and 10000),
  converted    integer        not null check (converted between 0 and 10000),
  version      integer        not null default 1
);
comment on table activity_model is 'Each month, of somebody of that position: calls, contacts written down, reviews held by stage, contacts who become clients. A position without a row has no model; nothing of a kind is asked where it is 0.';

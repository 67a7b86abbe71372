-- When the next review of a person is due, by the stage of the last one.

create table review_cadence (
  stage       meeting_stage  not null,
  min_capital numeric(18, 2) not null check (min_capital >= 0),
  months      integer        not null check (months between 1 and 60),
  primary key (stage, min_capital)
);
comment on table review_cadence is 'So many months after a held review of that stage the next one is due, for whoever has at least that capital (of a contact: the amount that they might bring). Each stage has a row from 0 on.';

insert into review_cadence (stage, min_capital, months)
values ('r1', 0, 1), ('r2', 0, 2), ('r3', 0, 6), ('r3', 100000, 3), ('r4', 0, 12), ('r4', 100000, 6);

alter table meeting add column next_review_on date,
  add constraint meeting_next_review check (next_review_on is null or (stage is not null and state = 'held'));
comment on column meeting.next_review_on is 'Of a held review: when the next one is due, by the cadence on the day when it was closed.';

create index meeting_last_review_of_client on meeting (client_id, starts_at desc, id desc) where state = 'held' and stage is not null and client_id is not null;
create index meeting_last_review_of_contact on meeting (contact_id, starts_at desc, id desc) where state = 'held' and stage is not null and contact_id is not null;

-- A handover of all that somebody has takes their contacts along.

alter table handover add column takes_contacts boolean not null default false;
comment on column handover.takes_contacts is 'All clients that the giver had in that role were chosen: their contacts go along.';

create table handover_contact (
  handover_id bigint not null references handover on delete cascade,
  contact_id  bigint not null references contact,
  from_id     bigint not null references employee,
  primary key (handover_id, contact_id)
);
comment on table handover_contact is 'A contact that went along with a handover, and whose it was before.';
create index handover_contact_by_contact on handover_contact (contact_id);
create index handover_contact_by_giver on handover_contact (from_id);

-- Families and companies: who is what to whom among clients.

create table client_relation (
  id        bigint      generated always as identity primary key,
  client_id bigint      not null references client,
  other_id  bigint      not null references client,
  kind      text        not null check (kind in ('spouse', 'partner', 'parent', 'sibling', 'relative', 'employer', 'shareholder', 'business')),
  since     date,
  until     date,
  noted_by  bigint      not null,
  noted_at  timestamptz not null,
  check (client_id <> other_id),
  check (until >= since)
);
comment on table client_relation is 'What the other client is to the client: their parent, their employer, a shareholder of theirs; seen from the other one it is the inverse. until is the last day; null = it lasts.';
create unique index client_relation_once on client_relation (least(client_id, other_id), greatest(client_id, other_id), kind) where until is null;
create index client_relation_by_client on client_relation (client_id);
create index client_relation_by_other on client_relation (other_id);

-- Whom one calls at a company.
alter type client_person_role add value 'contact_person';
alter table client_person
  add position text check (length(position) <= 120),
  add phone    text check (length(phone) <= 40),
  add email    text check (length(email) <= 254);
comment on column client_person.position is 'What a contact of a company does there; phone and email are theirs.';

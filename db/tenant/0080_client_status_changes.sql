-- What one person does not decide alone of a client: where they are taxed, that they are a lesser risk, that they are no longer exposed, or that the firm takes a politically exposed person.

alter table client
  add pep_approved_at timestamptz,
  add pep_approved_by bigint,
  add constraint client_pep_is_approved check (pep or pep_approved_at is null);
comment on column client.pep_approved_at is 'When a second person agreed that the firm takes this politically exposed person; null = nobody has.';

create index client_by_next_review on client (next_review_on) where next_review_on is not null;

alter table client_identity_change
  add sets_status boolean not null default false,
  add status      jsonb,
  add seen_status jsonb,
  drop constraint client_identity_change_check,
  add constraint client_identity_change_sets check (sets_identity or sets_email or sets_status),
  add constraint client_identity_change_has_status check (sets_status = (status is not null and seen_status is not null));
comment on table client_identity_change is 'A change of the identity, the e-mail or the status of a client, from the proposal on. seen_*: what stood there when it was proposed.';
comment on column client_identity_change.status is 'Of country, tax residence, risk and exposure, what it would be: values by the names of the application. An address goes with its country.';

-- Who signs a consent: the client, or somebody who acts for them. Chosen when the link is sent, and kept as it was then, whoever acts for them later.

create type consent_signer as enum ('client', 'representative', 'guardian');

alter table consent
  add column signer_capacity consent_signer,
  add column signer_name text check (length(signer_name) between 1 and 300),
  add column signer_person_id bigint,
  add constraint consent_signer_is_whole check ((signer_capacity is null) = (signer_name is null)),
  add constraint consent_signer_of_client check ((signer_person_id is not null) = (signer_capacity in ('representative', 'guardian')));
comment on column consent.signer_name is 'Who is to sign, as they were called when it was sent; null of what was sent before the firm asked.';
comment on column consent.signer_person_id is 'The row of client_person of whoever acts for the client; it may be gone by now.';

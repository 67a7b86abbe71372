-- Documents by which a client is known: of identity, with both sides, and proofs of address. Each upload is a version.

create type kyc_subject as enum ('identity', 'address');
create type kyc_document_state as enum ('pending', 'verified', 'approved', 'rejected', 'superseded');
create type address_proof_kind as enum ('utility_bill', 'bank_statement', 'census', 'rental_contract', 'tax_letter', 'other');

create table kyc_document (
  id              bigint             generated always as identity primary key,
  client_id       bigint             not null references client,
  subject         kyc_subject        not null,
  state           kyc_document_state not null default 'pending',
  identity_kind   identity_kind,
  issuing_country char(2),
  identity_number text               check (length(identity_number) between 3 and 40),
  valid_until     date,
  permanent       boolean            not null default false,
  machine_zone    text               check (length(machine_zone) <= 200),
  proof_kind      address_proof_kind,
  issued_on       date,
  seen_address    text,
  front_file_id   uuid               not null unique references stored_file,
  back_file_id    uuid               unique references stored_file,
  status_before   text               not null,
  uploaded_at     timestamptz        not null,
  uploaded_by     bigint,
  acting_cvl      text,
  checked_at      timestamptz,
  checked_by      bigint,
  approval_id     bigint             references approval,
  decided_at      timestamptz,
  decided_by      bigint,
  reject_reason   text               check (length(reject_reason) between 3 and 500),
  check ((subject = 'identity') = (identity_kind is not null and identity_number is not null and issuing_country is not null)),
  check ((subject = 'address') = (proof_kind is not null and issued_on is not null and seen_address is not null)),
  check (not (permanent and valid_until is not null)),
  check (back_file_id is null or back_file_id <> front_file_id),
  check ((checked_at is null) = (checked_by is null))
);
comment on table kyc_document is 'One upload of a document of identity or a proof of address. The newest open one (pending, or verified by one person) waits; one at most is approved, and stays so until another one is. status_before: what the client''s status was, to which a rejection returns where it had been approved.';
comment on column kyc_document.seen_address is 'The address of the client when the proof was uploaded, in one line: a proof of another address proves nothing.';
comment on column kyc_document.machine_zone is 'The lines that machines read, as somebody typed or scanned them.';
create unique index kyc_document_open on kyc_document (client_id, subject) where state in ('pending', 'verified');
create unique index kyc_document_approved on kyc_document (client_id, subject) where state = 'approved';
create index kyc_document_by_client on kyc_document (client_id, id desc);
create index kyc_document_by_approval on kyc_document (approval_id);

create table dni_expiry_notice (
  client_id   bigint      not null references client,
  valid_until date        not null,
  notified_at timestamptz not null,
  primary key (client_id, valid_until)
);
comment on table dni_expiry_notice is 'That the staff has been notified of a document about to expire, once for each last day of it.';

-- Consents of clients: the texts by purpose, version and language, who was asked, and what they answered. Links for people without an account, and
-- the e-mails that bring them.

alter type lopd_state add value 'refused';

create type consent_purpose as enum ('information', 'marketing', 'transfers');
create type consent_state as enum ('sent', 'viewed', 'signed', 'refused', 'withdrawn', 'superseded');
create type public_link_kind as enum ('consent', 'withdrawal');

create table public_link (
  id                bigint           generated always as identity primary key,
  kind              public_link_kind not null,
  client_id         bigint           not null references client,
  token_digest      text             not null unique,
  recipient         text             not null check (length(recipient) between 3 and 254),
  idioma            text             not null,
  created_at        timestamptz      not null,
  created_by        bigint,
  expires_at        timestamptz      not null check (expires_at > created_at),
  revoked_at        timestamptz,
  used_at           timestamptz,
  code_digest       text,
  code_expires_at   timestamptz,
  code_attempts     smallint         not null default 0,
  access_digest     text,
  access_expires_at timestamptz,
  verified_at       timestamptz,
  check ((code_digest is null) = (code_expires_at is null)),
  check ((access_digest is null) = (access_expires_at is null))
);
comment on table public_link is 'A link that a client got by e-mail and opens without signing in. Of the token, the code and what a right code gives there is a keyed digest only. created_by null: the client''s own act brought it.';
create index public_link_open on public_link (client_id, kind) where used_at is null and revoked_at is null;
create index public_link_by_client on public_link (client_id, id);

create table client_mail (
  id         bigint      generated always as identity primary key,
  client_id  bigint      not null references client,
  template   text        not null check (length(template) between 1 and 60),
  recipient  text        not null check (length(recipient) between 3 and 254),
  idioma     text        not null,
  secret     text,
  file_id    uuid        references stored_file,
  link_id    bigint      references public_link,
  created_at timestamptz not null,
  next_at    timestamptz not null,
  attempts   smallint    not null default 0,
  sent_at    timestamptz,
  failed_at  timestamptz,
  error      text        check (length(error) <= 200),
  check (sent_at is null or failed_at is null),
  check (secret is not null or sent_at is not null or failed_at is not null)
);
comment on table client_mail is 'An e-mail to a client that brings a link, a code or a document. What its words are made of is sealed, and forgotten once it is sent or given up. link_id: the link that it brings.';
create index client_mail_due on client_mail (next_at, id) where sent_at is null and failed_at is null;
create index client_mail_by_client on client_mail (client_id, id);
create index client_mail_by_link on client_mail (link_id);
create index client_mail_by_file on client_mail (file_id);

create table consent_version (
  id             bigint          generated always as identity primary key,
  purpose        consent_purpose not null,
  version        integer         check (version > 0),
  reconsent_from date,
  proposed_by    bigint,
  proposed_at    timestamptz     not null,
  published_at   timestamptz,
  dropped_at     timestamptz,
  check ((version is null) = (published_at is null)),
  check (published_at is null or dropped_at is null)
);
comment on table consent_version is 'A version of the text of a purpose, in all languages. Without a number it waits for a second person. From reconsent_from on, signatures under older versions no longer count; null: they do.';
create unique index consent_version_number on consent_version (purpose, version);
create unique index consent_version_waiting on consent_version (purpose) where published_at is null and dropped_at is null;

create table consent_text (
  version_id bigint not null references consent_version,
  language   text   not null check (language in ('es', 'en', 'pt')),
  title      text   not null check (length(title) between 1 and 160),
  body       text   not null check (length(body) between 1 and 20000),
  sha256     bytea  not null check (octet_length(sha256) = 32),
  primary key (version_id, language)
);
comment on table consent_text is 'The words of a version in one language, which never change. sha256: of the title, an empty line and the body, in UTF-8.';

create table consent (
  id              bigint          generated always as identity primary key,
  client_id       bigint          not null references client,
  purpose         consent_purpose not null,
  state           consent_state   not null,
  link_id         bigint          references public_link,
  version_id      bigint,
  language        text,
  sent_at         timestamptz,
  sent_by         bigint,
  viewed_at       timestamptz,
  decided_at      timestamptz,
  text_sha256     bytea           check (octet_length(text_sha256) = 32),
  recipient       text,
  address         text,
  user_agent      text            check (length(user_agent) <= 400),
  seal            text,
  file_id         uuid            references stored_file,
  withdrawn_at    timestamptz,
  withdrawn_by    bigint,
  withdraw_reason text            check (length(withdraw_reason) between 1 and 500),
  superseded_at   timestamptz,
  foreign key (version_id, language) references consent_text,
  check ((version_id is null) = (language is null)),
  check (decided_at is null or (text_sha256 is not null and address is not null and recipient is not null and seal is not null)),
  check (state not in ('sent', 'viewed') or (decided_at is null and link_id is not null)),
  check ((state = 'withdrawn') = (withdrawn_at is not null)),
  check ((state = 'superseded') = (superseded_at is not null))
);
comment on table consent is 'What a client was asked for one purpose, and what they answered: one that is open and one that is signed at most, the others are history. Without a link it was signed before the firm kept these records. withdrawn_by null: by the client. seal: a keyed digest of the evidence.';
comment on column consent.text_sha256 is 'Of the words that the client saw when they answered.';
create unique index consent_open on consent (client_id, purpose) where state in ('sent', 'viewed');
create unique index consent_signed on consent (client_id, purpose) where state = 'signed';
create index consent_by_client on consent (client_id, id);
create index consent_by_link on consent (link_id);
create index consent_by_state on consent (purpose, state, version_id);
create index consent_by_version on consent (version_id, language);
create index consent_by_file on consent (file_id);
create index consent_without_file on consent (link_id) where decided_at is not null and file_id is null;

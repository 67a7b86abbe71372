-- Whose word a joint account takes: that of any of its holders, or of all of them.
create type account_signature as enum ('one', 'all');
alter table account add column signature account_signature not null default 'one';
comment on column account.signature is 'Who of the holders has to sign for money to leave or for what becomes of it at its maturity: any one of them, or all. ''one'' where there is one holder.';

-- Few clients are blocked: whoever asks for them reads these alone.
create index client_blocked on client (id) where block_kind is not null;

-- A rejection that was taken back stays known, so that the same rejection, sent again late, doesn't reject once more.
alter table approval add column undone_rejections smallint not null default 0 check (undone_rejections >= 0);
comment on column approval.undone_rejections is 'How often a rejection of it was taken back: what was decided before no longer decides it.';

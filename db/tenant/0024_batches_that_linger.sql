-- What keeps a batch from being simply given up, or from being done.
alter table payment_batch
  add column file_taken_at timestamptz,
  add column stalled_at    timestamptz;
comment on column payment_batch.file_taken_at is 'When somebody first had the approved file: from then on the bank may have it, and giving the batch up takes a second person.';
comment on column payment_batch.stalled_at is 'When the firm was told that payments of it can not be booked. It is tried again until they are.';

-- What attendees answer by e-mail: a word beside the answer, and another time where they propose one.
alter table meeting_attendee
  add column comment text not null default '' check (length(comment) <= 1000),
  add column proposed_starts_at timestamptz,
  add column proposed_ends_at timestamptz,
  add constraint meeting_attendee_proposal check (num_nonnulls(proposed_starts_at, proposed_ends_at) in (0, 2)),
  add constraint meeting_attendee_proposed_times check (proposed_ends_at > proposed_starts_at and proposed_ends_at <= proposed_starts_at + interval '24 hours');
comment on column meeting_attendee.comment is 'What they wrote beside their answer; with the times that they propose it goes when the meeting is moved.';

create table reply_mailbox (
  address  text        primary key,
  validity text        not null,
  last_uid bigint      not null check (last_uid >= 0),
  read_at  timestamptz not null
);
comment on table reply_mailbox is 'How far the mailbox of answers to invitations was read: letters up to last_uid, as long as the mailbox counts them alike (validity).';

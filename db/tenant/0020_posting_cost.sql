-- What each posting keeps up, and nobody needs: nearly all that is audited in a busy hour is postings. A filter on them finds them by time,
-- every other value keeps its index.
drop index audit_event_by_action;
drop index audit_event_by_entity;
create index audit_event_by_action on audit_event (action, at, id) where action <> 'journal.posted';
create index audit_event_by_entity on audit_event (entity, at, id) where entity <> 'journal';

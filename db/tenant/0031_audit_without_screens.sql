-- A day of the audit is mostly screens that were opened. What leaves them out skips them in the index, without reading their rows.
drop index audit_event_by_time;
drop index audit_event_by_user;
create index audit_event_by_time on audit_event (at, id) include (action);
create index audit_event_by_user on audit_event (user_id, at, id) include (action) where user_id is not null;

-- The timeline of a client reads their documents from an index by client and time, each event from its own.

create index client_document_by_time on client_document (client_id, created_at desc, id desc) where removed_at is null;
create index client_document_removed on client_document (client_id, removed_at desc, id desc) where removed_at is not null;
create index client_document_retained on client_document (client_id, retain_until desc, id desc) where retain_until is not null and removed_at is null;

-- What is shown of a file before it is read whole is kept when its form is said: looking at an import reads no file.

alter table mapped_import add column sample jsonb;
comment on column mapped_import.sample is 'The beginning of the file as its form takes it apart: rows, and accents, the first places with letters beyond ASCII. Null of imports from the command line, and of drafts from before it was kept.';

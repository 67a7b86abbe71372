-- A search compares all_text of every row that the index names: a fifth of all clients for three letters. Behind six other texts it had to be
-- looked for in each row; now it stands first. Nothing else of the table changes.
create table client_search_text_first (
  client_id     bigint not null,
  all_text      text   not null generated always as
    (' ' || name_text || ' ' || cvl_text || ' ' || email_text || ' ' || phone_text || ' ' || identity_text || ' ' || bank_text) stored,
  name_text     text   not null,
  cvl_text      text   not null,
  email_text    text   not null,
  phone_text    text   not null,
  identity_text text   not null,
  bank_text     text   not null
);
insert into client_search_text_first (client_id, name_text, cvl_text, email_text, phone_text, identity_text, bank_text)
select client_id, name_text, cvl_text, email_text, phone_text, identity_text, bank_text from client_search order by client_id;
drop table client_search;
alter table client_search_text_first rename to client_search;
alter table client_search add primary key (client_id),
  add constraint client_search_client_id_fkey foreign key (client_id) references client on delete cascade;
comment on table client_search is 'Normalised by the application: lower case, no accents; numbers without separators. Apart from client_list, so that a balance never touches the trigram index. all_text is what is searched in, and stands where it is found quickest.';
create index client_search_trigrams on client_search using gin (all_text public.gin_trgm_ops);
-- Where there is nothing yet, nothing is to be learnt: a plan for an empty table would be kept.
do $$
begin
  if exists (select from client_search) then
    analyze client_search;
  end if;
end
$$;

-- What the books come to by day, so that nobody adds up all postings to show a balance, a month or how many journals there are. Journals only
-- grow, and no posting waits for this: a worker adds what came since; whoever reads adds the rest.
create table ledger_day (
  day         date           not null,
  kind        movement_kind  not null,
  is_reversal boolean        not null,
  ledger      smallint       not null,
  journals    bigint         not null,
  lines       bigint         not null,
  debit       numeric(18, 2) not null,
  credit      numeric(18, 2) not null,
  primary key (day, ledger, kind, is_reversal)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
comment on table ledger_day is 'Sums of the postings of a day by ledger account, kind of journal and whether it takes another back. ledger 0: the journals themselves. Of the journals up to ledger_fold.through; read through ledger_sums, which adds the others.';

create table ledger_fold (
  only_row boolean primary key default true check (only_row),
  through  bigint  not null default 0,
  reached  bigint,
  writers  text[]
);
comment on table ledger_fold is 'The journals up to "through" are in ledger_day. reached: the next ones; they are added when the transactions that wrote journals just then (writers, as pg_locks names them) are over, so that none of them can still come.';
insert into ledger_fold default values;

-- What the books come to by month from a day to another, both included, as they stand in the snapshot of whoever asks; of one ledger account, or of all.
create function ledger_sums(p_from date, p_to date, p_ledger integer default null)
  returns table (month date, ledger smallint, kind movement_kind, is_reversal boolean, journals bigint, lines bigint, debit numeric, credit numeric)
  language plpgsql stable set search_path from current set plan_cache_mode to force_custom_plan as
$$
declare
  folded bigint := (select f.through from ledger_fold f);
begin
  return query
  select date_trunc('month', s.day)::date, s.ledger, s.kind, s.is_reversal, sum(s.journals)::bigint, sum(s.lines)::bigint, sum(s.debit), sum(s.credit)
    from (
      select d.day, d.ledger, d.kind, d.is_reversal, d.journals, d.lines, d.debit, d.credit from ledger_day d
       where d.day between p_from and p_to and (p_ledger is null or d.ledger = p_ledger)
      union all
      select j.booking_date, 0::smallint, j.kind, j.reverses_id is not null, count(*), 0, 0, 0
        from journal j
       where j.id > folded and j.booking_date between p_from and p_to and coalesce(p_ledger, 0) = 0 group by 1, 3, 4
      union all
      select j.booking_date, p.ledger, j.kind, j.reverses_id is not null, count(distinct j.id), count(*),
             coalesce(sum(p.amount) filter (where p.amount > 0), 0), coalesce(-sum(p.amount) filter (where p.amount < 0), 0)
        from journal j join posting p on p.journal_id = j.id
       where j.id > folded and p.journal_id > folded and j.booking_date between p_from and p_to and (p_ledger is null or p.ledger = p_ledger)
       group by 1, 2, 3, 4
    ) s
   group by 1, 2, 3, 4;
end
$$;

-- The transactions that have written into journal and aren't over, by the lock that an insert takes before it has its first number.
create function journal_writers() returns table (writer text) language sql volatile set search_path from current as
$$
  select l.virtualtransaction from pg_locks l
   where l.locktype = 'relation' and l.relation = 'journal'::regclass and l.mode = 'RowExclusiveLock' and l.granted
     and l.database = (select d.oid from pg_database d where d.datname = current_database())
$$;

-- Adds the next journals to ledger_day and returns how many numbers of journals it passed; 0 while it waits, or has nothing to do. A number is given
-- before its journal can be seen, so it takes two calls: where the numbers stand and who is writing, and when those are done the rest.
create function fold_ledger(p_most bigint default 200000) returns bigint language plpgsql security definer set search_path from current as
$$
declare
  f      ledger_fold;
  given  bigint;
  upto   bigint;
  before bigint;
begin
  if not pg_try_advisory_xact_lock(hashtext('fold_ledger'), hashtext(current_schema())) then
    return 0;
  end if;
  select * into f from ledger_fold;
  if f.reached is null then
    select last_value into given from journal_id_seq where is_called;
    if given > f.through then
      -- After the number: whoever has one up to it holds the lock of those who write, or is done.
      update ledger_fold set reached = given, writers = array(select w.writer from journal_writers() w);
    end if;
    return 0;
  end if;
  if exists (select from journal_writers() w where w.writer = any(f.writers)) then
    return 0;
  end if;
  -- From the first that is there: each prefix counts from another number.
  before := coalesce((select min(id) - 1 from journal where id > f.through and id <= f.reached), f.reached);
  upto := least(f.reached, before + p_most);
  insert into ledger_day as t (day, ledger, kind, is_reversal, journals, lines, debit, credit)
  select j.booking_date, 0, j.kind, j.reverses_id is not null, count(*), 0, 0, 0
    from journal j where j.id > before and j.id <= upto group by 1, 3, 4
  union all
  select j.booking_date, p.ledger, j.kind, j.reverses_id is not null, count(distinct j.id), count(*),
         coalesce(sum(p.amount) filter (where p.amount > 0), 0), coalesce(-sum(p.amount) filter (where p.amount < 0), 0)
    from journal j join posting p on p.journal_id = j.id
   where j.id > before and j.id <= upto and p.journal_id > before and p.journal_id <= upto group by 1, 2, 3, 4
  on conflict (day, ledger, kind, is_reversal) do update set
    (journals, lines, debit, credit) =
    (t.journals + excluded.journals, t.lines + excluded.lines, t.debit + excluded.debit, t.credit + excluded.credit);
  update ledger_fold set through = upto, reached = case when upto < f.reached then f.reached end;
  return upto - f.through;
end
$$;

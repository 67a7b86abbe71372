-- What the list of contributions reads, where there are millions of them and most of a day's journals are interest.
create index journal_contributions on journal (booking_date, id) where kind = 'contribution';

-- What ever came in from each client, so that the list's total in a part of the firm adds up clients, and not movements. Kept by the worker that
-- keeps ledger_day, of the same journals; no posting waits for it.
create table client_contribution (
  client_id bigint         not null,
  source    text           not null,
  lines     bigint         not null,
  amount    numeric(18, 2) not null,
  primary key (client_id, source)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
comment on table client_contribution is 'Contributions of a client by where they came from, those taken back with their sign. Of the journals up to ledger_fold.through; what came since is in contributions_between.';
create index client_contribution_by_source on client_contribution (source, client_id) include (lines);

-- Where a contribution came from; what takes one back came from where that had come from.
create function contribution_source(p_source text) returns text language sql immutable parallel safe as
$$ select case p_source when 'manual' then 'manual' when 'statement' then 'statement' when 'import' then 'import' else 'other' end $$;

-- The contributions of the journals after one number and up to another, as client_contribution keeps them.
create function contributions_between(p_after bigint, p_upto bigint) returns table (client_id bigint, source text, lines bigint, amount numeric)
  language plpgsql stable rows 100 set search_path from current set plan_cache_mode to force_custom_plan as
$$
begin
  return query
  select a.client_id, contribution_source(case when j.reverses_id is null then j.source else (select o.source from journal o where o.id = j.reverses_id) end),
         count(*), -sum(p.amount)
    from journal j
    join posting p on p.journal_id = j.id and p.ledger = 3
    join account a on a.id = p.account_id
   where j.kind = 'contribution' and j.id > p_after and j.id <= p_upto and p.journal_id > p_after and p.journal_id <= p_upto
   group by 1, 2;
end
$$;

-- What came since the worker last looked.
create function contributions_since() returns table (client_id bigint, source text, lines bigint, amount numeric)
  language sql stable rows 100 set search_path from current as
$$ select * from contributions_between((select f.through from ledger_fold f), 9223372036854775807) $$;

insert into client_contribution select c.* from ledger_fold f, contributions_between(0, f.through) c;
-- Where there is nothing yet, nothing is to be learnt: a plan for an empty table would be kept.
do $$
begin
  if exists (select from client_contribution) then
    analyze client_contribution;
  end if;
end
$$;

create or replace function fold_ledger(p_most bigint default 200000) returns bigint language plpgsql security definer set search_path from current as
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
  insert into client_contribution as t (client_id, source, lines, amount) select c.* from contributions_between(before, upto) c
  on conflict (client_id, source) do update set (lines, amount) = (t.lines + excluded.lines, t.amount + excluded.amount);
  update ledger_fold set through = upto, reached = case when upto < f.reached then f.reached end;
  return upto - f.through;
end
$$;

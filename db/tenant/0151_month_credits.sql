-- What is credited to each person in a month, new money and what left, as two sums. Captation of a year by person added up a row of each kind and type for each
-- of them: some 66,000 rows for 400 people. See docs/decisions/0173-attribution.md

-- Nobody adds any until all that is there is counted.
lock table total_month_captation in share row exclusive mode;

create table total_month_credit (
  month date not null, employee_id bigint not null, gross numeric(18, 2) not null, "out" numeric(18, 2) not null, parts bigint not null,
  primary key (month, employee_id)) with (fillfactor = 70);
comment on table total_month_credit is
  'By month and by whoever is credited (0 = nobody): new money, and what was withdrawn and cancelled, with how many parts both are made of. The sums of total_month_captation.';

-- Adds what waits to the totals of captation. Called by fold_totals, under its lock.
-- Replaces fold_captation of 0122_captation: what each person is credited with in a month.
create or replace function fold_captation() returns void language sql security definer set search_path from current as
$$
  with gone as (
    delete from captation_delta returning *
  ), days as (
    insert into total_day_captation as t (day, kind, is_new, type, amount, parts)
    select booking_date, kind, is_new, type, sum(amount), sum(parts) from gone group by 1, 2, 3, 4
    on conflict (day, kind, is_new, type) do update set amount = t.amount + excluded.amount, parts = t.parts + excluded.parts
  ), credits as (
    insert into total_month_credit as t (month, employee_id, gross, "out", parts)
    select date_trunc('month', booking_date)::date, employee_id, coalesce(sum(amount) filter (where is_new), 0),
           coalesce(sum(amount) filter (where not is_new), 0), sum(parts)
      from gone where is_new or kind <> 'contribution' group by 1, 2
    on conflict (month, employee_id) do update set gross = t.gross + excluded.gross, "out" = t."out" + excluded."out", parts = t.parts + excluded.parts
  )
  insert into total_month_captation as t (month, employee_id, kind, is_new, type, amount, parts)
  select date_trunc('month', booking_date)::date, employee_id, kind, is_new, type, sum(amount), sum(parts) from gone group by 1, 2, 3, 4, 5
  on conflict (employee_id, month, kind, is_new, type) do update set amount = t.amount + excluded.amount, parts = t.parts + excluded.parts
$$;

-- Makes what each person is credited with in a month anew, of the totals by kind and type.
create function write_month_credits() returns void language sql security definer set search_path from current as
$$
  delete from total_month_credit;
  insert into total_month_credit (month, employee_id, gross, "out", parts)
  select month, employee_id, coalesce(sum(amount) filter (where is_new), 0), coalesce(sum(amount) filter (where not is_new), 0), sum(parts)
    from total_month_captation where is_new or kind <> 'contribution' group by 1, 2
$$;

-- The parts of all journals that have none, and the totals anew. So many at once that a large firm fits in memory.
-- Replaces write_all_captation of 0122_captation: what each person is credited with in a month.
create or replace function write_all_captation() returns void
  language plpgsql security definer set search_path from current set plan_cache_mode to force_custom_plan as
$$
declare
  batch   bigint[];
  reached bigint := 0;
begin
  loop
    batch := array(select id from journal where id > reached and is_captation(kind) order by id limit 100000);
    exit when batch = '{}';
    perform write_captation(batch);
    reached := batch[cardinality(batch)];
  end loop;
  delete from captation_delta;
  delete from total_day_captation;
  insert into total_day_captation (day, kind, is_new, type, amount, parts)
  select booking_date, kind, is_new, type, sum(amount), count(*) from captation group by 1, 2, 3, 4;
  delete from total_month_captation;
  insert into total_month_captation (month, employee_id, kind, is_new, type, amount, parts)
  select date_trunc('month', booking_date)::date, coalesce(employee_id, 0), kind, is_new, type, sum(amount), count(*) from captation group by 1, 2, 3, 4, 5;
  perform write_month_credits();
end
$$;

select write_month_credits();
analyze total_month_credit;

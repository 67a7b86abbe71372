-- Idle money of the firm, and what stood in the accounts of teams, by month, too: what stood somewhere on a day is the months before and the days of its own,
-- and not each day since the beginning. See docs/decisions/0180-days-of-teams.md

create table total_month_stock (
  month date not null, product_id bigint not null, idle_principal numeric(18, 2) not null, idle_balance numeric(18, 2) not null, opened bigint not null,
  primary key (month, product_id)) with (fillfactor = 80);
comment on table total_month_stock is 'total_day_stock, added up by month. Triggers keep it.';

create table total_month_team_stock (
  supervisor_id bigint not null, month date not null, product_id bigint not null,
  principal numeric(18, 2) not null, balance numeric(18, 2) not null, idle_principal numeric(18, 2) not null, idle_balance numeric(18, 2) not null,
  opened bigint not null, primary key (supervisor_id, month, product_id)) with (fillfactor = 80);
comment on table total_month_team_stock is 'total_day_team_stock, added up by month. Triggers keep it.';

create function month_of(p_day date) returns date language sql immutable as
$$ select p_day - extract(day from p_day)::integer + 1 $$;

-- The same of what came to a table of days and what is gone from it, whichever of both there is.
create function add_months_of_stock() returns trigger language plpgsql security definer set search_path from current as
$$
begin
  if tg_op <> 'DELETE' then
    insert into total_month_stock as t (month, product_id, idle_principal, idle_balance, opened)
    select month_of(day), product_id, sum(idle_principal), sum(idle_balance), sum(opened) from come group by 1, 2 order by 1, 2
    on conflict (month, product_id) do update set idle_principal = t.idle_principal + excluded.idle_principal,
      idle_balance = t.idle_balance + excluded.idle_balance, opened = t.opened + excluded.opened;
  end if;
  if tg_op <> 'INSERT' then
    update total_month_stock t set idle_principal = t.idle_principal - g.idle_principal, idle_balance = t.idle_balance - g.idle_balance, opened = t.opened - g.opened
      from (select month_of(day) as month, product_id, sum(idle_principal) as idle_principal, sum(idle_balance) as idle_balance, sum(opened) as opened
              from gone group by 1, 2) g
     where (t.month, t.product_id) = (g.month, g.product_id);
  end if;
  return null;
end
$$;
create trigger stock_comes_to_month after insert on total_day_stock
  referencing new table as come for each statement execute function add_months_of_stock();
create trigger stock_changes_month after update on total_day_stock
  referencing old table as gone new table as come for each statement execute function add_months_of_stock();
create trigger stock_leaves_month after delete on total_day_stock
  referencing old table as gone for each statement execute function add_months_of_stock();

create function add_months_of_team_stock() returns trigger language plpgsql security definer set search_path from current as
$$
begin
  if tg_op <> 'DELETE' then
    insert into total_month_team_stock as t (supervisor_id, month, product_id, principal, balance, idle_principal, idle_balance, opened)
    select supervisor_id, month_of(day), product_id, sum(principal), sum(balance), sum(idle_principal), sum(idle_balance), sum(opened)
      from come group by 1, 2, 3 order by 1, 2, 3
    on conflict (supervisor_id, month, product_id) do update set principal = t.principal + excluded.principal, balance = t.balance + excluded.balance,
      idle_principal = t.idle_principal + excluded.idle_principal, idle_balance = t.idle_balance + excluded.idle_balance, opened = t.opened + excluded.opened;
  end if;
  if tg_op <> 'INSERT' then
    update total_month_team_stock t set principal = t.principal - g.principal, balance = t.balance - g.balance,
           idle_principal = t.idle_principal - g.idle_principal, idle_balance = t.idle_balance - g.idle_balance, opened = t.opened - g.opened
      from (select supervisor_id, month_of(day) as month, product_id, sum(principal) as principal, sum(balance) as balance,
                   sum(idle_principal) as idle_principal, sum(idle_balance) as idle_balance, sum(opened) as opened
              from gone group by 1, 2, 3) g
     where (t.supervisor_id, t.month, t.product_id) = (g.supervisor_id, g.month, g.product_id);
  end if;
  return null;
end
$$;
create trigger team_stock_comes_to_month after insert on total_day_team_stock
  referencing new table as come for each statement execute function add_months_of_team_stock();
create trigger team_stock_changes_month after update on total_day_team_stock
  referencing old table as gone new table as come for each statement execute function add_months_of_team_stock();
create trigger team_stock_leaves_month after delete on total_day_team_stock
  referencing old table as gone for each statement execute function add_months_of_team_stock();

insert into total_month_stock (month, product_id, idle_principal, idle_balance, opened)
select month_of(day), product_id, sum(idle_principal), sum(idle_balance), sum(opened) from total_day_stock group by 1, 2;
insert into total_month_team_stock (supervisor_id, month, product_id, principal, balance, idle_principal, idle_balance, opened)
select supervisor_id, month_of(day), product_id, sum(principal), sum(balance), sum(idle_principal), sum(idle_balance), sum(opened)
  from total_day_team_stock group by 1, 2, 3;
analyze total_month_stock, total_month_team_stock;

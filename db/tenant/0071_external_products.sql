-- What clients have at other firms, kept up by the staff: a catalogue of products of other institutions, positions that open and close, and
-- what each was worth on which day. Nothing here touches the ledger.

create table external_product (
  id          bigint      generated always as identity primary key,
  institution text        not null check (length(institution) between 1 and 120),
  kind        text        not null check (kind in ('loan', 'card', 'deposit', 'fund', 'pension', 'other')),
  name        text        not null check (length(name) between 1 and 120),
  terms       text        not null default '' check (length(terms) <= 1000),
  closed_at   timestamptz,
  version     integer     not null default 1
);
comment on table external_product is 'A product of another institution. A closed one takes no new positions; those that it has stay.';
create unique index external_product_by_name on external_product (lower(institution), lower(name));

alter table external_position
  add column product_id      bigint  references external_product,
  add column valued_on       date,
  add column closed_on       date,
  add column closing_reason  text    check (closing_reason in ('moved_here', 'moved_elsewhere', 'matured', 'repaid', 'withdrawn', 'mistake', 'other')),
  add column version         integer not null default 1,
  add column idempotency_key text    unique,
  add column request_hash    text,
  add constraint external_position_closing check ((closed_on is null) = (closing_reason is null));
comment on column external_position.product_id is 'Null where an import brought it. Institution and kind of a position with a product are those of the product.';
comment on column external_position.amount is 'The last of external_position_value, never negative: what a loan or a card has left is owed.';
create index external_position_by_product on external_position (product_id);

create table external_position_value (
  id          bigint         generated always as identity primary key,
  position_id bigint         not null references external_position,
  as_of       date           not null,
  amount      numeric(18, 2) not null check (amount >= 0),
  noted_by    bigint,
  noted_at    timestamptz    not null default now(),
  constraint external_position_value_by_day unique (position_id, as_of)
);
comment on table external_position_value is 'What an external position was worth, or what was left of a debt, at the end of a day. The latest day counts.';
comment on column external_position_value.noted_by is 'A user; null where an import brought it.';

-- What the importers knew of a loan that is paid is that it is over; its last day follows from its term.
update external_position
   set closed_on = coalesce((since + make_interval(months => coalesce(months, 0)))::date, current_date), closing_reason = 'repaid'
 where status = 'repaid';

insert into external_position_value (position_id, as_of, amount)
select id, coalesce(since, current_date), abs(amount) from external_position where amount is not null;
update external_position x set amount = v.amount, valued_on = v.as_of from external_position_value v where v.position_id = x.id;

-- An amount that comes with the position itself, as imports bring it, is its first value.
create function value_new_external_positions() returns trigger language plpgsql set search_path from current as $$
begin
  insert into external_position_value (position_id, as_of, amount)
  select n.id, coalesce(n.valued_on, n.since, current_date), n.amount from new_rows n where n.amount is not null
      on conflict do nothing;
  return null;
end $$;
create trigger external_position_is_valued after insert on external_position
  referencing new table as new_rows for each statement execute function value_new_external_positions();

-- The position keeps its latest value, so that lists add up without looking at each history.
create function keep_external_amount() returns trigger language plpgsql set search_path from current as $$
begin
  update external_position x
     set amount = v.amount, valued_on = v.as_of
    from (select distinct position_id from changed_rows) c
    left join lateral (select l.amount, l.as_of from external_position_value l
                        where l.position_id = c.position_id order by l.as_of desc limit 1) v on true
   where x.id = c.position_id and (x.amount, x.valued_on) is distinct from (v.amount, v.as_of);
  return null;
end $$;
create trigger external_value_adds after insert on external_position_value
  referencing new table as changed_rows for each statement execute function keep_external_amount();
create trigger external_value_changes after update on external_position_value
  referencing new table as changed_rows for each statement execute function keep_external_amount();
create trigger external_value_goes after delete on external_position_value
  referencing old table as changed_rows for each statement execute function keep_external_amount();

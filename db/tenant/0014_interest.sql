-- What is withheld from interest, by law: dated, editable, with the source of each rule.

create type withholding_basis as enum ('interest', 'capital');

create table withholding_rate (
  payer      text              not null check (payer in ('any', 'bank', 'other')),
  payee      text              not null check (payee in ('any', 'person', 'company')),
  region     text              not null check (region in ('any', 'ABROAD') or region ~ '^[A-Z]{2}(-[A-Z0-9]{1,3})?$'),
  valid_from date              not null check (isfinite(valid_from)),
  rate       numeric(9, 6)     not null check (rate between 0 and 100),
  basis      withholding_basis not null default 'interest',
  source     text              not null check (length(source) between 3 and 500),
  set_at     timestamptz       not null default now(),
  set_by     text,
  primary key (payer, payee, region, valid_from)
);
comment on table withholding_rate is 'Per cent that the payer keeps back, from a day until the next row of the same payer, payee and region: of the interest, or a year of the capital that earned it. The row that says most about the place of the payee rules; 0 = exempt. region: EU = another member state, ABROAD = any other country than the prefix''s, else a country or a part of one (ISO 3166).';

insert into withholding_rate (payer, payee, region, valid_from, rate, basis, source)
select payer, payee, region, valid_from::date, rate, basis::withholding_basis, source
  from (values
    ('dino', 'any', 'any', 'any', '2016-01-01', 19, 'interest', 'LIRPF art. 101.4; LIS art. 128.6; TRLIRNR art. 25.1.f'),
    ('dino', 'any', 'any', 'EU', '2016-01-01', 0, 'interest', 'TRLIRNR art. 14.1.c: residentes en otro Estado de la Unión Europea'),
    ('dino', 'bank', 'any', 'ABROAD', '2016-01-01', 0, 'interest', 'TRLIRNR art. 14.1.f: cuentas de no residentes'),
    ('dino_uab', 'any', 'any', 'any', '2013-01-01', 28, 'interest', 'CIRS art. 71.º, n.º 1 (Lei n.º 66-B/2012)'),
    ('dino_uab', 'any', 'person', 'PT-20', '2021-01-01', 19.6, 'interest', 'CIRS art. 71.º; Decreto Legislativo Regional n.º 2/99/A, art. 4.º (redução de 30 %)'),
    ('dino_uab', 'any', 'company', 'any', '2014-01-01', 25, 'interest', 'CIRC art. 94.º, n.º 4'),
    ('cfl', 'bank', 'any', 'any', '2016-01-01', 0.50, 'capital', 'LISR art. 54; Ley de Ingresos de la Federación 2016'),
    ('cfl', 'bank', 'any', 'any', '2017-01-01', 0.58, 'capital', 'LISR art. 54; Ley de Ingresos de la Federación 2017'),
    ('cfl', 'bank', 'any', 'any', '2018-01-01', 0.46, 'capital', 'LISR art. 54; Ley de Ingresos de la Federación 2018'),
    ('cfl', 'bank', 'any', 'any', '2019-01-01', 1.04, 'capital', 'LISR art. 54; Ley de Ingresos de la Federación 2019'),
    ('cfl', 'bank', 'any', 'any', '2020-01-01', 1.45, 'capital', 'LISR art. 54; Ley de Ingresos de la Federación 2020'),
    ('cfl', 'bank', 'any', 'any', '2021-01-01', 0.97, 'capital', 'LISR art. 54; Ley de Ingresos de la Federación 2021'),
    ('cfl', 'bank', 'any', 'any', '2022-01-01', 0.08, 'capital', 'LISR art. 54; Ley de Ingresos de la Federación 2022'),
    ('cfl', 'bank', 'any', 'any', '2023-01-01', 0.15, 'capital', 'LISR art. 54; Ley de Ingresos de la Federación 2023'),
    ('cfl', 'bank', 'any', 'any', '2024-01-01', 0.50, 'capital', 'LISR art. 54; Ley de Ingresos de la Federación 2024'),
    ('cfl', 'bank', 'any', 'any', '2025-01-01', 0.50, 'capital', 'LISR art. 54; Ley de Ingresos de la Federación 2025'),
    ('cfl', 'bank', 'any', 'any', '2026-01-01', 0.90, 'capital', 'LISR art. 54; Ley de Ingresos de la Federación 2026'),
    ('cfl', 'other', 'any', 'any', '2014-01-01', 20, 'interest', 'LISR art. 135: intereses nominales')
  ) as known (prefix, payer, payee, region, valid_from, rate, basis, source)
 where prefix = current_schema();

-- What the firm is before the tax authority: a bank or another entity of the financial system, or not.
insert into setting (key, value) values ('withholding.payer', case when current_schema() = 'cfl' then '"bank"' else '"other"' end::jsonb);

create table interest_through (
  account_id bigint primary key references account,
  through    date   not null
);
comment on table interest_through is 'The last payout of an account that a posting run has settled, posted or found to be nothing. No row: none yet.';

create table withholding_part (
  id         bigint            generated always as identity primary key,
  account_id bigint            not null references account,
  client_id  bigint            not null references client,
  journal_id bigint            references journal,
  booked_on  date              not null,
  base       numeric(18, 2)    not null,
  basis      withholding_basis not null,
  rate       numeric(9, 6)     not null,
  region     text              not null,
  source     text              not null,
  amount     numeric(18, 2)    not null
);
create index withholding_part_by_journal on withholding_part (journal_id);
create index withholding_part_by_client on withholding_part (client_id, booked_on);
comment on table withholding_part is 'Of a payment of interest: the part of one holder, and what was withheld of it by which rule. journal_id: the withholding; null where all holders are exempt.';
create trigger withholding_part_is_append_only before update or delete on withholding_part for each statement execute function refuse_change();
create trigger withholding_part_is_not_truncated before truncate on withholding_part for each statement execute function refuse_change();

create type posting_run_kind as enum ('interest', 'maturity');
create table posting_run (
  id            bigint           generated always as identity primary key,
  kind          posting_run_kind not null,
  business_date date             not null,
  started_at    timestamptz      not null,
  finished_at   timestamptz,
  journals_to   bigint           not null,
  accounts      integer          not null default 0,
  journals      integer          not null default 0,
  interest      numeric(18, 2)   not null default 0,
  bonus         numeric(18, 2)   not null default 0,
  withheld      numeric(18, 2)   not null default 0,
  failures      integer          not null default 0
);
create unique index posting_run_open on posting_run (kind, business_date) where finished_at is null;
create index posting_run_newest on posting_run (kind, business_date desc, id desc);
comment on table posting_run is 'One run over all accounts for a business date. Each batch counts itself in its own transaction; without finished_at it was broken off, and the next start goes on with it. journals_to: the last journal that it looked for corrections in.';

create table posting_run_failure (
  run_id     bigint      not null references posting_run,
  account_id bigint      not null references account,
  code       text        not null check (length(code) between 1 and 80),
  at         timestamptz not null default now(),
  primary key (run_id, account_id)
);
comment on table posting_run_failure is 'An account that a run could not settle, and why. It stops nobody; the next run tries it again.';

-- Posts many journals of any lines at once, all or none: what a run over all accounts posts, set-wise. As post_journal does for one, but for
-- kinds that captation doesn't count. p_journals: [{n, kind, booking_date, value_date, key, hash, source, description, ledgers, accounts, amounts}].
-- Answers the journal of each; a key that is known answers the one of the first time, AT422 where its hash is another one.
create function post_journals(p_journals jsonb, out n integer, out journal_id bigint) returns setof record
  language plpgsql security definer set search_path from current set plan_cache_mode to force_custom_plan as
$$
declare
  other text;
begin
  if exists (select from jsonb_to_recordset(p_journals) as i (kind movement_kind, amounts numeric[])
              where is_captation(i.kind) or exists (select from unnest(i.amounts) as u (amount) where u.amount <> round(u.amount, 2))) then
    raise exception 'amounts have two decimals, and captation is posted one by one' using errcode = 'AT005';
  end if;
  perform from account_balance b
    where b.account_id in (select unnest(i.accounts) from jsonb_to_recordset(p_journals) as i (accounts bigint[]))
    order by b.account_id for no key update;

  with incoming as materialized (
    select * from jsonb_to_recordset(p_journals) as i (n integer, kind movement_kind, booking_date date, value_date date, key text, hash text,
      source text, description text, ledgers smallint[], accounts bigint[], amounts numeric[])
  ), made as (
    insert into journal (kind, booking_date, value_date, lines, idempotency_key, request_hash, description, source)
    select i.kind, i.booking_date, i.value_date, cardinality(i.ledgers), i.key, i.hash, i.description, i.source from incoming i order by i.n
    on conflict (idempotency_key) do nothing returning id, idempotency_key
  ), fresh as materialized (
    select m.id, i.* from made m join incoming i on i.key = m.idempotency_key
  ), lines as materialized (
    select f.id, f.kind, f.booking_date, l.line, l.ledger, l.account_id, l.amount
      from fresh f cross join lateral unnest(f.ledgers, f.accounts, f.amounts) with ordinality as l (ledger, account_id, amount, line)
  ), legs as (
    insert into posting (journal_id, line, ledger, account_id, amount, booking_date)
    select id, line, ledger, account_id, amount, booking_date from lines
  ), balances as (
    update account_balance b set principal = b.principal + s.principal, interest = b.interest + s.interest, payable = b.payable + s.payable
      from (select account_id, coalesce(-sum(amount) filter (where ledger = 3 and is_principal(kind)), 0) as principal,
                   coalesce(-sum(amount) filter (where ledger = 3 and not is_principal(kind)), 0) as interest,
                   coalesce(-sum(amount) filter (where ledger = 4), 0) as payable
              from lines where account_id is not null group by account_id) s
     where b.account_id = s.account_id
  ), totals as (
    insert into total_delta (booking_date, kind, product_id, manager_id, client_id, amount, movements)
    select l.booking_date, l.kind, a.product_id, coalesce(c.manager_id, 0), a.client_id, -sum(l.amount), count(distinct (l.id, l.account_id))
      from lines l join account a on a.id = l.account_id join client_list c on c.client_id = a.client_id
     where l.ledger = 3 group by 1, 2, 3, 4, 5
  )
  insert into audit_event (action, entity, entity_id, after)
  select 'journal.posted', 'journal', f.id,
         jsonb_build_object('kind', f.kind, 'bookingDate', f.booking_date, 'accounts', f.accounts, 'amounts', f.amounts)
    from fresh f order by f.n;

  select i.key into other
    from jsonb_to_recordset(p_journals) as i (n integer, key text, hash text) join journal j on j.idempotency_key = i.key
   where j.request_hash <> i.hash order by i.n limit 1;
  if found then
    raise exception 'the key % was used for another movement', other using errcode = 'AT422', detail = other;
  end if;
  return query select i.n, j.id from jsonb_to_recordset(p_journals) as i (n integer, key text) join journal j on j.idempotency_key = i.key order by i.n;
end
$$;

alter table account add column transfer_product_id bigint references product;
comment on column account.transfer_product_id is 'Where the money goes at its maturity, if the instruction is to transfer it.';

create type maturity_outcome as enum ('paid', 'renewed', 'transferred', 'parked');
create table maturity (
  account_id  bigint           primary key references account,
  run_id      bigint           not null references posting_run,
  matured_on  date             not null,
  outcome     maturity_outcome not null,
  renewed_id  bigint           references account,
  renewed     numeric(18, 2)   not null default 0,
  payable     numeric(18, 2)   not null default 0,
  journal_id  bigint           references journal,
  reasons     text[]           not null default '{}',
  released_at timestamptz,
  check ((renewed_id is not null) = (outcome in ('renewed', 'transferred')))
);
create index maturity_by_run on maturity (run_id);
create index maturity_by_day on maturity (matured_on, account_id);
comment on table maturity is 'What became of an account when its term was over. renewed: what went on into another account; payable: what left for the payable. parked: the client can''t operate (reasons), so the payable waits until somebody releases it.';

create table maturity_call (
  id         bigint      generated always as identity primary key,
  account_id bigint      not null references account,
  called_on  date        not null,
  note       text        not null check (length(note) between 3 and 1000),
  noted_at   timestamptz not null default now(),
  noted_by   bigint
);
create index maturity_call_by_account on maturity_call (account_id, called_on desc, id desc);
comment on table maturity_call is 'Who was called about a maturity, when, and what they said.';

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

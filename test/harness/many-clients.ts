import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import type { Prefix } from '#contract/core/values.ts'

/** Forty people in a tree: one at the top, a supervisor for each three, and managers, advisors, partners and bankers under them. */
const insertStaffSql = `
  with z as (insert into zone (name) select 'Zone of many ' || n from generate_series(1, 8) n returning id, name),
       o as (insert into office (name, zone_id) select 'Office of ' || name, id from z returning id),
       places as (select array_agg(id order by id) as ids from o),
       codes as (insert into cvl (code) select 'E' || lpad(n::text, 7, '0') from generate_series(1, 40) n returning code)
  insert into employee (cvl, name, surname, position, office_id)
  select code, 'Staff', 'Number ' || n,
         case when n = 1 then 'direction' when n <= 10 then 'supervisor' when n <= 28 then 'manager' when n <= 34 then 'advisor'
              when n <= 37 then 'partner' else 'banker' end::staff_position,
         ids[1 + n % 8]
    from (select code, substr(code, 2)::int as n from codes) e, places`

const updateSupervisorsSql = `
  update employee e set supervisor_id = s.id from employee s
   where e.cvl <> 'E0000001' and s.cvl = 'E' || lpad((1 + (substr(e.cvl, 2)::int - 2) / 4)::text, 7, '0')`

const insertClientsSql = `
  with codes as (insert into cvl (code) select 'M' || lpad(n::text, 7, '0') from generate_series(1, $1::int) n returning code),
       zones as (select array_agg(id order by id) as ids from zone)
  insert into client (cvl, kind, name, surname, email, phone, country, identity_kind, identity_number, dni_valid_until, dni_permanent,
    registered_on, zone_id, channel, kyc_status, address_status, form_status)
  select code, case when n % 17 = 0 then 'company' else 'person' end::client_kind, first[1 + h % 20], last[1 + h / 20 % 20] || ' ' || last[1 + h / 400 % 20] || ' ' || h % 9973,
         'c' || n || '@mail.example', '+346' || lpad((h % 100000000)::text, 8, '0'), countries[1 + least(h / 7 % 30, 4)], 'dni', lpad((n * 37)::text, 8, '0') || 'X',
         case when n % 10 > 1 then date '2024-01-01' + h % 3000 end, n % 10 = 0, date '2018-01-01' + h % 3000, ids[1 + h % 8],
         case when n % 14 = 0 then 'alliance' when n % 5 = 0 then 'partner' else 'direct' end::client_channel,
         kycs[1 + h / 3 % 7], addresses[1 + h / 5 % 4],
         (array['missing', 'draft', 'complete', 'complete'])[1 + h / 11 % 4]::form_state
    from (select code, n, abs(hashint4(n)) as h from (select code, substr(code, 2)::int as n from codes) c) c, zones,
         (select array['ana', 'luis', 'marta', 'jose', 'ines', 'pablo', 'clara', 'hugo', 'eva', 'ivan', 'rosa', 'raul', 'nuria', 'oscar', 'lola', 'juan', 'alba', 'david', 'sara', 'marc'] as first,
                 array['garcia', 'martin', 'lopez', 'perez', 'ruiz', 'diaz', 'moreno', 'alonso', 'romero', 'navarro', 'torres', 'ramos', 'gil', 'serrano', 'blanco', 'molina', 'suarez', 'ortega', 'delgado', 'castro'] as last,
                 array['FR', 'PT', 'GB', 'DE', 'ES'] as countries,
                 array['unverified', 'pending', 'rejected', 'verified', 'approved', 'failed', 'missing']::verification_state[] as kycs,
                 array['pending', 'approved', 'rejected', 'no_data']::address_state[] as addresses) words`

const insertClientLinksSql = `
  with people as (select position, array_agg(id order by id) as ids from employee group by position)
  insert into client_staff (client_id, employee_id, role, valid_from)
  select c.id, p.ids[1 + abs(hashint8(c.id * 5 + r.every)) % cardinality(p.ids)], r.role::staff_role, c.registered_on
    from client c, people p, (values ('manager', 1), ('advisor', 3), ('partner', 7), ('banker', 10)) r (role, every)
   where p.position::text = r.role and abs(hashint8(c.id)) % r.every = 0`

const insertClientSearchSql = `
  insert into client_search (client_id, name_text, cvl_text, email_text, phone_text, identity_text, bank_text)
  select id, surname || ' ' || name, lower(cvl), email, substr(phone, 2), lower(identity_number), '' from client`

const insertAccountsSql = `
  with products as (
    insert into product (code, name, family) values ('MANY-FT', 'Fixed term', 'fixed_term'), ('MANY-SM', 'Smart', 'smart') returning id
  ), p as (select array_agg(id order by id) as ids from products), o as (select min(id) as id from office)
  insert into account (number, product_id, client_id, status, opened_on, contribution_plan, zone_id, office_id)
  select 'MANY-' || c.id || '-' || n, p.ids[1 + (h + n) % 2], c.id,
         (array['active', 'active', 'expired', 'canceled', 'pending', 'draft'])[1 + (h + n * 5) % 6]::account_state,
         c.registered_on, h % 3 = 0, c.zone_id, o.id
    from (select c.*, abs(hashint8(c.id)) as h from client c) c, p, o, generate_series(1, 4) n
   where n <= 1 + h % 4`

const insertHoldersSql = `
  insert into account_holder (account_id, client_id, role, share)
  select id, client_id, 'primary'::holder_role, case when id % 12 = 0 then 50 else 100 end from account
  union all
  select a.id, c.other, 'holder', 50 from account a, lateral (select max(id) as other from client where id < a.client_id) c
   where a.id % 12 = 0 and c.other is not null`

/** A balance of its own for each active account, one journal each. */
const postMovementsSql = `
  select posted from post_movements(
    array(select id from account where status = 'active' order by id), array(select 'contribution'::movement_kind from account where status = 'active'),
    array(select (1000 + id * 7919 % 5000000)::numeric / 100 from account where status = 'active' order by id),
    array(select opened_on from account where status = 'active' order by id), array(select opened_on from account where status = 'active' order by id),
    array(select 'many:account:' || id from account where status = 'active' order by id),
    array(select 'many' from account where status = 'active'), array(select null::text from account where status = 'active'), 'test')`

/** Until each page is known to be visible to all: what happens to look at the database meanwhile, its own statistics too, leaves some out. */
export const vacuumTable = async (owner: Client, table: string): Promise<void> => {
  for (let time = 0; time < 50; time++) {
    await owner.query(`vacuum (analyze) ${table}`)
    const { rows } = await owner.query<{ done: boolean }>(
      'select relallvisible >= relpages as done from pg_class where oid = $1::regclass',
      [table],
    )
    if (rows[0]!.done) return
    await sleep(100)
  }
  throw new Error(`somebody looked at ${table} all the time`)
}

/**
 * Fills an empty prefix with clients of every kind, 2.5 accounts each, their staff and balances, set by set inside the database:
 * 20,000 take seconds. The same every time. Plain text only: the search row needs no normalising.
 */
export const makeManyClients = async (owner: Client, prefix: Prefix, count: number): Promise<void> => {
  await owner.query(`select set_config('search_path', $1, false)`, [`${prefix}, public`])
  await owner.query(insertStaffSql)
  await owner.query(updateSupervisorsSql)
  await owner.query(insertClientsSql, [count])
  // Plans for tables that were empty a moment ago would take minutes.
  for (const part of [
    insertClientLinksSql,
    insertClientSearchSql,
    insertAccountsSql,
    insertHoldersSql,
    postMovementsSql,
  ]) {
    await owner.query('analyze client, employee, client_staff, account, account_holder, account_balance')
    await owner.query(part)
  }
  await owner.query('analyze client_search, account_holder, posting')
  await owner.query('select refresh_client_list()')
  await owner.query('select fold_totals()')
  // Outside a transaction: index-only scans read the table until a vacuum has marked its pages.
  for (const table of [
    'client_list',
    'client_list_sum',
    'client_search',
    'client',
    'account',
    'account_holder',
    'account_balance',
    'client_staff',
    'employee',
  ])
    await vacuumTable(owner, table)
}

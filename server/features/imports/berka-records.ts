import type { Client } from 'pg'
import { formatBerkaReference, inventPersonName } from './berka-codes.ts'
import { berkaFormats } from './berka-formats.ts'
import type { RefusalList } from './refusals.ts'
import { refuseDuplicateLines, refuseStagedLines } from './stage-file.ts'

const { district, client, account, disp } = berkaFormats

/** Checks what the staged districts, clients, accounts and dispositions say of each other. */
export const validateBerkaRecords = async (db: Client, refusals: RefusalList): Promise<void> => {
  for (const form of [district, client, account, disp]) await refuseDuplicateLines(db, form, refusals)
  const refuse = (table: string, reason: string, condition: string) =>
    refuseStagedLines(db, table, reason, condition, refusals)
  const unknown = (table: string, column: string) => `not exists (select from ${table} o where o.id = t.${column})`
  for (const { table } of [client, account])
    await refuse(table, `'district ' || t.district_id || ' is unknown'`, unknown(district.table, 'district_id'))
  await refuse(disp.table, `'client ' || t.client_id || ' is unknown'`, unknown(client.table, 'client_id'))
  await refuse(disp.table, `'account ' || t.account_id || ' is unknown'`, unknown(account.table, 'account_id'))
  await refuse(
    disp.table,
    `'account ' || t.account_id || ' has another OWNER already'`,
    `t.owner and exists (select from ${disp.table} o where o.account_id = t.account_id and o.owner and o.id < t.id)`,
  )
  await refuse(
    disp.table,
    `'client ' || t.client_id || ' stands on account ' || t.account_id || ' already'`,
    `exists (select from ${disp.table} o where (o.account_id, o.client_id) = (t.account_id, t.client_id)
       and (o.owner, -o.id) > (t.owner, -t.id))`,
  )
  await refuse(
    account.table,
    `'no OWNER holds account ' || t.id`,
    `not exists (select from ${disp.table} o where o.account_id = t.id and o.owner)`,
  )
  await refuse(disp.table, `'account ' || t.account_id || ' has no OWNER'`, unknown(account.table, 'account_id'))
  await refuse(
    client.table,
    `'no disposition joins client ' || t.id || ' to an account'`,
    `not exists (select from ${disp.table} o where o.client_id = t.id)`,
  )
}

/** Zones and offices are found by where they come from, else by name: a prefix may have a zone of that name already. */
const insertZonesAndOffices = async (db: Client): Promise<{ zones: number; offices: number }> => {
  const zones = await db.query(
    `insert into zone (name, external_ref) select region, 'berka:region:' || region from berka_district
      group by region order by min(id) on conflict do nothing`,
  )
  const offices = await db.query(
    `insert into office (name, zone_id, city, external_ref)
     select 'Sucursal ' || d.name, z.id, d.name, 'berka:district:' || d.id
       from berka_district d cross join lateral (
         select id from zone where external_ref = 'berka:region:' || d.region or name = d.region
          order by external_ref = 'berka:region:' || d.region desc nulls last limit 1) z
      order by d.id on conflict do nothing`,
  )
  await db.query(
    `create temporary table berka_place on commit drop as
     select d.id as district_id, d.region, o.id as office_id, o.zone_id, dense_rank() over (order by r.first) as region_number
       from berka_district d
       join (select region, min(id) as first from berka_district group by region) r using (region)
       cross join lateral (
         select id, zone_id from office where external_ref = 'berka:district:' || d.id or name = 'Sucursal ' || d.name
          order by external_ref = 'berka:district:' || d.id desc nulls last limit 1) o`,
  )
  return { zones: zones.rowCount ?? 0, offices: offices.rowCount ?? 0 }
}

type InventedEmployee = {
  ref: string
  cvl: string
  position: string
  office: string
  supervisor: string | null
  n: number
}

const insertInventedEmployees = async (db: Client, colleagues: readonly InventedEmployee[]): Promise<number> => {
  const people = colleagues.map((colleague) => ({ ...colleague, ...inventPersonName(colleague.n) }))
  await db.query('insert into cvl (code) select unnest($1::text[]) on conflict do nothing', [people.map((p) => p.cvl)])
  const { rowCount } = await db.query(
    `insert into employee (cvl, name, surname, position, office_id, supervisor_id, external_ref)
     select p.cvl, p.name, p.surname, p.position::staff_position, p.office, s.id, p.ref
       from jsonb_to_recordset($1) as p (cvl text, name text, surname text, position text, office bigint, supervisor text, ref text)
       left join employee s on s.external_ref = p.supervisor
     on conflict do nothing`,
    [JSON.stringify(people)],
  )
  return rowCount ?? 0
}

/** The data names no staff: one direction, a supervisor for each zone, a manager for each branch, all invented. */
const insertStaff = async (db: Client): Promise<number> => {
  const { rows } = await db.query<{ district: string; region: string; number: string; office: string }>(
    `select district_id as district, region, region_number as number, office_id as office from berka_place order by district_id`,
  )
  const firstOf = new Map<string, (typeof rows)[number]>()
  for (const place of rows) if (!firstOf.has(place.region)) firstOf.set(place.region, place)
  const supervisorOf = (region: string) => `berka:supervisor:${region}`
  const direction = rows.slice(0, 1).map(({ office }) => ({
    ref: 'berka:direction',
    cvl: formatBerkaReference('D', '1'),
    position: 'direction',
    office,
    supervisor: null,
    n: 0,
  }))
  const supervisors = [...firstOf.values()].map(({ region, number, office }) => ({
    ref: supervisorOf(region),
    cvl: formatBerkaReference('S', number),
    position: 'supervisor',
    office,
    supervisor: 'berka:direction',
    n: 300 + Number(number),
  }))
  const managers = rows.map(({ district: id, region, office }) => ({
    ref: `berka:manager:${id}`,
    cvl: formatBerkaReference('G', id),
    position: 'manager',
    office,
    supervisor: supervisorOf(region),
    n: Number(id),
  }))
  let added = 0
  for (const level of [direction, supervisors, managers]) added += await insertInventedEmployees(db, level)
  return added
}

/** A client belongs where the account is that they hold, or else act on: its zone, its branch's manager. */
const insertClients = async (db: Client, idioma: string): Promise<number> => {
  await db.query(
    `create temporary table berka_home on commit drop as
     select distinct on (d.client_id) d.client_id, a.opened_on, p.zone_id, 'berka:manager:' || p.district_id as manager
       from berka_disposition d
       join berka_account a on a.id = d.account_id
       join berka_place p on p.district_id = a.district_id
      order by d.client_id, d.owner desc, a.id`,
  )
  await db.query('insert into cvl (code) select cvl from berka_client order by id on conflict do nothing')
  const { rowCount } = await db.query(
    `insert into client (cvl, name, country, nationality, birth_date, registered_on, city, province, idioma, zone_id, kyc_status, external_ref)
     select c.cvl, c.name, 'CZ', 'CZ', c.born, h.opened_on, d.name, d.region, $1, h.zone_id, 'unverified', 'berka:client:' || c.id
       from berka_client c
       join berka_home h on h.client_id = c.id
       join berka_district d on d.id = c.district_id
      order by c.id on conflict (external_ref) do nothing`,
    [idioma],
  )
  await db.query(
    `insert into client_search (client_id, name_text, cvl_text, email_text, phone_text, identity_text, bank_text)
     select k.id, c.name_text, c.cvl_text, '', '', '', ''
       from berka_client c join client k on k.external_ref = 'berka:client:' || c.id and k.merged_into_id is null on conflict do nothing`,
  )
  // Whoever has had a manager here keeps the one they have now.
  await db.query(
    `insert into client_staff (client_id, employee_id, role, valid_from)
     select k.id, m.id, 'manager', h.opened_on
       from berka_home h
       join client k on k.external_ref = 'berka:client:' || h.client_id and k.merged_into_id is null
       join employee m on m.external_ref = h.manager
      where not exists (select from client_staff s where s.client_id = k.id and s.role = 'manager')`,
  )
  return rowCount ?? 0
}

const insertAccounts = async (db: Client): Promise<number> => {
  await db.query(
    `insert into product (code, name, family, accrues, may_be_negative)
     values ('BERKA-CURRENT', 'Cuenta corriente importada', 'current', false, true) on conflict (code) do nothing`,
  )
  const { rowCount } = await db.query(
    `insert into account (number, product_id, client_id, status, opened_on, zone_id, office_id, external_ref)
     select 'BERKA-' || lpad(a.id::text, greatest(5, length(a.id::text)), '0'), p.id, coalesce(k.merged_into_id, k.id), 'active', a.opened_on, o.zone_id, o.office_id,
            'berka:account:' || a.id
       from berka_account a
       join berka_place o on o.district_id = a.district_id
       join berka_disposition d on d.account_id = a.id and d.owner
       join client k on k.external_ref = 'berka:client:' || d.client_id
       join product p on p.code = 'BERKA-CURRENT'
      order by a.id on conflict (external_ref) do nothing`,
  )
  await db.query(
    `insert into account_holder (account_id, client_id, role, share)
     select a.id, coalesce(k.merged_into_id, k.id), case when d.owner then 'primary' else 'authorised' end::holder_role, case when d.owner then 100 end
       from berka_disposition d
       join account a on a.external_ref = 'berka:account:' || d.account_id
       join client k on k.external_ref = 'berka:client:' || d.client_id
      order by d.id on conflict do nothing`,
  )
  return rowCount ?? 0
}

/** Writes zones, offices, staff, clients and accounts. What is there already stays as it is: our people may have changed it since. */
export const insertBerkaRecords = async (db: Client, idioma: string) => {
  const places = await insertZonesAndOffices(db)
  const employees = await insertStaff(db)
  const clients = await insertClients(db, idioma)
  const accounts = await insertAccounts(db)
  // Movements are credited to the manager in the list row, so it has to be there before they are.
  await db.query(
    `select refresh_client_list(array(
       select coalesce(k.merged_into_id, k.id) from berka_client c join client k on k.external_ref = 'berka:client:' || c.id))`,
  )
  return { ...places, employees, clients, accounts }
}

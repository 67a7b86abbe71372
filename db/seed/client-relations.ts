import type { Client } from 'pg'
import { toIsoDate } from '#rules/calendar.ts'
import type { SeedFirm } from './firm.ts'
import type { DemoSignIn } from './sign-ins.ts'

/** Couples who hold an account together, by the order of their accounts. */
const insertCouplesSql = `
  insert into client_relation (client_id, other_id, kind, since, noted_by, noted_at)
  select one_id, other_id, 'spouse', $1::date, $3, $2
    from (
      select distinct on (least(h.client_id, o.client_id), greatest(h.client_id, o.client_id)) h.client_id as one_id, o.client_id as other_id, h.account_id
        from account_holder h
        join account_holder o on o.account_id = h.account_id and o.role = 'holder'
        join client c on c.id = h.client_id and c.kind = 'person'
        join client x on x.id = o.client_id and x.kind = 'person'
       where h.role = 'primary' and (select count(*) from account_holder p where p.account_id = h.account_id and p.role <> 'authorised') = 2
       order by least(h.client_id, o.client_id), greatest(h.client_id, o.client_id), h.account_id) couples
   order by account_id limit 60`

/** Minors, each with the couple who come just before as parents and guardians. */
const familiesSql = `
  select c.id as child_id, p.id as parent_id, c.registered_on from client c join client p on p.id in (c.id - 1, c.id - 2)
   where c.kind = 'person' and c.birth_date > $1::date - interval '18 years' and c.id >= $2 and c.id < $3`

const insertParentsSql = `
  insert into client_relation (client_id, other_id, kind, noted_by, noted_at)
  select child_id, parent_id, 'parent', $5, $4 from (${familiesSql}) f order by child_id, parent_id`

/** Parents who hold nothing together are a couple too. */
const insertParentCouplesSql = `
  insert into client_relation (client_id, other_id, kind, noted_by, noted_at)
  select min(parent_id), max(parent_id), 'spouse', $5, $4 from (${familiesSql}) f group by child_id order by child_id
  on conflict do nothing`

const insertGuardiansSql = `
  insert into client_person (client_id, role, guardianship, name, surname, identity_kind, identity_number, country, valid_from)
  select f.child_id, 'guardian', 'parent', p.name, p.surname, p.identity_kind, p.identity_number, p.country, f.registered_on
    from (${familiesSql}) f join client p on p.id = f.parent_id order by f.child_id, p.id`

/** Companies with a client who owns a part of them: of the same manager. */
const insertShareholdersSql = `
  insert into client_relation (client_id, other_id, kind, since, noted_by, noted_at)
  select company_id, owner_id, 'shareholder', $1::date, $3, $2
    from (
      select distinct on (c.client_id) c.client_id as company_id, p.client_id as owner_id
        from client_list c join client_list p on p.manager_id = c.manager_id and not p.is_company
       where c.is_company
       order by c.client_id, p.client_id) owners
   order by company_id limit 20`

/** Families and companies as a firm that has worked for years knows them. */
export const addClientRelations = async (
  owner: Client,
  firm: SeedFirm,
  signIns: readonly DemoSignIn[],
): Promise<void> => {
  const { rows } = await owner.query<{ id: string }>('select id from registry.app_user where email = $1', [
    signIns.find(({ role }) => role === 'admin')!.email,
  ])
  const values = [toIsoDate(firm.today - 1500), `${toIsoDate(firm.today - 200)} 10:00:00+00`, rows[0]!.id]
  await owner.query(insertCouplesSql, values)
  await owner.query(insertShareholdersSql, values)
  const range = [toIsoDate(firm.today), firm.first.client, firm.first.client + firm.size.clients]
  const family = [...range, values[1], values[2]]
  await owner.query(insertParentsSql, family)
  await owner.query(insertParentCouplesSql, family)
  await owner.query(insertGuardiansSql, range)
}

import type { Client } from 'pg'
import { toIsoDate } from '#rules/calendar.ts'
import type { SeedFirm } from './firm.ts'
import { clientsOfSignInSql, type DemoSignIn } from './sign-ins.ts'

type ErasureTexts = { reasons: readonly [string, string]; relationships: readonly [string, string] }
const spanishTexts: ErasureTexts = {
  reasons: ['Lo pide por carta: ya no trabaja con la casa', 'Lo pide en la oficina: nunca llegó a contratar'],
  relationships: ['Cónyuge', 'Hija'],
}
const textsByCountry: Record<SeedFirm['code'], ErasureTexts> = {
  ES: spanishTexts,
  PT: {
    reasons: ['Pede-o por carta: já não trabalha com a casa', 'Pede-o no balcão: nunca chegou a contratar'],
    relationships: ['Cônjuge', 'Filha'],
  },
  MX: spanishTexts,
}

/** Persons of whom nothing is on its way: first those whose last contract has ended, then those who never had one. */
const findLeavingSql = `
  select c.client_id, u.id as user_id, ended.on::text as ended_on,
         coalesce((ended.on + make_interval(years => (select r.years::integer from retention_period r order by r.valid_from desc limit 1)))::date, $2::date)::text as due_on
    from ${clientsOfSignInSql}
   cross join lateral (
     select max(greatest(coalesce(a.closed_on, a.expires_on, a.opened_on, a.created_at::date), m.on)) as on
       from account_holder h join account a on a.id = h.account_id
       left join lateral (select max(j.booking_date) as on from posting p join journal j on j.id = p.journal_id where p.account_id = a.id) m on true
      where h.client_id = c.client_id and h.role <> 'authorised') ended
   where u.email = $1 and client.kind = 'person' and client.block_kind is null and client.restricted_at is null
     and not exists (select from account_holder h join account a on a.id = h.account_id join account_balance b on b.account_id = a.id
                      where h.client_id = c.client_id and (a.status in ('draft', 'pending', 'active') or b.balance <> 0 or b.payable <> 0))
     and not exists (select from approval p where p.subject_client_id = c.client_id)
     and not exists (select from client_bank_change b where b.client_id = c.client_id)
     and not exists (select from estate_recipient r where r.client_id = c.client_id)
     and not exists (select from client_relation r where c.client_id in (r.client_id, r.other_id))
   order by ended.on is null, c.name_sort desc, c.client_id limit 2`

/** Two clients of the demo's manager have asked to be erased. */
export const addErasures = async (owner: Client, firm: SeedFirm, signIns: readonly DemoSignIn[]): Promise<void> => {
  const email = signIns.find(({ role }) => role === 'manager')?.email
  const today = toIsoDate(firm.today)
  const { rows } = await owner.query<{ client_id: string; user_id: string; ended_on: string | null; due_on: string }>(
    findLeavingSql,
    [email, today],
  )
  const texts = textsByCountry[firm.code]
  for (const [n, { client_id, user_id, ended_on, due_on }] of rows.entries()) {
    const on = toIsoDate(firm.today - 6 + n)
    const at = `${on}T09:40:00Z`
    await owner.query(
      `with restricted as (update client set restricted_at = $6 where id = $1),
            ended as (update consent set state = 'withdrawn', withdrawn_at = $6, withdraw_reason = $4 where client_id = $1 and purpose = 'marketing' and state = 'signed')
       insert into client_erasure (client_id, state, requested_on, reason, ended_on, due_on, asked_by, asked_at)
       values ($1, case when $5::date <= $7::date then 'due' else 'scheduled' end::client_erasure_state, $3, $4, $8, $5, $2, $6)`,
      [client_id, user_id, on, texts.reasons[ended_on === null ? 1 : 0], due_on, at, today, ended_on],
    )
  }
  await owner.query('select refresh_client_list($1::bigint[])', [rows.map(({ client_id }) => client_id)])
}

/** Somebody's active accounts, whose holder alone decides about them. */
const findDesignatingSql = `
  select a.id as account_id, u.id as user_id, a.opened_on::text as opened_on
    from ${clientsOfSignInSql}
    join account a on a.client_id = c.client_id and a.status = 'active' and a.opened_on is not null
   where u.email = $1 and client.kind = 'person' and client.block_kind is null
     and not exists (select from account_holder h where h.account_id = a.id and h.client_id <> a.client_id)
   order by c.name_sort, a.id limit 2`

/** The holders of two accounts of the demo's manager have said to whom they go. */
export const addBeneficiaries = async (
  owner: Client,
  firm: SeedFirm,
  signIns: readonly DemoSignIn[],
): Promise<void> => {
  const email = signIns.find(({ role }) => role === 'manager')?.email
  const { rows } = await owner.query<{ account_id: string; user_id: string; opened_on: string }>(findDesignatingSql, [
    email,
  ])
  const [spouse, daughter] = textsByCountry[firm.code].relationships
  for (const { account_id, user_id, opened_on } of rows)
    await owner.query(
      `insert into account_beneficiary (account_id, designation, name, surname, relationship, share, valid_from, designated_at, designated_by)
       values ($1, 1, 'Carmen', 'Vidal Ortega', $4, 60, $3, $3::date + time '11:00', $2), ($1, 1, 'Lucía', 'Serrano Vidal', $5, 40, $3, $3::date + time '11:00', $2)`,
      [account_id, user_id, opened_on, spouse, daughter],
    )
}

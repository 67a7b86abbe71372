import type { Client } from 'pg'
import { toIsoDate } from '#rules/calendar.ts'
import { toSearchNumber } from '#rules/search-text.ts'
import { drawBankNumber } from './client-person.ts'
import { randomStreams, type SeedFirm } from './firm.ts'
import { createRandom } from './random.ts'
import type { DemoSignIn } from './sign-ins.ts'

const spanishTexts = { moved: 'Ha cambiado de banco', asked: 'Lo pide por escrito' }
const textsByCountry: Record<SeedFirm['code'], typeof spanishTexts> = {
  ES: spanishTexts,
  PT: { moved: 'Mudou de banco', asked: 'Pede-o por escrito' },
  MX: spanishTexts,
}

type BankChangeClient = {
  id: string
  cvl: string
  name: string
  manager: string
  user: string
  bank: string
  number: string
}

/** Clients of the demo's manager to whom nothing is on its way. */
const findBankChangeClients = async (owner: Client, email: string | undefined): Promise<BankChangeClient[]> => {
  const { rows } = await owner.query<BankChangeClient>(
    `select c.id, c.cvl, trim(c.name || ' ' || c.surname) as name, e.id as manager, u.id as user, k.id as bank, k.number
       from registry.app_user u
       join registry.membership m on m.user_id = u.id and m.prefix = current_schema()
       join employee e on e.cvl = m.cvl
       join client_list l on l.manager_id = e.id
       join client c on c.id = l.client_id and c.block_kind is null
       join client_bank_account k on k.client_id = c.id and k.is_default
      where u.email = $1 and not exists (select from payment_order o where o.client_id = c.id) order by l.name_sort, c.id limit 2`,
    [email],
  )
  return rows
}

const findSignInEmail = (signIns: readonly DemoSignIn[], signInRole: DemoSignIn['role']) =>
  signIns.find(({ role }) => role === signInRole)?.email

/** Of two clients of the demo's manager, one has been paid elsewhere since yesterday, and is held; for the other a second person is asked. */
export const addBankChanges = async (owner: Client, firm: SeedFirm, signIns: readonly DemoSignIn[]): Promise<void> => {
  const places = await findBankChangeClients(owner, findSignInEmail(signIns, 'manager'))
  const direction = await owner.query<{ id: string }>('select id from registry.app_user where email = $1', [
    findSignInEmail(signIns, 'direction'),
  ])
  for (const [n, { id, cvl, name, manager, user, bank, number: before }] of places.entries()) {
    const isDone = n === 0
    const number = drawBankNumber(firm, '180', createRandom(firm.salt, randomStreams.details, -900 - n))
    const requestedAt = `${toIsoDate(firm.today - 1)}T09:1${n}:00Z`
    const decidedAt = `${toIsoDate(firm.today - 1)}T10:45:00Z`
    const reason = isDone ? textsByCountry[firm.code].moved : textsByCountry[firm.code].asked
    const change = await owner.query<{ id: string }>(
      `insert into client_bank_change (client_id, kind, number, holder, makes_default, default_id, idempotency_key, request_hash, asked_by, asked_at)
       values ($1, 'add', $2, $3, true, $4, $5, '', $6, $7) returning id`,
      [id, number, name, bank, `seed:bank:${id}`, user, requestedAt],
    )
    const changeId = change.rows[0]!.id
    const approval = await owner.query<{ id: string }>(
      `insert into approval (task, entity, entity_id, subject_client_id, lies_with_id, params, before, after, payload, reason, state, made_by, made_at,
         expires_at, decided_by, decided_at)
       values ('bankAccount', 'client', $1::bigint, $1::bigint, $2, $3, $4, $5, $6, $7, $8, $9, $10::timestamptz, $10::timestamptz + interval '14 days', $11, $12)
       returning id`,
      [
        id,
        manager,
        { who: cvl, account: `•••• ${number.slice(-4)}`, change: 'bankAdd' },
        { defaultAccount: before },
        { bankAccount: number, defaultAccount: number, holder: name },
        { changeId },
        reason,
        isDone ? 'approved' : 'pending',
        user,
        requestedAt,
        ...(isDone ? [direction.rows[0]!.id, decidedAt] : [null, null]),
      ],
    )
    await owner.query('update client_bank_change set approval_id = $2 where id = $1', [changeId, approval.rows[0]!.id])
    if (!isDone) continue
    await owner.query('update client_bank_account set is_default = false where id = $1', [bank])
    await owner.query(
      `with added as (insert into client_bank_account (client_id, number, holder, is_default, known_since) values ($1, $2, $3, true, $4::timestamptz) returning id)
       update client_bank_change set state = 'done', done_at = $4::timestamptz, bank_account_id = added.id from added where client_bank_change.id = $5`,
      [id, number, name, decidedAt, changeId],
    )
    await owner.query(`update client_search set bank_text = trim(bank_text || ' ' || $2) where client_id = $1`, [
      id,
      toSearchNumber(number),
    ])
  }
}

import type { Client } from 'pg'
import { toIsoDate } from '#rules/calendar.ts'
import type { SeedFirm } from './firm.ts'
import { clientsOfSignInSql, type DemoSignIn } from './sign-ins.ts'

/** What became of the withdrawals that the demo's manager asked for, the newest first, and how much each was of its account, in per cent. */
const seededWithdrawals = [
  ['approved', 10],
  ['approved', 25],
  ['canceled', 20],
  ['approved', 5],
  ['rejected', 50],
  ['approved', 15],
] as const

const spanishTexts = {
  requested: 'Lo pide el cliente',
  approved: null,
  canceled: 'El cliente prefiere esperar',
  rejected: 'Falta la solicitud firmada',
}
const textsByCountry = {
  ES: spanishTexts,
  PT: {
    requested: 'O cliente pede',
    approved: null,
    canceled: 'O cliente prefere esperar',
    rejected: 'Falta o pedido assinado',
  },
  MX: spanishTexts,
}

/** Some withdrawals on their way, of clients of the demo's manager: what a list of payments looks like with something in it. */
export const addPayments = async (
  owner: Client,
  { code, today }: SeedFirm,
  signIns: readonly DemoSignIn[],
): Promise<void> => {
  const text = textsByCountry[code]
  const email = signIns.find(({ role }) => role === 'manager')?.email
  const { rows } = await owner.query<{ account: string; client: string; bank: string; balance: string; user: string }>(
    `select distinct on (c.client_id) a.id as account, c.client_id as client, k.id as bank, b.balance, u.id as user
       from ${clientsOfSignInSql}
       join account a on a.client_id = c.client_id and a.status = 'active'
       join account_terms t on t.account_id = a.id and t.early_withdrawal = 'free'
       join account_balance b on b.account_id = a.id and b.balance >= 2000 and not b.may_be_negative
       join client_bank_account k on k.client_id = c.client_id and k.is_payout
      where u.email = $1 order by c.client_id, a.id, k.id limit ${seededWithdrawals.length}`,
    [email],
  )
  for (const [n, { account, client, bank, balance, user }] of rows.entries()) {
    const [state, share] = seededWithdrawals[n]!
    // Whole hundreds, as people ask for.
    const amount = Math.max(1, Math.floor((Number.parseInt(balance, 10) * share) / 10_000)) * 100
    const at = `${toIsoDate(today - n - 1)}T09:${String(10 + 7 * n)}:00Z`
    await owner.query(
      `with o as (
         insert into payment_order (kind, account_id, client_id, bank_account_id, amount, state, reason, idempotency_key, request_hash,
           requested_by, requested_at)
         values ('withdrawal', $1::bigint, $2, $3, $4, $5::text::payment_state, $9::text, 'seed:withdrawal:' || $1::bigint, '', $6::bigint, $7::timestamptz)
         returning id)
       insert into payment_step (order_id, step, state, at, user_id, reason)
       select o.id, s.step, s.state::payment_state, s.at::timestamptz, s.by, s.reason from o cross join (values
         (1, 'requested', $7::timestamptz, $6::bigint, $9::text),
         (2, $5::text, $7::timestamptz + interval '2 hours', null, $8::text)) as s (step, state, at, by, reason)`,
      [account, client, bank, amount, state, user, at, text[state], text.requested],
    )
  }
}

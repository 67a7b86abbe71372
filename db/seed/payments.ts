import type { Client } from 'pg'
import { toIsoDate } from '#rules/calendar.ts'
import type { SeedFirm } from './firm.ts'
import { clientsOfSignInSql, type DemoSignIn } from './sign-ins.ts'

/** What became of the withdrawals that the demo's manager asked for, the newest first, and how much each was of its account, in per cent. */
const seededWithdrawals = [
  ['requested', 8],
  ['approved', 10],
  ['approved', 25],
  ['canceled', 20],
  ['approved', 5],
  ['rejected', 50],
  ['approved', 15],
] as const

const spanishTexts = {
  requested: 'Lo pide el cliente: entrada de un piso',
  approved: null,
  canceled: 'El cliente prefiere esperar',
  rejected: 'Falta la solicitud firmada',
}
const textsByCountry = {
  ES: spanishTexts,
  PT: {
    requested: 'O cliente pede: entrada de uma casa',
    approved: null,
    canceled: 'O cliente prefere esperar',
    rejected: 'Falta o pedido assinado',
  },
  MX: spanishTexts,
}

type WithdrawalSource = {
  account: string
  number: string
  client: string
  cvl: string
  manager: string
  bank: string
  balance: string
  available: string
  user: string
}

/** Accounts of clients of the demo's manager who can be paid, one of each client. */
const findWithdrawalSources = async (owner: Client, email: string | undefined): Promise<WithdrawalSource[]> => {
  const { rows } = await owner.query<WithdrawalSource>(
    `select distinct on (c.client_id) a.id as account, a.number, c.client_id as client, client.cvl, e.id as manager, k.id as bank, b.balance,
            b.balance - b.reserved as available, u.id as user
       from ${clientsOfSignInSql}
       join account a on a.client_id = c.client_id and a.status = 'active'
       join account_terms t on t.account_id = a.id and t.early_withdrawal = 'free'
       join account_balance b on b.account_id = a.id and b.balance >= 2000 and not b.may_be_negative
       join client_bank_account k on k.client_id = c.client_id and k.is_payout
      where u.email = $1 order by c.client_id, a.id, k.id limit ${seededWithdrawals.length}`,
    [email],
  )
  return rows
}

const toCents = (amount: string): bigint => BigInt(amount.replace('.', ''))
const toAmount = (cents: bigint): string => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`

type SeededDecision = { orderId: string; state: 'requested' | 'rejected'; amount: string; at: string; reason: string }

/** The change that a second person decides: open, or rejected with a reason by the manager's supervisor. */
const addWithdrawalApproval = async (
  owner: Client,
  { number, client, cvl, manager, available, user }: WithdrawalSource,
  { orderId, state, amount, at, reason }: SeededDecision,
  { supervisor, refusal }: { supervisor: string | undefined; refusal: string },
): Promise<void> => {
  const isOpen = state === 'requested'
  const left = toAmount(toCents(available) - toCents(amount))
  await owner.query(
    `with a as (
       insert into approval (task, entity, entity_id, subject_client_id, lies_with_id, params, before, after, payload, reason, state, made_by, made_at,
         expires_at, decided_by, decided_at, decision_reason)
       values ('withdrawal', 'payment', $1::bigint, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::timestamptz, $11::timestamptz + interval '14 days',
         (select id from registry.app_user where email = $12), case when $12::text is not null then $11::timestamptz + interval '2 hours' end, $13)
       returning id)
     update payment_order set approval_id = a.id from a where payment_order.id = $1::bigint`,
    [
      orderId,
      client,
      manager,
      { who: cvl, account: number, amount },
      { available },
      { amount, available: left },
      { paymentId: orderId },
      reason,
      isOpen ? 'pending' : 'rejected',
      user,
      at,
      isOpen ? null : supervisor,
      isOpen ? null : refusal,
    ],
  )
}

/** Some withdrawals on their way, of clients of the demo's manager: what a list of payments looks like with something in it. */
export const addPayments = async (
  owner: Client,
  { code, today }: SeedFirm,
  signIns: readonly DemoSignIn[],
): Promise<void> => {
  const text = textsByCountry[code]
  const findEmail = (role: DemoSignIn['role']) => signIns.find((one) => one.role === role)?.email
  const sources = await findWithdrawalSources(owner, findEmail('manager'))
  for (const [n, source] of sources.entries()) {
    const [state, share] = seededWithdrawals[n]!
    // Whole hundreds, as people ask for.
    const amount = `${Math.max(1, Math.floor((Number.parseInt(source.balance, 10) * share) / 10_000))}00.00`
    const at = `${toIsoDate(today - n - 1)}T09:${String(10 + 7 * n)}:00Z`
    const { rows } = await owner.query<{ id: string }>(
      `with o as (
         insert into payment_order (kind, account_id, client_id, bank_account_id, amount, state, reason, idempotency_key, request_hash,
           requested_by, requested_at)
         values ('withdrawal', $1::bigint, $2, $3, $4, $5::text::payment_state, $9::text, 'seed:withdrawal:' || $1::bigint, '', $6::bigint, $7::timestamptz)
         returning id),
       steps as (
         insert into payment_step (order_id, step, state, at, user_id, reason)
         select o.id, s.step, s.state::payment_state, s.at::timestamptz, s.by, s.reason from o cross join (values
           (1, 'requested', $7::timestamptz, $6::bigint, $9::text),
           (2, $5::text, $7::timestamptz + interval '2 hours', null, $8::text)) as s (step, state, at, by, reason)
          where s.step = 1 or $5::text <> 'requested')
       select id from o`,
      [
        source.account,
        source.client,
        source.bank,
        amount,
        state,
        source.user,
        at,
        state === 'requested' ? null : text[state],
        text.requested,
      ],
    )
    if (state === 'requested' || state === 'rejected')
      await addWithdrawalApproval(
        owner,
        source,
        { orderId: rows[0]!.id, state, amount, at, reason: text.requested },
        { supervisor: findEmail('supervisor'), refusal: text.rejected },
      )
  }
}

import type { Client } from 'pg'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { FirmAccount } from '#contract/settings/payments.ts'
import { type DayNumber, toIsoDate } from '#rules/calendar.ts'
import { nextBusinessDay } from '#rules/holidays.ts'
import { ledgers } from '#rules/ledgers.ts'
import type { PaymentFileLine } from '#rules/payment-file/file-content.ts'
import { buildPaymentFile } from '#rules/payment-file/payment-file.ts'
import type { SeedFirm } from './firm.ts'
import type { DemoSignIn } from './sign-ins.ts'

const firmAccounts: Record<SeedFirm['code'], FirmAccount> = {
  ES: {
    name: 'Dino Inversiones, S.L.',
    number: 'ES7921000813610123456789',
    bic: 'CAIXESBBXXX',
    taxId: 'B12345674',
    suffix: '000',
  },
  PT: { name: 'Dino UAB, Lda.', number: 'PT50000201231234567890154', bic: 'BPORPTPLXXX', taxId: null, suffix: null },
  MX: { name: 'CFL México, S.A. de C.V.', number: '002010077777777771', bic: null, taxId: null, suffix: null },
}

const spanishTexts = {
  kind: 'Retirada',
  asked: 'Lo pide el cliente',
  submitted: 'Pagos de la semana',
  returned: 'Cuenta cerrada',
}
const textsByCountry: Record<SeedFirm['code'], typeof spanishTexts> = {
  ES: spanishTexts,
  PT: { kind: 'Levantamento', asked: 'O cliente pede', submitted: 'Pagamentos da semana', returned: 'Conta encerrada' },
  MX: spanishTexts,
}

type OrderState = 'in_batch' | 'paid' | 'returned' | 'sent'
/** The demo's batches, the oldest first: how many days ago, and what became of each payment. */
const seededBatches: readonly { daysAgo: number; state: 'sent' | 'approved'; orders: readonly OrderState[] }[] = [
  { daysAgo: 16, state: 'sent', orders: ['paid', 'paid', 'paid'] },
  { daysAgo: 9, state: 'sent', orders: ['paid', 'returned', 'sent'] },
  { daysAgo: 1, state: 'approved', orders: ['in_batch', 'in_batch'] },
]

type PaymentSource = {
  account: string
  client: string
  bank: string
  name: string
  number: string
  balance: string
  paidFrom: string
}
type SeedUserIds = Record<'admin' | 'direction' | 'manager', string | null>

/** Accounts with money, of clients who can be paid and have no payment yet. */
const findPaymentSources = async (owner: Client, today: string): Promise<PaymentSource[]> => {
  const { rows } = await owner.query<PaymentSource>(
    `select a.id as account, a.client_id as client, k.id as bank, concat_ws(' ', c.name, nullif(c.surname, '')) as name, k.number, b.balance, concat_ws(' ', p.name, a.number) as "paidFrom"
       from account a
       join account_terms t on t.account_id = a.id and t.early_withdrawal = 'free'
       join product p on p.id = a.product_id
       join account_balance b on b.account_id = a.id and b.balance >= 2000 and not b.may_be_negative and b.reserved = 0
       join client c on c.id = a.client_id and c.block_kind is null
       join client_bank_account k on k.client_id = a.client_id and k.is_payout
      where a.status = 'active' and a.opened_on < $1::date - 60 and (a.expires_on is null or a.expires_on > $1::date + 60)
        and not exists (select from payment_order o where o.client_id = a.client_id)
      order by a.id limit $2`,
    [today, seededBatches.flatMap(({ orders }) => orders).length],
  )
  return rows
}

const findSeedUserIds = async (owner: Client, signIns: readonly DemoSignIn[]): Promise<SeedUserIds> => {
  const idOf = async (role: keyof SeedUserIds) => {
    const email = signIns.find((one) => one.role === role)?.email
    const { rows } = await owner.query<{ id: string }>('select id from registry.app_user where email = $1', [email])
    return rows[0]?.id ?? null
  }
  return { admin: await idOf('admin'), direction: await idOf('direction'), manager: await idOf('manager') }
}

/** As the product names them in the file. */
const formatReference = (firm: SeedFirm, letter: 'B' | 'P', id: string): string =>
  `${tenantFacts[firm.prefix].cvlLetter}${letter}${id.padStart(10, '0')}`

const formatInstant = (day: DayNumber, clock: string): string => `${toIsoDate(day)}T${clock}Z`

const addSteps = async (
  owner: Client,
  table: 'payment_step' | 'payment_batch_step',
  id: string,
  rows: readonly (readonly [state: string, at: string, by: string | null, reason?: string])[],
): Promise<void> => {
  for (const [n, [state, moment, by, reason = null]] of rows.entries())
    await owner.query(`insert into ${table} values ($1, $2, $3, $4, $5, $6)`, [id, n + 1, state, moment, by, reason])
}

type PlannedOrder = { place: PaymentSource; amount: string; state: OrderState }

/** One withdrawal with all that it has been through. Answers its number. */
const addPaymentOrder = async (
  owner: Client,
  { code }: SeedFirm,
  { place, amount, state }: PlannedOrder,
  batch: { id: string; day: DayNumber; paidOn: DayNumber; by: SeedUserIds },
): Promise<string> => {
  const { asked: requestReason, returned } = textsByCountry[code]
  const { id: batchId, day, paidOn, by } = batch
  const { rows } = await owner.query<{ id: string }>(
    `insert into payment_order (kind, account_id, client_id, bank_account_id, amount, state, reason, idempotency_key, request_hash,
       requested_by, requested_at, batch_id, return_code)
     values ('withdrawal', $1::bigint, $2, $3, $4, $5, $6, 'seed:withdrawal:' || $1::bigint, '', $7, $8, $9, $10) returning id`,
    [
      place.account,
      place.client,
      place.bank,
      amount,
      state,
      requestReason,
      by.manager,
      formatInstant(day - 1, '09:20:00'),
      batchId,
      state === 'returned' ? 'AC04' : null,
    ],
  )
  const id = rows[0]!.id
  const passed = [
    ['requested', formatInstant(day - 1, '09:20:00'), by.manager, requestReason],
    ['approved', formatInstant(day - 1, '11:45:00'), by.direction],
    ['in_batch', formatInstant(day, '08:10:00'), by.admin],
    ['sent', formatInstant(paidOn, '09:05:00'), by.admin],
    ['paid', formatInstant(paidOn + 1, '08:30:00'), by.admin],
    ['returned', formatInstant(paidOn + 3, '08:30:00'), by.admin, returned],
  ] as const
  const last = { in_batch: 3, sent: 4, paid: 5, returned: 6 }[state]
  await addSteps(owner, 'payment_step', id, passed.slice(0, last))
  return id
}

/** One journal with what follows from it, recorded on its own day: the function that the product posts with records it now. */
const postJournal = async (
  owner: Client,
  place: PaymentSource,
  {
    day,
    value,
    amount,
    key,
    reverses,
  }: { day: DayNumber; value: DayNumber; amount: string; key: string; reverses: string | null },
): Promise<string> => {
  const { rows } = await owner.query<{ id: string }>(
    `with j as (
       insert into journal (kind, booking_date, value_date, recorded_at, lines, idempotency_key, request_hash, reverses_id, source, credited_to)
       select 'withdrawal', $1, $2, $3, 2, $4, 'seed', $5, 'payment', c.manager_id from client_list c where c.client_id = $6 returning id, credited_to
     ), legs as (
       insert into posting (journal_id, line, ledger, account_id, amount, booking_date)
       select j.id, l.line, l.ledger, l.account_id, l.amount, $1::date
         from j cross join (values (1, ${ledgers.capital}, $7::bigint, $8::numeric), (2, ${ledgers.bank}, null, -$8::numeric)) as l (line, ledger, account_id, amount)
     ), balances as (
       update account_balance set principal = principal - $8::numeric where account_id = $7::bigint returning product_id
     ), totals as (
       insert into total_delta (booking_date, kind, product_id, manager_id, client_id, amount, movements)
       select $1::date, 'withdrawal', b.product_id, coalesce(j.credited_to, 0), $6::bigint, -$8::numeric, 1 from j cross join balances b
     )
     select id from j`,
    [
      toIsoDate(day),
      toIsoDate(value),
      formatInstant(day, '09:05:00'),
      key,
      reverses,
      place.client,
      place.account,
      amount,
    ],
  )
  return rows[0]!.id
}

/** What the bank did, in the books: the capital leaves, and comes back where it was returned. Answers how many journals that are. */
const bookPayment = async (
  owner: Client,
  { code }: SeedFirm,
  id: string,
  { place, amount, state }: PlannedOrder,
  paidOn: DayNumber,
) => {
  if (state === 'in_batch') return 0
  const left = { day: paidOn, value: paidOn, amount, key: `payment:${id}:sent`, reverses: null }
  const sent = await postJournal(owner, place, left)
  if (state !== 'returned') return 1
  const day = nextBusinessDay(code, paidOn + 3)
  await postJournal(owner, place, { ...left, day, amount: `-${amount}`, key: `payment:${id}:returned`, reverses: sent })
  return 2
}

/** A rate near that of the year, another one each day. */
const addCurrencyRate = async (owner: Client, currency: string, day: DayNumber): Promise<string> => {
  const perEuro = (21 + (day % 97) / 200).toFixed(4)
  await owner.query(
    `insert into payment_rate (currency, rate_on, per_euro, set_at, set_by) values ($1, $2, $3, $4, $5) on conflict do nothing`,
    [currency, toIsoDate(day), perEuro, formatInstant(day, '14:05:00'), 'Administración'],
  )
  return perEuro
}

/** What the bank pays of an order, in the currency of the rate. */
const setPayAmount = async (owner: Client, orderId: string, perEuro: string): Promise<string> => {
  const { rows } = await owner.query<{ paid: string }>(
    'update payment_order set pay_amount = round(amount * $2::numeric, 2) where id = $1 returning pay_amount as paid',
    [orderId, perEuro],
  )
  return rows[0]!.paid
}

const addBatch = async (
  owner: Client,
  firm: SeedFirm,
  planned: readonly PlannedOrder[],
  { day, state, by }: { day: DayNumber; state: 'sent' | 'approved'; by: SeedUserIds },
): Promise<number> => {
  const paidOn = nextBusinessDay(firm.code, day)
  const { rows } = await owner.query<{ id: string }>(
    `insert into payment_batch (file_kind, pay_on, idempotency_key, request_hash, made_by, made_at)
     values ($1, $2, $3, '', $4, $5) returning id`,
    [
      firm.code === 'MX' ? 'spei' : 'pain.001',
      toIsoDate(paidOn),
      `seed:batch:${day}`,
      by.admin ?? 0,
      formatInstant(day, '08:10:00'),
    ],
  )
  const id = rows[0]!.id
  const currency = tenantFacts[firm.prefix].payCurrency
  const perEuro = currency === 'EUR' ? null : await addCurrencyRate(owner, currency, day)
  const lines: PaymentFileLine[] = []
  let journals = 0
  for (const one of planned) {
    const orderId = await addPaymentOrder(owner, firm, one, { id, day, paidOn, by })
    const paid = perEuro ? await setPayAmount(owner, orderId, perEuro) : one.amount
    journals += await bookPayment(owner, firm, orderId, one, paidOn)
    const { name, number, paidFrom } = one.place
    lines.push({
      reference: formatReference(firm, 'P', orderId),
      name,
      number,
      amount: paid,
      purpose: `${textsByCountry[firm.code].kind} ${paidFrom}`,
    })
  }
  const { file, sha256 } = buildPaymentFile(firm.code === 'MX' ? 'spei' : 'pain.001', {
    prefix: firm.prefix,
    reference: formatReference(firm, 'B', id),
    writtenAt: `${toIsoDate(day)}T08:15:00`,
    payOn: toIsoDate(paidOn),
    firm: firmAccounts[firm.code],
    currency,
    lines,
  })
  await owner.query(
    `update payment_batch b set file = $2, sha256 = $3, debtor = $4, orders = s.orders, amount = s.amount, pay_currency = $5, per_euro = $6,
            pay_amount = s.pay_amount
       from (select count(*) as orders, sum(amount) as amount, sum(pay_amount) as pay_amount from payment_order where batch_id = $1) s
      where b.id = $1`,
    [id, file, sha256, firmAccounts[firm.code].number, currency, perEuro],
  )
  for (const next of ['waiting', 'approved', ...(state === 'sent' ? ['sending', 'sent'] : [])])
    await owner.query('update payment_batch set state = $2 where id = $1', [id, next])
  const passed = [
    ['draft', formatInstant(day, '08:10:00'), by.admin],
    ['waiting', formatInstant(day, '08:15:00'), by.admin, textsByCountry[firm.code].submitted],
    ['approved', formatInstant(day, '10:30:00'), by.direction],
    ['sending', formatInstant(paidOn, '09:05:00'), by.admin],
    ['sent', formatInstant(paidOn, '09:05:01'), by.admin],
  ] as const
  await addSteps(owner, 'payment_batch_step', id, passed.slice(0, state === 'sent' ? 5 : 3))
  return journals
}

/** Where the firm pays from, and batches that were paid, of which a payment came back, and that wait for the bank. Answers how many journals they have. */
export const addBatches = async (owner: Client, firm: SeedFirm, signIns: readonly DemoSignIn[]): Promise<number> => {
  await owner.query(`insert into setting (key, value) values ('payments.account', $1)`, [
    JSON.stringify(firmAccounts[firm.code]),
  ])
  const places = await findPaymentSources(owner, toIsoDate(firm.today))
  const by = await findSeedUserIds(owner, signIns)
  const currency = tenantFacts[firm.prefix].payCurrency
  if (currency !== 'EUR') await addCurrencyRate(owner, currency, firm.today)
  let journals = 0
  let next = 0
  for (const { daysAgo, state, orders } of seededBatches) {
    const planned = orders.flatMap((one): PlannedOrder[] => {
      const place = places[next++]
      // Whole hundreds, a tenth of what is there, as people ask for.
      return place
        ? [{ place, state: one, amount: `${Math.max(1, Math.floor(Number.parseInt(place.balance, 10) / 1000))}00.00` }]
        : []
    })
    if (planned.length > 0) journals += await addBatch(owner, firm, planned, { day: firm.today - daysAgo, state, by })
  }
  await owner.query('select fold_totals()')
  return journals
}

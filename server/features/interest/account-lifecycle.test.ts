import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approveChangeRequest } from '#contract/approvals.ts'
import { getAccountInterest } from '#contract/clients/account-interest.ts'
import { getAccount, getClient, listAccountMovements } from '#contract/clients/client.ts'
import { listClients } from '#contract/clients.ts'
import { addContribution } from '#contract/contributions.ts'
import { reverseJournal } from '#contract/journals.ts'
import {
  confirmBatchSent,
  confirmPaymentPaid,
  createBatch,
  proposePaymentReturn,
  submitBatch,
} from '#contract/payment-batches.ts'
import { cancelPayment, getPayment, type PaymentState, requestWithdrawal } from '#contract/payments.ts'
import { setFirmAccount } from '#contract/settings/payments.ts'
import { getTeam } from '#contract/team.ts'
import type { MaturityInstruction } from '#db/types.ts'
import { parseDay, shiftDay, toIsoDate } from '#rules/calendar.ts'
import { toCents } from '#rules/cents.ts'
import { nextBusinessDay } from '#rules/holidays.ts'
import { ledgers } from '#rules/ledgers.ts'
import { setDisabledTasks } from '#server/domain/approvals.ts'
import { requestVerification, runRequestedVerification } from '#server/features/ledger/verify-on-request.ts'
import { runMaturities } from '#server/features/maturities/run-maturities.ts'
import { sendDueBatches } from '#server/features/payment-batches/send-due-batches.ts'
import { testIban } from '#server/features/payments/test-payments.ts'
import { CallRefused, createTestTenant } from '#test/harness/tenant.ts'
import { postDueInterest } from './post-interest.ts'

const openingDay = '2026-01-15'
let today = openingDay
const getNow = () => Date.parse(`${today}T12:00:00Z`)
let t: Awaited<ReturnType<typeof createTestTenant>>
let admin: Awaited<ReturnType<typeof t.as>>
let manager: Awaited<ReturnType<typeof t.make.employee>>
/** Another day is another session: those of before are long over. */
const setBusinessDate = async (day: string): Promise<void> => {
  today = day
  admin = await t.as('admin')
}
beforeAll(async () => {
  t = await createTestTenant('dino', getNow)
  manager = await t.make.employee()
  await t.as('direction')
  await setDisabledTasks(t.db, ['reversal', 'paymentBatch', 'paymentReturn', 'contribution', 'firmAccount'])
  const after = { name: 'Dino Inversiones, S.L.', number: 'ES7921000813610123456789', bic: null }
  await (await t.as('admin')).call(setFirmAccount, { body: { before: null, after, reason: 'El primero' } })
})
afterAll(() => t.drop())

const stepsArbitrary = fc.array(
  fc.record({
    kind: fc.constantFrom(
      ...(['in', 'in', 'order', 'order', 'approve', 'approve', 'giveUp', 'out', 'undo', 'fix'] as const),
      ...(['leave', 'leave', 'leave', 'paid', 'back', 'night', 'night', 'night', 'night'] as const),
    ),
    days: fc.integer({ min: 0, max: 35 }),
    back: fc.constantFrom(0, 0, 2, 20),
    cents: fc.integer({ min: 1, max: 3_000_000 }),
  }),
  { minLength: 6, maxLength: 12 },
)
const lifecycleArbitrary = fc.record({
  instruction: fc.constantFrom<MaturityInstruction>('pay_out', 'renew_principal', 'renew_all', 'transfer'),
  capitalised: fc.boolean(),
  earnsUntilPaid: fc.boolean(),
  payout: fc.constantFrom('monthly', 'quarterly', 'at_maturity'),
  // Week days, a Saturday, and the first of May, which is a holiday and a Friday.
  expiresOn: fc.constantFrom('2026-04-15', '2026-05-01', '2026-05-16', '2026-07-15'),
  joint: fc.boolean(),
  steps: stepsArbitrary,
})
type AccountLifecycle = typeof lifecycleArbitrary extends fc.Arbitrary<infer L> ? L : never

type LifecycleAccount = { id: string; openedOn: string; expiresOn: string | null; earnsUntilPaid: boolean }
/** Interest of each day's closing capital at 5 %, added up day by day in whole parts, and rounded once: nothing of ours is asked. */
const calculateEarnedInterest = async (
  { id, openedOn, expiresOn, earnsUntilPaid }: LifecycleAccount,
  asOf: string,
): Promise<bigint> => {
  const { rows } = await t.owner.query<{ on: string; cents: string }>(
    `select j.value_date::text as on, (-sum(p.amount) * 100)::bigint as cents from dino.posting p join dino.journal j on j.id = p.journal_id
      where p.account_id = $1 and p.ledger = ${ledgers.capital} group by 1`,
    [id],
  )
  const matured = expiresOn && (earnsUntilPaid ? toIsoDate(nextBusinessDay('ES', parseDay(expiresOn))) : expiresOn)
  const end = matured && matured < asOf ? matured : asOf
  let parts = 0n
  for (let day = parseDay(openedOn); day < parseDay(end); day++) {
    const capital = rows.filter(({ on }) => on <= toIsoDate(day)).reduce((sum, { cents }) => sum + BigInt(cents), 0n)
    if (capital > 0n) parts += capital
  }
  return (2n * parts * 5n + 36_500n) / 73_000n
}

const sumAmounts = (amounts: readonly string[]): bigint => amounts.reduce((sum, amount) => sum + toCents(amount), 0n)

/** Every figure of the client, held against the postings and against each other, as somebody would who believes none of them. */
const expectConsistentBooks = async (clientId: string): Promise<void> => {
  const { rows } = await t.owner.query(
    `select (select count(*)::int from (select 1 from dino.posting group by journal_id having sum(amount) <> 0) x) as odd,
            (select count(*)::int from dino.account_balance b where b.client_id = $1 and (b.balance, b.payable) <> (
               select coalesce(-sum(amount) filter (where ledger = ${ledgers.capital}), 0), coalesce(-sum(amount) filter (where ledger = ${ledgers.payable}), 0)
                 from dino.posting where account_id = b.account_id)) as wrong,
            (select count(*)::int from dino.account_balance b where b.client_id = $1 and (b.reserved, b.ordered) <> (
               select coalesce(sum(amount) filter (where kind = 'withdrawal'), 0), coalesce(sum(amount) filter (where kind <> 'withdrawal'), 0)
                 from dino.payment_order o where o.account_id = b.account_id and o.state in ('requested', 'approved', 'in_batch'))) as held,
            ((select coalesce(sum(o.amount), 0) from dino.payment_order o where o.client_id = $1 and o.state in ('sent', 'paid'))
              + (select coalesce(sum(p.amount), 0) from dino.posting p join dino.journal j on j.id = p.journal_id and j.source = 'payment'
                  where p.ledger = ${ledgers.bank} and exists (select from dino.posting l join dino.account a on a.id = l.account_id
                                                  where l.journal_id = j.id and a.client_id = $1)))::numeric(18, 2) as gone`,
    [clientId],
  )
  expect(rows).toEqual([{ odd: 0, wrong: 0, held: 0, gone: '0.00' }])
  const { accounts, capital, balance, cvl } = await admin.call(getClient, { params: { clientId } })
  for (const account of accounts.filter(({ openedOn }) => openedOn !== null)) {
    const params = { clientId, accountId: account.id }
    const { posted, accrued, earned, toDate } = await admin.call(getAccountInterest, { params })
    const { rows: terms } = await t.owner.query(
      'select earns_until_paid as "earnsUntilPaid" from dino.account_terms where account_id = $1',
      [account.id],
    )
    const known = { ...account, openedOn: account.openedOn!, earnsUntilPaid: terms[0].earnsUntilPaid }
    expect(toCents(earned)).toBe(await calculateEarnedInterest(known, today))
    expect(toCents(posted) + toCents(accrued)).toBe(toCents(earned))
    expect(account.interestToDate).toBe(toDate)
    const { totals } = await admin.call(listAccountMovements.count, { params, query: {} })
    expect(toCents(totals.moneyIn) - toCents(totals.moneyOut), 'rows of the statement').toBe(toCents(account.balance))
  }
  // The client's tile, the row of the list, its sum, the file: one figure.
  const active = accounts.filter(({ status }) => status === 'active')
  expect(toCents(balance)).toBe(sumAmounts(active.map((one) => one.balance)))
  const { rows: listed } = await admin.call(listClients.page, { query: { cvl } })
  const { totals } = await admin.call(listClients.count, { query: { cvl } })
  expect(listed).toMatchObject([{ id: clientId, capital, balance }])
  expect([totals.capital, totals.balance].map(toCents)).toEqual([
    sumAmounts(listed.map((one) => one.capital)),
    sumAmounts(listed.map((one) => one.balance)),
  ])
  const { person } = await admin.call(getTeam, { query: { of: manager.id } })
  expect(person!.own.capital).toBe((await admin.call(listClients.count, { query: {} })).totals.capital)
  const { body } = await admin.send(listClients.exportRows, {
    query: { format: 'csv', columns: 'capital,balance', cvl },
  })
  const cells = body
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(';').map((cell) => cell.replaceAll(',', '.')))
  expect([0, 1].map((column) => sumAmounts(cells.map((row) => row[column]!)))).toEqual([
    toCents(totals.capital),
    toCents(totals.balance),
  ])
}

const runNightlyJobs = async (): Promise<void> => {
  const run = {
    db: t.db,
    prefix: 'dino' as const,
    day: today,
    now: getNow,
    onError: (error: unknown) => {
      throw error
    },
  }
  await postDueInterest(run)
  await runMaturities(run)
  // What the worker does a second later.
  await sql`select fold_totals()`.execute(t.db)
}

let productCounter = 0
const createAccountOf = async ({
  instruction,
  capitalised,
  earnsUntilPaid,
  payout,
  expiresOn,
  joint,
}: AccountLifecycle) => {
  const product = await t.make.product({ payout, capitalised })
  await t.db.updateTable('product').set({ earnsUntilPaid }).where('id', '=', product.id).execute()
  // What goes on gets a rate of its own; what reckons it by hand knows one only.
  await t.db.insertInto('productRate').values({ productId: product.id, validFrom: '2020-01-01', rate: '5' }).execute()
  const client = await t.make.client({
    checked: true,
    bankAccounts: [testIban],
    staff: { manager: manager.id },
  })
  const holders = joint ? [(await t.make.client({ checked: true, country: 'FR' })).id] : []
  const account = await t.make.account({
    clientId: client.id,
    productId: product.id,
    rate: '5',
    openedOn: openingDay,
    expiresOn,
    holders,
  })
  const transferProductId = instruction === 'transfer' ? product.id : null
  await t.db
    .updateTable('account')
    .set({ instruction, termMonths: 3, transferProductId })
    .where('id', '=', account.id)
    .execute()
  const { id: bankAccountId } = await t.db
    .selectFrom('clientBankAccount')
    .where('clientId', '=', client.id)
    .select('id')
    .executeTakeFirstOrThrow()
  return { params: { clientId: client.id, accountId: account.id }, bankAccountId }
}

/** Straight into the books: a correction of the past, or money that left. */
const postMovement = (accountId: string, kind: 'contribution' | 'withdrawal', on: string, cents: bigint) =>
  t.owner.query(
    `select from dino.post_journal($1, $2, $3, array[${ledgers.capital}, ${ledgers.bank}]::smallint[], array[$4, null]::bigint[], array[-$5::numeric / 100, $5::numeric / 100], $6, 'x', 'test')`,
    [kind, today, on, accountId, String(cents), `test:life:${productCounter++}`],
  )

const postMovementAndRefresh = async (
  accountId: string,
  clientId: string,
  ...move: ['contribution' | 'withdrawal', string, bigint]
) => {
  await postMovement(accountId, ...move)
  await t.make.refresh(clientId)
}

/** The orders of a client in some states, the oldest first. */
const findPaymentOrders = async (clientId: string, ...states: PaymentState[]): Promise<string[]> => {
  const { rows } = await t.owner.query<{ id: string }>(
    'select id::text as id from dino.payment_order where client_id = $1 and state = any($2) order by id',
    [clientId, states],
  )
  return rows.map(({ id }) => id)
}

const reason = 'Una vida'
/** Whatever of the client's may leave, by a file of its own. */
const sendApprovedPayments = async (clientId: string): Promise<void> => {
  const paymentIds = await findPaymentOrders(clientId, 'approved')
  if (paymentIds.length === 0) return
  const body = {
    choice: { by: 'orders' as const, paymentIds },
    payOn: toIsoDate(nextBusinessDay('ES', parseDay(today))),
  }
  const { batchId } = await admin.call(createBatch, { body })
  await admin.call(submitBatch, { params: { batchId }, body: { reason } })
  await admin.call(confirmBatchSent, { params: { batchId } })
  const onError = (error: unknown) => {
    throw error
  }
  await sendDueBatches({ db: t.db, prefix: 'dino', day: today, now: getNow, onError })
}

/** The second person lets a withdrawal go. */
const approveOldestPayment = async (clientId: string): Promise<void> => {
  const [paymentId] = await findPaymentOrders(clientId, 'requested')
  if (!paymentId) return
  const { approvalId } = await admin.call(getPayment, { params: { paymentId } })
  await (await t.as('direction')).call(approveChangeRequest, { params: { approvalId: approvalId! }, body: {} })
}

/** What left is paid, or comes back. */
const reportBankResult = async (clientId: string, isBack: boolean): Promise<void> => {
  const [paymentId] = (
    await findPaymentOrders(clientId, ...(isBack ? (['sent', 'paid'] as const) : (['sent'] as const)))
  ).reverse()
  if (!paymentId) return
  const params = { paymentId }
  if (isBack) await admin.call(proposePaymentReturn, { params, body: { code: 'AC04', note: reason } })
  else await admin.call(confirmPaymentPaid, { params })
}

type LiveAccount = Awaited<ReturnType<typeof createAccountOf>> & { made: string[]; orders: string[] }
const formatEuros = (cents: number): string => (cents / 100).toFixed(2)

/** One step of an account's life, as people and the night make them. */
const runStep = async (it: LiveAccount, step: AccountLifecycle['steps'][number]): Promise<unknown> => {
  const { params, bankAccountId, made, orders } = it
  const { clientId, accountId } = params
  const past = toIsoDate(Math.max(parseDay(openingDay), parseDay(today) - step.back))
  const free = toCents((await admin.call(getAccount, { params })).available)
  if (step.kind === 'night') return runNightlyJobs()
  if (step.kind === 'leave') return sendApprovedPayments(clientId)
  if (step.kind === 'approve') return approveOldestPayment(clientId)
  if (step.kind === 'paid' || step.kind === 'back') return reportBankResult(clientId, step.kind === 'back')
  if (step.kind === 'in') {
    const body = { amount: formatEuros(step.cents), valueDate: past, reference: 'Transferencia' }
    return made.push((await admin.call(addContribution, { params, body })).journalId!)
  }
  if (step.kind === 'order') {
    const body = { amount: formatEuros(step.cents), bankAccountId, reason: 'Obras en casa' }
    return orders.push((await admin.call(requestWithdrawal, { params, body })).paymentId)
  }
  if (step.kind === 'giveUp' && orders.length > 0)
    return admin.call(cancelPayment, { params: { paymentId: orders.pop()! }, body: { reason: 'Ya no hace falta' } })
  if (step.kind === 'undo' && made.length > 0)
    return admin.call(reverseJournal, { params: { ...params, journalId: made.pop()! }, body: { reason: 'Duplicada' } })
  if (step.kind === 'fix') return postMovementAndRefresh(accountId, clientId, 'contribution', past, BigInt(step.cents))
  if (step.kind === 'out' && free > 0n)
    return postMovementAndRefresh(accountId, clientId, 'withdrawal', past, -(free / 3n + 1n))
  return undefined
}

/** What the rules say no to changes nothing; whatever else goes wrong fails the test. */
const assertExpectedRefusal = (error: unknown): void => {
  const refused = error instanceof CallRefused && [409, 422].includes(error.status)
  if (!refused) throw error
}

test('every figure agrees at every step of any life of an account', async () => {
  await fc.assert(
    fc.asyncProperty(lifecycleArbitrary, async (life) => {
      await setBusinessDate(openingDay)
      const it: LiveAccount = { ...(await createAccountOf(life)), made: [], orders: [] }
      const { clientId, accountId } = it.params
      await postMovementAndRefresh(accountId, clientId, 'contribution', openingDay, 1_000_000n)
      for (const step of life.steps) {
        await setBusinessDate(shiftDay(today, step.days))
        const { rows } = await t.owner.query('select status from dino.account where id = $1', [accountId])
        const goesOn = ['night', 'leave', 'paid', 'back'].includes(step.kind)
        if (goesOn || rows[0].status === 'active') await runStep(it, step).catch(assertExpectedRefusal)
        await expectConsistentBooks(clientId)
      }
      const tenant = t.tenants.of('dino')
      await requestVerification({ tenant, now: getNow })
      expect(await runRequestedVerification({ tenant, now: getNow })).toBe(0)
      // The books of the next life begin on its own day: nobody is to be posted backwards.
      await t.owner.query(`update dino.account set status = 'canceled', closed_on = $1 where status = 'active'`, [
        today,
      ])
      await t.make.refresh(clientId)
    }),
    // Shrinking would take minutes, and with them the seed that finds it again.
    { numRuns: 7, endOnFailure: true },
  )
}, 120_000)

import { randomUUID } from 'node:crypto'
import {
  executeCancellation,
  getCancellationQuote,
  listCancellations,
  quoteCancellation,
  recordRetention,
} from '#contract/cancellations.ts'
import { idempotencyKeyHeader } from '#contract/core/endpoint.ts'
import { setDisabledTasks } from '#server/domain/approvals.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

const today = '2026-06-15'
/** Late in the evening there: the next day is minutes away, and nobody's session ends over it. */
export const eveningMs = Date.parse(`${today}T21:50:00Z`)
export const pastMidnightMs = eveningMs + 15 * 60_000

type AccountOptions = Partial<{
  capital: string
  rate: string
  bonusRate: string
  points: string
  capitalised: boolean
  openedOn: string
  holders: string[]
}>

/** A firm with a manager under a supervisor, whose clients may do everything, and a way to make accounts that earn and can be left. */
export const createCancellationFixture = async () => {
  const clock = { now: eveningMs }
  const t = await createTestTenant('dino', () => clock.now)
  const head = await t.make.employee({ position: 'supervisor' })
  const manager = await t.make.employee({ supervisorId: head.id })
  const who = await t.as('manager', manager.cvl)
  const superior = await t.as('supervisor', head.cvl)
  await t.as('direction')
  type Caller = typeof who
  // What leaves is within the limits of all, unless the test is about that.
  const limit = (role: string, amount: string | null) =>
    t.db
      .insertInto('withdrawalLimit')
      .values({ role, validFrom: today, amount })
      .onConflict((conflict) => conflict.columns(['role', 'validFrom']).doUpdateSet({ amount }))
      .execute()
  for (const role of ['manager', 'supervisor']) await limit(role, null)
  const { id: reasonId } = await t.db
    .selectFrom('cancellationReason')
    .select('id')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const client = () =>
    t.make.client({
      staff: { manager: manager.id },
      bankAccounts: ['ES9121000418450200051332'],
      checked: true,
      postalCode: '28001',
    })
  const accountWith = async (accountOptions: AccountOptions = {}) => {
    const { capital = '100000.00', rate = '5', bonusRate = '0', points = '2', capitalised = false } = accountOptions
    const { openedOn = '2025-12-17', holders = [] } = accountOptions
    const product = await t.make.product({ capitalised, payout: 'monthly' })
    await t.db.updateTable('product').set({ penaltyPoints: points }).where('id', '=', product.id).execute()
    const { id: clientId } = await client()
    const terms = { rate, bonusRate, openedOn, expiresOn: '2027-12-17', holders }
    const account = await t.make.account({ clientId, productId: product.id, ...terms })
    await t.make.movement(account.id, capital, 'contribution', openedOn)
    return { clientId, accountId: account.id }
  }
  type Place = { clientId: string; accountId: string }
  const quote = async (
    params: Place,
    { by = who, ...body }: { by?: Caller; amount?: string; note?: string; reasonId?: string } = {},
  ) => (await by.call(quoteCancellation, { params, body: { reasonId, note: null, ...body } })).quoteId
  return {
    limit,
    disableSecondApproval: () => setDisabledTasks(t.db, ['cancellation']),
    requireSecondApproval: () => setDisabledTasks(t.db, []),
    t,
    clock,
    head,
    manager,
    who,
    superior,
    client,
    accountWith,
    quote,
    reasonId,
    seen: (quoteId: string, by = who) => by.call(getCancellationQuote, { params: { quoteId } }),
    execute: (
      quoteId: string,
      { by = who, key = randomUUID() as string, ...body }: { by?: Caller; key?: string; allSigned?: boolean } = {},
    ) =>
      t.callerWith(by.token, { [idempotencyKeyHeader]: key }).call(executeCancellation, { params: { quoteId }, body }),
    retain: (quoteId: string, kept: boolean, by = who) =>
      by.call(recordRetention, {
        params: { quoteId },
        body: { offer: 'better_rate', note: 'Medio punto más hasta el vencimiento', kept },
      }),
    listed: async (query: object, by = who) => (await by.call(listCancellations.page, { query })).rows,
  }
}
export const buildExpectedError = (status: number, code: string, fields?: object) => ({
  status,
  code,
  ...(fields && { fields }),
})

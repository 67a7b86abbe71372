import { randomUUID } from 'node:crypto'
import { approveChangeRequest } from '#contract/approvals.ts'
import { getAccount } from '#contract/clients/client.ts'
import { idempotencyKeyHeader } from '#contract/core/endpoint.ts'
import type { Prefix } from '#contract/core/values.ts'
import { cancelPayment, getPayment, requestWithdrawal } from '#contract/payments.ts'
import { createTestTenant, type TestTenant } from '#test/harness/tenant.ts'

export const today = '2026-06-15'
export const noonMs = Date.parse(`${today}T10:00:00Z`)
export const testIban = 'ES9121000418450200051332'

const insertDraftBatch = (t: TestTenant, madeBy: string) =>
  t.db
    .insertInto('paymentBatch')
    .values({
      fileKind: 'pain.001',
      payOn: today,
      idempotencyKey: randomUUID(),
      requestHash: '',
      madeBy,
      madeAt: new Date(noonMs).toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()

/** A firm with a manager under a supervisor, and clients who may do everything and have a bank account. */
export const createPaymentFixture = async (prefix: Prefix = 'dino', number = testIban) => {
  const clock = { now: noonMs }
  const t = await createTestTenant(prefix, () => clock.now)
  const head = await t.make.employee({ position: 'supervisor' })
  const manager = await t.make.employee({ supervisorId: head.id })
  const who = await t.as('manager', manager.cvl)
  const superior = await t.as('supervisor', head.cvl)
  // Somebody who could decide what the supervisor asks for.
  await t.as('direction')
  type Caller = typeof who
  const inOrder = (clientId: string) =>
    t.db
      .updateTable('client')
      .set({ lopdStatus: 'signed', kycStatus: 'approved', addressStatus: 'approved', dniValidUntil: '2030-01-01' })
      .where('id', '=', clientId)
      .execute()
  const accountWith = async (capital: string) => {
    const client = await t.make.client({ staff: { manager: manager.id }, bankAccounts: [number] })
    await inOrder(client.id)
    const account = await t.make.account({ clientId: client.id })
    if (capital !== '0.00') await t.make.movement(account.id, capital)
    const { id: bankAccountId } = await t.db
      .selectFrom('clientBankAccount')
      .where('clientId', '=', client.id)
      .select('id')
      .executeTakeFirstOrThrow()
    return { clientId: client.id, accountId: account.id, bankAccountId }
  }
  type Place = Awaited<ReturnType<typeof accountWith>>
  const ask = (
    { bankAccountId, ...params }: Place,
    amount: string,
    {
      by = who,
      key = randomUUID() as string,
      ...more
    }: {
      by?: Caller
      key?: string
      reason?: string
      allSigned?: boolean
    } = {},
  ) =>
    t.callerWith(by.token, { [idempotencyKeyHeader]: key }).call(requestWithdrawal, {
      params,
      body: { amount, bankAccountId, reason: 'Compra de una casa', ...more },
    })
  const detail = (paymentId: string, by = who) => by.call(getPayment, { params: { paymentId } })
  return {
    draftBatch: () => insertDraftBatch(t, who.userId),
    t,
    clock,
    head,
    manager,
    who,
    superior,
    inOrder,
    accountWith,
    ask,
    detail,
    available: async ({ clientId, accountId }: Place) =>
      (await who.call(getAccount, { params: { clientId, accountId } })).available,
    letGo: async (paymentId: string, by = superior) => {
      const { approvalId } = await detail(paymentId)
      return by.call(approveChangeRequest, { params: { approvalId: approvalId! }, body: {} })
    },
    cancel: (paymentId: string, by = who) =>
      by.call(cancelPayment, { params: { paymentId }, body: { reason: 'Ya no lo necesita' } }),
  }
}
export const buildExpectedError = (status: number, code: string, fields?: object) => ({
  status,
  code,
  ...(fields && { fields }),
})

import { randomUUID } from 'node:crypto'
import { approveChangeRequest, rejectChangeRequest } from '#contract/approvals.ts'
import { getAccount } from '#contract/clients/client.ts'
import { idempotencyKeyHeader } from '#contract/core/endpoint.ts'
import type { Prefix } from '#contract/core/values.ts'
import {
  type BatchSelection,
  confirmBatchSent,
  createBatch,
  discardBatch,
  getBatch,
  listBatchOrders,
  submitBatch,
} from '#contract/payment-batches.ts'
import { type FirmAccount, setFirmAccount } from '#contract/settings/payments.ts'
import { setDisabledTasks } from '#server/domain/approvals.ts'
import { createPaymentOrder } from '#server/domain/payment-orders.ts'
import { verifyLedger } from '#server/features/ledger/verify-ledger.ts'
import { createPaymentFixture, noonMs, testIban, today } from '#server/features/payments/test-payments.ts'
import { sendDueBatches } from './send-due-batches.ts'

export const testFirmAccount: FirmAccount = {
  name: 'Dino Inversiones, S.L.',
  number: 'ES7921000813610123456789',
  bic: 'CAIXESBBXXX',
  taxId: null,
  suffix: null,
}

/** A firm with somebody who makes batches, somebody who approves them, and an account to pay from. */
export const createBatchFixture = async (prefix: Prefix = 'dino', firm = testFirmAccount, number = testIban) => {
  const f = await createPaymentFixture(prefix, number)
  const admin = await f.t.as('admin')
  const direction = await f.t.as('direction')
  await setDisabledTasks(f.t.db, ['firmAccount'])
  await admin.call(setFirmAccount, { body: { before: null, after: firm, reason: 'El primero' } })
  await setDisabledTasks(f.t.db, [])
  type Caller = typeof admin
  const make = (choice: BatchSelection, { by = admin, key = randomUUID() as string, payOn = today } = {}) =>
    f.t.callerWith(by.token, { [idempotencyKeyHeader]: key }).call(createBatch, { body: { choice, payOn } })
  const detail = (batchId: string, by: Caller = admin) => by.call(getBatch, { params: { batchId } })
  const submit = (batchId: string) =>
    admin.call(submitBatch, { params: { batchId }, body: { reason: 'Pagos de la semana' } })
  const letGo = async (batchId: string, by: Caller = direction) => {
    const { approvalId } = await detail(batchId)
    return by.call(approveChangeRequest, { params: { approvalId: approvalId! }, body: {} })
  }
  const failures: unknown[] = []
  const onError = (error: unknown) => void failures.push(error)
  const send = (attempt = 1) =>
    sendDueBatches({ db: f.t.db, prefix, day: today, now: () => f.clock.now, onError, attempt })
  /** What has left and come back of an account's payments, line by line. */
  const bank = (accountId: string) =>
    f.t.owner.query<{ key: string; kind: string; ledger: number; amount: string }>(
      `select j.idempotency_key as key, j.kind, p.ledger, p.amount from dino.journal j join dino.posting p on p.journal_id = j.id
        where j.source = 'payment' and exists (select from dino.posting o where o.journal_id = j.id and o.account_id = $1) order by j.id, p.line`,
      [accountId],
    )
  /** What the firm owes since a journal, ordered to be paid. */
  const owed = async (amount: string, kind: 'maturity' | 'interest' = 'maturity') => {
    const place = await f.accountWith('1000.00')
    const { journalId } = await f.t.make.movement(place.accountId, `-${amount}`, 'maturity')
    await f.t.db
      .transaction()
      .execute((tx) => createPaymentOrder(tx, { ...place, amount, kind, journalId }, new Date(noonMs).toISOString()))
    const order = await f.t.db
      .selectFrom('paymentOrder')
      .where('journalId', '=', journalId)
      .select('id')
      .executeTakeFirstOrThrow()
    return { ...place, paymentId: order.id }
  }
  return {
    ...f,
    bank,
    owed,
    admin,
    direction,
    make,
    detail,
    submit,
    failures,
    runSend: send,
    letBatchGo: letGo,
    turnDown: async (batchId: string) => {
      const { approvalId } = await detail(batchId)
      await direction.call(rejectChangeRequest, {
        params: { approvalId: approvalId! },
        body: { reason: 'Falta un pago' },
      })
    },
    giveUp: (batchId: string) => admin.call(discardBatch, { params: { batchId }, body: { reason: 'Se hace otra' } }),
    /** A withdrawal that somebody else has approved. */
    approved: async (amount: string, place?: Awaited<ReturnType<typeof f.accountWith>>) => {
      const where = place ?? (await f.accountWith('1000.00'))
      const { paymentId } = await f.ask(where, amount)
      await f.letGo(paymentId)
      return { paymentId, ...where }
    },
    /** From a draft to the bank, and booked. */
    sendAll: async (batchId: string) => {
      await submit(batchId)
      await letGo(batchId)
      await admin.call(confirmBatchSent, { params: { batchId } })
      await send()
    },
    ordersOf: async (batchId: string) =>
      (await admin.call(listBatchOrders.page, { params: { batchId }, query: { pageSize: '200' } })).rows,
    balanceOf: async ({ clientId, accountId }: { clientId: string; accountId: string }) => {
      const { balance, available } = await f.who.call(getAccount, { params: { clientId, accountId } })
      return { balance, available }
    },
    differences: async () => (await verifyLedger({ ...f.t, prefix }, undefined)).differenceList,
  }
}
export type BatchFixture = Awaited<ReturnType<typeof createBatchFixture>>

export const chooseOrders = (...paymentIds: string[]): BatchSelection => ({ by: 'orders', paymentIds })

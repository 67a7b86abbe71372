import { randomUUID } from 'node:crypto'
import { approveChangeRequest } from '#contract/approvals.ts'
import {
  addBankAccount,
  endBankAccount,
  getClientBankAccounts,
  setDefaultBankAccount,
} from '#contract/client-bank-accounts.ts'
import { idempotencyKeyHeader } from '#contract/core/endpoint.ts'
import { listWaitingOrders } from '#contract/payment-batches.ts'
import { createPaymentOrder } from '#server/domain/payment-orders.ts'
import { type BatchFixture, createBatchFixture } from '#server/features/payment-batches/test-batches.ts'

type TestAccount = Awaited<ReturnType<BatchFixture['accountWith']>>
type Caller = BatchFixture['who']
type AddOptions = {
  by?: Caller
  key?: string
  version?: number
  holder?: string
  makeDefault?: boolean
  checked?: boolean
}
type ChangeOptions = { by?: Caller; key?: string; version?: number }

/** A firm that pays, whose people change where. */
export const createBankAccountFixture = async () => {
  const f = await createBatchFixture()
  const see = ({ clientId }: Pick<TestAccount, 'clientId'>, by: Caller = f.who) =>
    by.call(getClientBankAccounts, { params: { clientId } })
  const keyed = (by: Caller, key: string) => f.t.callerWith(by.token, { [idempotencyKeyHeader]: key })
  /** The name of whoever is added is never in doubt, unless the test is about that. */
  const holderOf = async (clientId: string) => {
    const { name: first, surname } = await f.t.db
      .selectFrom('client')
      .where('id', '=', clientId)
      .select(['name', 'surname'])
      .executeTakeFirstOrThrow()
    return `${first} ${surname}`
  }
  const add = async (
    testAccount: Pick<TestAccount, 'clientId'>,
    number: string,
    { by = f.who, key = randomUUID(), ...input }: AddOptions = {},
  ) => {
    const body = {
      version: (await see(testAccount)).version,
      holder: await holderOf(testAccount.clientId),
      makeDefault: false,
      number,
      reason: 'Lo pide por escrito',
      ...input,
    }
    return keyed(by, key).call(addBankAccount, { params: { clientId: testAccount.clientId }, body })
  }
  const choose = async (
    { clientId }: Pick<TestAccount, 'clientId'>,
    bankAccountId: string,
    { by = f.who, key = randomUUID(), ...input }: ChangeOptions = {},
  ) =>
    keyed(by, key).call(setDefaultBankAccount, {
      params: { clientId, bankAccountId },
      body: { version: (await see({ clientId })).version, reason: 'Cobra ahí', ...input },
    })
  const end = async (
    { clientId }: Pick<TestAccount, 'clientId'>,
    bankAccountId: string,
    takesOverId: string | null = null,
    { by = f.who, key = randomUUID(), ...input }: ChangeOptions = {},
  ) =>
    keyed(by, key).call(endBankAccount, {
      params: { clientId, bankAccountId },
      body: { version: (await see({ clientId })).version, reason: 'La ha cerrado', takesOverId, ...input },
    })
  /** Direction decides whatever has doubts as well. */
  const agree = ({ approvalId }: { approvalId: string | null }, by: Caller = f.direction) =>
    by.call(approveChangeRequest, { params: { approvalId: approvalId! }, body: {} })
  const added = async (testAccount: Pick<TestAccount, 'clientId'>, number: string, input?: AddOptions) => {
    await agree(await add(testAccount, number, input))
    return (await see(testAccount)).accounts.find((one) => one.number === number && one.endedAt === null)!
  }
  const listAccounts = async (testAccount: Pick<TestAccount, 'clientId'>) =>
    (await see(testAccount)).accounts.map(({ number, isDefault, endedAt }) => [
      number.slice(-4),
      isDefault,
      endedAt !== null,
    ])
  /** An order of what matured, as the run makes it: to whatever is the default. */
  const matured = async ({ accountId }: TestAccount, amount: string) => {
    const { journalId } = await f.t.make.movement(accountId, `-${amount}`, 'maturity')
    await f.t.db
      .transaction()
      .execute((tx) =>
        createPaymentOrder(tx, { accountId, amount, kind: 'maturity', journalId }, new Date(f.clock.now).toISOString()),
      )
    const { id } = await f.t.db
      .selectFrom('paymentOrder')
      .where('journalId', '=', journalId)
      .select('id')
      .executeTakeFirstOrThrow()
    return id
  }
  const waitingOf = async (paymentId: string) =>
    (await f.admin.call(listWaitingOrders.page, { query: { pageSize: '200' } })).rows.find(({ id }) => id === paymentId)
  return { ...f, see, add, choose, end, agree, added, shown: listAccounts, matured, waitingOf }
}

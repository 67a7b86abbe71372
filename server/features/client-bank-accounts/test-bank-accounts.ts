import { randomUUID } from 'node:crypto'
import { approve } from '#contract/approvals.ts'
import {
  addBankAccount,
  endBankAccount,
  getBankAccounts,
  makeBankAccountDefault,
} from '#contract/client-bank-accounts.ts'
import { keyHeader } from '#contract/core/endpoint.ts'
import { listWaitingOrders } from '#contract/payment-batches.ts'
import { orderPayment } from '#server/domain/payment-orders.ts'
import { type Batches, firmOfBatches } from '#server/features/payment-batches/test-batches.ts'

type Place = Awaited<ReturnType<Batches['accountWith']>>
type Caller = Batches['who']
type Added = { by?: Caller; key?: string; version?: number; holder?: string; makeDefault?: boolean; checked?: boolean }
type Changed = { by?: Caller; key?: string; version?: number }

/** A firm that pays, whose people change where. */
export const firmOfBankAccounts = async () => {
  const f = await firmOfBatches()
  const see = ({ clientId }: Pick<Place, 'clientId'>, by: Caller = f.who) =>
    by.call(getBankAccounts, { params: { clientId } })
  const keyed = (by: Caller, key: string) => f.t.callerWith(by.token, { [keyHeader]: key })
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
    place: Pick<Place, 'clientId'>,
    number: string,
    { by = f.who, key = randomUUID(), ...said }: Added = {},
  ) => {
    const body = {
      ...{ version: (await see(place)).version, holder: await holderOf(place.clientId), makeDefault: false },
      ...{ number, reason: 'Lo pide por escrito', ...said },
    }
    return keyed(by, key).call(addBankAccount, { params: { clientId: place.clientId }, body })
  }
  const choose = async (
    { clientId }: Pick<Place, 'clientId'>,
    bankAccountId: string,
    { by = f.who, key = randomUUID(), ...said }: Changed = {},
  ) =>
    keyed(by, key).call(makeBankAccountDefault, {
      params: { clientId, bankAccountId },
      body: { version: (await see({ clientId })).version, reason: 'Cobra ahí', ...said },
    })
  const end = async (
    { clientId }: Pick<Place, 'clientId'>,
    bankAccountId: string,
    takesOverId: string | null = null,
    { by = f.who, key = randomUUID(), ...said }: Changed = {},
  ) =>
    keyed(by, key).call(endBankAccount, {
      params: { clientId, bankAccountId },
      body: { version: (await see({ clientId })).version, reason: 'La ha cerrado', takesOverId, ...said },
    })
  /** Direction decides whatever has doubts as well. */
  const agree = ({ approvalId }: { approvalId: string | null }, by: Caller = f.direction) =>
    by.call(approve, { params: { approvalId: approvalId! }, body: {} })
  const added = async (place: Pick<Place, 'clientId'>, number: string, said?: Added) => {
    await agree(await add(place, number, said))
    return (await see(place)).accounts.find((one) => one.number === number && one.endedAt === null)!
  }
  const shown = async (place: Pick<Place, 'clientId'>) =>
    (await see(place)).accounts.map(({ number, isDefault, endedAt }) => [number.slice(-4), isDefault, endedAt !== null])
  /** An order of what matured, as the run makes it: to whatever is the default. */
  const matured = async ({ accountId }: Place, amount: string) => {
    const { journalId } = await f.t.make.movement(accountId, `-${amount}`, 'maturity')
    await f.t.db
      .transaction()
      .execute((tx) =>
        orderPayment(tx, { accountId, amount, kind: 'maturity', journalId }, new Date(f.clock.now).toISOString()),
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
  return { ...f, see, add, choose, end, agree, added, shown, matured, waitingOf }
}

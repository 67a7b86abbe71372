import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approveChangeRequest } from '#contract/approvals.ts'
import { getSession } from '#contract/auth.ts'
import { getAccount, getClient } from '#contract/clients/client.ts'
import { addContribution } from '#contract/contributions.ts'
import { getPayment } from '#contract/payments.ts'
import { createEmployee } from '#contract/staff.ts'
import { createPaymentFixture, today } from '#server/features/payments/test-payments.ts'
import { logStatements } from '#test/harness/statement-log.ts'

let fixture: Awaited<ReturnType<typeof createPaymentFixture>>
let place: Awaited<ReturnType<typeof fixture.accountWith>>
let paymentId: string
beforeAll(async () => {
  fixture = await createPaymentFixture()
  place = await fixture.accountWith('1000.00')
  paymentId = (await fixture.ask(place, '100.00')).paymentId
})
afterAll(() => fixture.t.drop())

/** What a call sends once the process and its connections know it. */
const listStatements = async (work: () => Promise<unknown>) => {
  await work()
  const { sent } = await logStatements(work)
  return sent.map(({ name, text }) => name ?? text.replaceAll(/\s+/g, ' ').slice(0, 60))
}

describe('statements of a call by key', () => {
  test('a tab opens with four statements, of which one checks the session', async () => {
    const sent = await listStatements(() => fixture.who.call(getSession, {}))
    expect(sent).toHaveLength(4)
    expect(sent.filter((name) => name === 'person')).toHaveLength(1)
  })

  test('the page of a client takes two prepared statements beside the session', async () => {
    const { clientId } = place
    const send = () => fixture.who.call(getClient, { params: { clientId } })
    expect(await listStatements(send)).toEqual(['person', 'client s-/s-/s-', 'client accounts s-'])
  })

  test('the page of an account takes one prepared statement beside the session', async () => {
    const { clientId, accountId } = place
    const send = () => fixture.who.call(getAccount, { params: { clientId, accountId } })
    expect(await listStatements(send)).toEqual(['person', expect.stringMatching(/^account s-/)])
  })

  test('the page of a payment takes two statements beside the session', async () => {
    const sent = await listStatements(() => fixture.who.call(getPayment, { params: { paymentId } }))
    expect(sent).toHaveLength(3)
    expect(sent[0]).toBe('person')
  })

  test('a statement that one caller has built shows another only what is theirs', async () => {
    const { t } = fixture
    const other = await t.as('manager', (await t.make.employee()).cvl)
    const params = { clientId: place.clientId, accountId: place.accountId }
    expect((await fixture.who.call(getClient, { params })).accounts).toHaveLength(1)
    await expect(other.call(getClient, { params })).rejects.toMatchObject({ status: 404 })
    await expect(other.call(getAccount, { params })).rejects.toMatchObject({ status: 404 })
    expect((await fixture.superior.call(getAccount, { params })).clientId).toBe(place.clientId)
    const nobody = await t.as('manager')
    await expect(nobody.call(getClient, { params })).rejects.toMatchObject({ status: 404 })
  })

  test('activity of a caller without pages is noted once a minute', async () => {
    const { t, clock } = fixture
    const caller = await t.as('admin')
    const send = () => caller.call(getClient, { params: { clientId: place.clientId } })
    clock.now += 61_000
    const { sent } = await logStatements(send)
    expect(sent.filter(({ name }) => name === 'activity')).toHaveLength(1)
    expect(await listStatements(send)).toEqual(['person', 'client a/a/a', 'client accounts a'])
  })
})

/** What a write sends, each round trip a list: what was sent before an answer to the first of them came. */
const listRoundTrips = async (work: (n: number) => Promise<unknown>) => {
  await work(0)
  const { sent } = await logStatements(() => work(1))
  const trips: string[][] = []
  for (const { name, text, isAwaited } of sent) {
    const shown = name ?? text.replaceAll(/\s+/g, ' ').trim().slice(0, 60)
    if (isAwaited) trips.push([shown])
    else trips.at(-1)!.push(shown)
  }
  return trips
}

describe('round trips of a write', () => {
  test('a contribution by hand takes three beside the session, all prepared', async () => {
    const { clientId, accountId } = place
    const send = () =>
      fixture.who.call(addContribution, {
        params: { clientId, accountId },
        body: { amount: '10.00', valueDate: today, reference: 'Transferencia de junio' },
      })
    expect(await listRoundTrips(send)).toEqual([
      ['person'],
      ['begin', 'lock holding s-', 'accounts', 'contribution facts', 'holder facts'],
      ['post journal'],
      ['contribution notice', 'refresh client list', 'commit'],
    ])
  })

  test('a withdrawal request takes 21 at most, an employee 15', async () => {
    const { t, manager, head } = fixture
    const hr = await t.as('hr')
    const addEmployee = (n: number) => {
      const job = { position: 'advisor', officeId: manager.officeId, supervisorId: head.id } as const
      const body = { name: 'Iñaki', surname: 'Núñez', email: `inaki.${n}@firm.example`, reason: 'Lo ha pedido', ...job }
      return hr.call(createEmployee, { body })
    }
    expect((await listRoundTrips(() => fixture.ask(place, '10.00'))).length).toBeLessThanOrEqual(21)
    expect((await listRoundTrips(addEmployee)).length).toBeLessThanOrEqual(15)
  })

  test('an approval takes 18 at most, and judges behind its lock in one', async () => {
    const approvalIds: string[] = []
    for (let n = 0; n < 2; n++) {
      const { paymentId } = await fixture.ask(place, '10.00')
      const { rows } = await fixture.t.owner.query<{ id: string }>(
        'select approval_id::text as id from dino.payment_order where id = $1',
        [paymentId],
      )
      approvalIds.push(rows[0]!.id)
    }
    const approve = (n: number) =>
      fixture.superior.call(approveChangeRequest, { params: { approvalId: approvalIds[n]! }, body: {} })
    const trips = await listRoundTrips(approve)
    expect(trips.length).toBeLessThanOrEqual(18)
    expect(trips).toContainEqual([
      'begin',
      'lock approval',
      'right gains',
      'directors',
      'grants of direction',
      'team members',
      'substitutions',
    ])
  })
})

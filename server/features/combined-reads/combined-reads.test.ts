import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countClientApprovals } from '#contract/approvals/client-count.ts'
import { getRecordHistory } from '#contract/audit.ts'
import { getClientBankAccounts } from '#contract/client-bank-accounts.ts'
import { getClient } from '#contract/clients/client.ts'
import { getCombinedReads, maxCombinedReads } from '#contract/combined-reads.ts'
import { listNotices } from '#contract/notices.ts'
import { allRoutes } from '#server/app.ts'
import { createPaymentFixture } from '#server/features/payments/test-payments.ts'
import { logStatements } from '#test/harness/statement-log.ts'

type Fixture = Awaited<ReturnType<typeof createPaymentFixture>>
let fixture: Fixture
let clientId: string
beforeAll(async () => {
  fixture = await createPaymentFixture()
  clientId = (await fixture.accountWith('1000.00')).clientId
})
afterAll(() => fixture.t.drop())

const readTogether = async (who: Fixture['who'], paths: readonly string[]) =>
  (await who.call(getCombinedReads, { query: { paths: paths.join(',') } })).answers

describe('several reads in one call', () => {
  test('each read answers what a call of its own answers', async () => {
    const { who } = fixture
    const answers = await readTogether(who, [
      `/clients/${clientId}`,
      `/clients/${clientId}/bank-accounts`,
      `/notices?client=${clientId}&pageSize=6`,
      `/approvals/client-count?clientId=${clientId}`,
    ])
    expect(answers).toEqual(
      [
        await who.call(getClient, { params: { clientId } }),
        await who.call(getClientBankAccounts, { params: { clientId } }),
        await who.call(listNotices.page, { query: { client: clientId, pageSize: 6 } }),
        await who.call(countClientApprovals, { query: { clientId } }),
      ].map((body) => ({ status: 200, body })),
    )
  })

  test('the session is checked once for all of them', async () => {
    const paths = [`/clients/${clientId}`, `/clients/${clientId}/capital-trend`]
    await readTogether(fixture.who, paths)
    const { sent } = await logStatements(() => readTogether(fixture.who, paths))
    expect(sent.filter(({ name }) => name === 'person')).toHaveLength(1)
  })

  test('a read without permission is refused beside the answers of the others', async () => {
    const history = { params: { entity: 'client', recordId: clientId } }
    await expect(fixture.who.call(getRecordHistory, history)).rejects.toMatchObject({ status: 403 })
    const [refused, client] = await readTogether(fixture.who, [
      `/audit/records/client/${clientId}`,
      `/clients/${clientId}`,
    ])
    expect(refused).toMatchObject({ status: 403, body: { code: 'permission.missing', requestId: expect.any(String) } })
    expect(client).toMatchObject({ status: 200, body: { id: clientId } })
  })

  test('a record outside the scope of the caller is not found', async () => {
    const other = await fixture.t.as('manager', (await fixture.t.make.employee()).cvl)
    const answers = await readTogether(other, [`/clients/${clientId}`, `/clients/${clientId}/bank-accounts`])
    expect(answers.map(({ status }) => status)).toEqual([404, 404])
  })

  test('an unknown parameter is refused by name', async () => {
    const [refused] = await readTogether(fixture.who, [`/notices?clients=${clientId}`, `/clients/${clientId}`])
    expect(refused).toMatchObject({ status: 400, body: { fields: { clients: 'unknown' } } })
  })

  test('only small reads of the contract are found', async () => {
    const paths = [
      '/session',
      '/approvals/export?format=csv',
      `/clients/${clientId}/nothing`,
      '/reads?paths=/session',
      '/%E0',
    ]
    const answers = await readTogether(fixture.who, paths)
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 400])
    const many = Array.from({ length: maxCombinedReads + 1 }, (_, n) => `/clients/${n}`)
    await expect(readTogether(fixture.who, many)).rejects.toMatchObject({ status: 400 })
  })

  test('only reads that answer JSON and note nothing are declared combinable', () => {
    const wrong = allRoutes.filter(
      ({ endpoint: { combinable, method, isBackground, changes, open, stream, action = 'view' } }) =>
        combinable &&
        (method !== 'GET' || isBackground || changes || open === 'anybody' || stream || action !== 'view'),
    )
    expect(wrong.map(({ endpoint }) => endpoint.path)).toEqual([])
  })
})

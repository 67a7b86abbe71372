import { afterAll, beforeAll, expect, test } from 'vitest'
import { getClient } from '#contract/clients/client.ts'
import type { EndpointSpec } from '#contract/core/endpoint.ts'
import { allRoutes } from '#server/app.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
import { probesByEndpoint } from './probes.ts'
import { createProbeWorld, type ProbeTarget, setRoleScope } from './world.ts'

type Caller = Awaited<ReturnType<Awaited<ReturnType<typeof createTestTenant>>['as']>>

/** Every call that is about the account or the quote of a client, as the contract has them. The books are told for no part of the firm. */
const accountEndpoints: (readonly [string, EndpointSpec])[] = allRoutes
  .map(({ endpoint }: { endpoint: EndpointSpec }) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)
  .filter(([, { module }]) => module !== 'bt_Contabilidad')
  .filter(([name]) => /\/clients\/:clientId\/.*:accountId|:quoteId/.test(name) && probesByEndpoint[name])

let t: Awaited<ReturnType<typeof createTestTenant>>
let coHolderCaller: Caller
/** An account of a stranger, seen from a client of the caller: who is authorised on it, and who holds a part of it. */
let authorisedTarget: ProbeTarget
let coHolder: ProbeTarget
let otherClientTarget: ProbeTarget

beforeAll(async () => {
  t = await createTestTenant('dino')
  // Ids of clients that no other row has: what is found in an answer is one.
  await t.owner.query(`select setval(pg_get_serial_sequence('dino.client', 'id'), 7770000)`)
  const world = await createProbeWorld(t)
  otherClientTarget = world.targets.other
  const createHolding = async (role: 'authorised' | 'holder', account: ProbeTarget): Promise<ProbeTarget> => {
    const name = `Qxtitular${role}`
    const client = await t.make.client({ name, surname: 'Marca', staff: { manager: world.me.id } })
    await t.owner.query(
      'insert into dino.account_holder (account_id, client_id, role, share) values ($1, $2, $3, $4)',
      [account.accountId, client.id, role, role === 'holder' ? '40' : null],
    )
    return { ...account, client: { ...client, name } }
  }
  await t.owner.query(`update dino.account_holder set share = 60 where account_id = $1`, [otherClientTarget.accountId])
  authorisedTarget = await createHolding('authorised', otherClientTarget)
  coHolder = await createHolding('holder', otherClientTarget)
  coHolderCaller = await t.as('manager', world.me.cvl)
  for (const module of new Set(accountEndpoints.map(([, endpoint]) => endpoint.module!)))
    await setRoleScope(t, 'manager', module, ['view', 'create', 'edit', 'export'], 'own')
})
afterAll(() => t.drop())

test('every call on a client’s account has its own probe', () => {
  const silent = allRoutes
    .map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
    .filter((name) => /\/clients\/:clientId\/.*:accountId/.test(name) && !probesByEndpoint[name])
  // An account on its way: the test of the openings asks for it as a co-holder and as who is authorised.
  expect(silent).toEqual(['GET /clients/:clientId/openings/:accountId'])
})

test.each(accountEndpoints)('%s answers 404 by a client merely authorised on the account', async (_, endpoint) => {
  await t.owner.query(`update dino.account_holder set role = 'authorised', share = null where client_id = $1`, [
    coHolder.client.id,
  ])
  for (const way of probesByEndpoint[`${endpoint.method} ${endpoint.path}`]!.requests) {
    const { statusCode, json } = await coHolderCaller.send(endpoint, way(authorisedTarget))
    expect([statusCode, json().code]).toEqual([404, 'notFound'])
  }
  await t.owner.query(`update dino.account_holder set role = 'holder', share = 40 where client_id = $1`, [
    coHolder.client.id,
  ])
})

const readEndpoints = accountEndpoints.filter(([name]) => name.startsWith('GET') && !/pdf|export/.test(name))
test.each(readEndpoints)('%s shows a co-holder in scope no id or CVL of one outside', async (_, endpoint) => {
  for (const way of probesByEndpoint[`${endpoint.method} ${endpoint.path}`]!.requests) {
    const { statusCode, body } = await coHolderCaller.send(endpoint, way(coHolder))
    expect(statusCode).toBe(200)
    expect(body).not.toContain(otherClientTarget.client.cvl)
    expect(body).not.toContain(otherClientTarget.client.id)
  }
})

test('a client’s page shows only the name of a co-holder out of scope', async () => {
  const { accounts } = (await coHolderCaller.send(getClient, { params: { clientId: coHolder.client.id } })).json() as {
    accounts: { holders: { id: string | null; name: string; share: string | null; part: string | null }[] }[]
  }
  const [other] = accounts[0]!.holders.filter(({ name }) => name.startsWith(otherClientTarget.client.name))
  expect(other).toMatchObject({ id: null, share: null, part: null })
  const own = accounts[0]!.holders.find(({ id }) => id === coHolder.client.id)
  expect(own).toMatchObject({ share: '40.0000', part: '40.00' })
})

test('the page of a client omits strangers’ accounts they are authorised on', async () => {
  await t.owner.query('delete from dino.account_holder where client_id = $1', [coHolder.client.id])
  const { json } = await coHolderCaller.send(getClient, { params: { clientId: authorisedTarget.client.id } })
  expect(json()).toMatchObject({ accounts: [] })
})

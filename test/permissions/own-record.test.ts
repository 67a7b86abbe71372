import { afterAll, beforeAll, expect, test } from 'vitest'
import { moduleKeys } from '#contract/permissions.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
import { clientWrites } from './client-writes.ts'
import { createProbeWorld, type ProbeTarget, type ProbeWorld, setRoleScope } from './world.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
let t: Tenant
let world: ProbeWorld
let admin: Awaited<ReturnType<Tenant['as']>>

beforeAll(async () => {
  t = await createTestTenant('dino')
  world = await createProbeWorld(t)
  admin = await t.as('admin', world.me.cvl)
  for (const module of moduleKeys)
    await setRoleScope(t, 'admin', module, ['view', 'create', 'edit', 'delete', 'export', 'approve'], 'all')
})
afterAll(() => t.drop())

const declareRelative = (employeeId: string, clientId: string) =>
  t.owner.query(
    `insert into dino.declared_relative (employee_id, relative_client_id, relation) values ($1, $2, 'sibling')`,
    [employeeId, clientId],
  )

/** What each write answers for the record of the target, by name. */
const collectErrorCodes = async (target: ProbeTarget): Promise<Record<string, string | undefined>> => {
  const answers: [string, string | undefined][] = []
  for (const { name, endpoint, buildRequest: ask } of clientWrites) {
    const response = await admin.send(endpoint, ask(target))
    answers.push([name, response.json().code])
  }
  return Object.fromEntries(answers)
}
const expectedRefusals = Object.fromEntries(clientWrites.map(({ name }) => [name, 'approval.ownRecord']))

test('refuses every write about a client declared a relative of the caller', async () => {
  await declareRelative(world.me.id, world.targets.own.client.id)
  expect(clientWrites.length).toBeGreaterThan(25)
  expect(await collectErrorCodes(world.targets.own)).toEqual(expectedRefusals)
})

test('refuses every write about a client who shares an account with a relative', async () => {
  const { team, own } = world.targets
  await t.owner.query(
    `insert into dino.account_holder (account_id, client_id, role, share) values ($1, $2, 'authorised', null)`,
    [team.accountId, own.client.id],
  )
  expect(await collectErrorCodes(team)).toEqual(expectedRefusals)
})

test('allows writes about clients unrelated to the caller’s relatives', async () => {
  expect(Object.values(await collectErrorCodes(world.targets.other))).not.toContain('approval.ownRecord')
})

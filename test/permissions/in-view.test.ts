import { afterAll, beforeAll, expect, test } from 'vitest'
import { enterStaffView, leaveStaffView } from '#contract/auth/staff-view.ts'
import type { EndpointSpec } from '#contract/core/endpoint.ts'
import { moduleKeys } from '#contract/permissions.ts'
import { allRoutes } from '#server/app.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
import { setRoleScope } from './world.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
let t: Tenant
let caller: Caller
let viewedCvl: string

/** Whoever may do everything in both views, but only look in another's. */
beforeAll(async () => {
  t = await createTestTenant('dino')
  const mine = await t.make.employee({ name: 'Una' })
  const other = await t.make.employee({ name: 'Otra' })
  for (const module of moduleKeys)
    await setRoleScope(t, 'admin', module, ['view', 'create', 'edit', 'delete', 'export', 'approve'], 'all')
  await setRoleScope(t, 'admin', 'bt_CambioCVL', ['view'], 'all')
  caller = await t.as('admin', mine.cvl)
  await t.as('admin', other.cvl)
  viewedCvl = other.cvl
})
afterAll(() => t.drop())

const writeEndpoints = allRoutes
  .map(({ endpoint }) => endpoint as EndpointSpec)
  .filter(({ method, open }) => method !== 'GET' && open !== 'anybody')
const formatEndpointName = ({ method, path }: EndpointSpec) => `${method} ${path}`

/** Sent without what it needs: who may not do it hears that first. */
const requestErrorCode = async (endpoint: EndpointSpec): Promise<string | undefined> => {
  const params = Object.fromEntries([...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, '1']))
  const content = endpoint.upload && new Blob(['x'], { type: endpoint.upload.types[0]! })
  const response = await caller.send(endpoint, { params, ...(content ? { content } : { body: {} }) })
  return response.statusCode < 400 ? undefined : response.json().code
}

const collectErrorCodes = async (endpoints: readonly EndpointSpec[]) => {
  const answers: [string, string | undefined][] = []
  for (const endpoint of endpoints) answers.push([formatEndpointName(endpoint), await requestErrorCode(endpoint)])
  return Object.fromEntries(answers)
}

test('refuses every write in another’s view unless the contract says why not', async () => {
  const kept = writeEndpoints.filter(({ allowedInViewReason }) => !allowedInViewReason)
  expect(kept.length).toBeGreaterThan(100)
  await caller.call(enterStaffView, { body: { cvl: viewedCvl } })
  expect(await collectErrorCodes(kept)).toEqual(
    Object.fromEntries(kept.map((endpoint) => [formatEndpointName(endpoint), 'cvl.readOnly'])),
  )
  await caller.call(leaveStaffView, {})
})

test('allows all personal writes in the user’s own view', async () => {
  const own = writeEndpoints.filter(
    ({ usesOwnRights, open, allowedInViewReason }) => (usesOwnRights || open) && !allowedInViewReason,
  )
  expect(Object.values(await collectErrorCodes(own))).not.toContain('cvl.readOnly')
})

test('answers what the contract allows in another’s view, leaving it last', async () => {
  const ending = ['/session/sign-out', '/session/prefix', '/session/lock', '/session/unlock', '/session/view']
  const allowed = writeEndpoints.filter(
    ({ allowedInViewReason, path }) => allowedInViewReason && !ending.includes(path),
  )
  expect(allowed.length).toBeGreaterThan(8)
  await caller.call(enterStaffView, { body: { cvl: viewedCvl } })
  expect(Object.values(await collectErrorCodes(allowed))).not.toContain('cvl.readOnly')
  expect(await caller.call(leaveStaffView, {})).toEqual({ actingCvl: null })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { EndpointSpec } from '#contract/core/endpoint.ts'
import { may, roles } from '#contract/permissions.ts'
import { allRoutes } from '#server/app.ts'
import { testTenant } from '#test/harness/tenant.ts'

let t: Awaited<ReturnType<typeof testTenant>>
beforeAll(async () => {
  t = await testTenant('dino')
})
afterAll(() => t.drop())

const endpoints: EndpointSpec[] = allRoutes.map(({ endpoint }) => endpoint)
const nameOf = ({ method, path }: EndpointSpec) => `${method} ${path}`

/** Ids of nothing, so that a call that gets past the permission finds nothing to show or change. */
const paramsOf = ({ params }: EndpointSpec) =>
  Object.fromEntries(
    Object.keys(params instanceof z.ZodObject ? params.shape : {}).map((key) => [key, '999999999999999']),
  )

describe.each(endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', (_, endpoint) => {
  const sent = { params: paramsOf(endpoint), ...(endpoint.body ? { body: {} } : {}) }

  test('answers nobody without a session, unless it says so', async () => {
    const { statusCode } = await t.nobody.send(endpoint, sent)
    if (endpoint.open === 'anybody') expect(statusCode).not.toBe(401)
    else expect(statusCode).toBe(401)
  })

  test('answers 403 to exactly the roles without its permission', async () => {
    for (const role of roles) {
      const { statusCode } = await (await t.as(role)).send(endpoint, sent)
      const allowed = !endpoint.module || may(role, endpoint.module, endpoint.action)
      expect(statusCode === 403, `${role} got ${statusCode}`).toBe(!allowed)
    }
  })
})

test('every call of the contract that the list machinery makes is served', () => {
  expect(endpoints.map(nameOf)).toEqual([...new Set(endpoints.map(nameOf))])
  for (const path of ['/clients', '/clients/count', '/clients/:clientId/accounts/:accountId/movements'])
    expect(endpoints.map(nameOf)).toContain(`GET ${path}`)
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type EndpointSpec, type SessionState, sessionStates } from '#contract/core/endpoint.ts'
import { roles } from '#contract/permissions.ts'
import { decidePermission } from '#contract/rights.ts'
import { allRoutes } from '#server/app.ts'
import { isFullTestRun } from '#test/harness/circles.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
import { probeEndpoints } from './probe-endpoints.ts'

let t: Awaited<ReturnType<typeof createTestTenant>>
beforeAll(async () => {
  t = await createTestTenant('dino')
})
afterAll(() => t.drop())

const endpoints: EndpointSpec[] = allRoutes.map(({ endpoint }) => endpoint)
const formatEndpointName = ({ method, path }: EndpointSpec) => `${method} ${path}`

/** Ids of nothing, so that a call that gets past the permission finds nothing to show or change. */
const buildParams = ({ params }: EndpointSpec) =>
  Object.fromEntries(
    Object.keys(params instanceof z.ZodObject ? params.shape : {}).map((key) => [key, '999999999999999']),
  )

/** Calls that may end the session that they are made with, or change its state. */
const sessionEndingPaths = /^\/(session|me)(\/|$)|auth|password/i

const buildRequest = (endpoint: EndpointSpec) => ({
  params: buildParams(endpoint),
  ...(endpoint.body ? { body: {} } : {}),
})
const endpointCases = endpoints.map((endpoint) => ({ endpoint, name: formatEndpointName(endpoint) }))

test('every endpoint answers 401 without a session, unless declared open', async () => {
  const answers = await probeEndpoints(endpointCases, async ({ endpoint, name }) => {
    const { statusCode } = await t.nobody.send(endpoint, buildRequest(endpoint))
    return [name, statusCode === 401 ? 'session' : 'anybody']
  })
  const expected = endpointCases.map(({ endpoint, name }) => [
    name,
    endpoint.open === 'anybody' ? 'anybody' : 'session',
  ])
  expect(Object.fromEntries(answers)).toEqual(Object.fromEntries(expected))
})

/** Of each kind: all, a team's, the staff's, hardly anything. What each role may do by default is written in the table. */
const refusedRoles = isFullTestRun ? roles : (['admin', 'supervisor', 'hr', 'user'] as const)

describe('endpoints a role may not call', () => {
  test.each(refusedRoles)('the %s gets 403 from exactly the endpoints without permission', async (role) => {
    let caller = await t.as(role)
    const answers = await probeEndpoints(endpointCases, async ({ endpoint, name }) => {
      const { statusCode } = await caller.send(endpoint, buildRequest(endpoint))
      const ends = sessionEndingPaths.test(endpoint.path)
      if (ends && endpoint.method !== 'GET') caller = await t.as(role)
      // A session that had ended would have no permission to show.
      return [name, statusCode === 403 ? 'refused' : statusCode === 401 && !ends ? 'without session' : 'answered']
    })
    const expected = endpointCases.map(({ endpoint: { module, action }, name }) => {
      const allowed = !module || decidePermission({ role, matrix: [], rules: [] }, module, action).allowed
      return [name, allowed ? 'answered' : 'refused']
    })
    expect(Object.fromEntries(answers)).toEqual(Object.fromEntries(expected))
  })
})

test('the contract serves every call that the list machinery makes', () => {
  expect(endpoints.map(formatEndpointName)).toEqual([...new Set(endpoints.map(formatEndpointName))])
  for (const path of ['/clients', '/clients/count', '/clients/:clientId/accounts/:accountId/movements'])
    expect(endpoints.map(formatEndpointName)).toContain(`GET ${path}`)
})

/** What is answered in each state, written out: a call that joins them is a decision, and no slip of a declaration. */
const allowedBySessionState: Record<SessionState, readonly string[]> = {
  locked: [
    'POST /session/heartbeat',
    'POST /session/lock',
    'POST /session/sign-out',
    'POST /session/unlock',
    'PUT /me/drafts/:form',
  ],
  secondFactor: [
    'GET /session/second-factor',
    'POST /session/heartbeat',
    'POST /session/second-factor',
    'POST /session/second-factor/passkey/options',
    'POST /session/sign-out',
    'POST /session/unlock',
  ],
  enrolment: [
    'GET /me/second-factor',
    'GET /session',
    'PATCH /me/preferences',
    'POST /ApiRest/api/audit',
    'POST /me/second-factor/passkeys',
    'POST /me/second-factor/passkeys/options',
    'POST /me/second-factor/totp',
    'POST /me/second-factor/totp/confirm',
    'POST /session/heartbeat',
    'POST /session/lock',
    'POST /session/sign-out',
    'POST /session/unlock',
  ],
  maintenance: ['POST /session/heartbeat', 'POST /session/sign-out', 'POST /session/unlock'],
}
const refusalBySessionState: Record<SessionState, string> = {
  locked: '423 session.locked',
  secondFactor: '423 session.secondFactor',
  enrolment: '423 session.enrolment',
  maintenance: '503 maintenance',
}
/** Puts a session of that person into the state; the last two concern all who have the role. */
const enterSessionState: Record<SessionState, (userId: string) => Promise<unknown>> = {
  locked: (id) => t.owner.query('update registry.session set locked_at = created_at where user_id = $1', [id]),
  secondFactor: (id) =>
    t.owner.query(`insert into registry.totp (user_id, secret, confirmed_at) values ($1, 'x', now())`, [id]),
  enrolment: () => t.owner.query(`update registry.tenant set second_factor_roles = '{supervisor}'`),
  maintenance: () =>
    t.owner.query(
      `update registry.tenant set maintenance = '{"since": "2026-06-15T10:00:00Z", "message": "", "until": null}'`,
    ),
}

describe.each(sessionStates)('a session in state %s', (state) => {
  const signedIn = endpoints.filter(({ open }) => open !== 'anybody')
  afterAll(() => t.owner.query(`update registry.tenant set second_factor_roles = '{}', maintenance = null`))

  test('a limited session reaches exactly the calls of its table', async () => {
    const fresh = async () => {
      const who = await t.as('supervisor')
      await enterSessionState[state](who.userId)
      return who
    }
    const answered: string[] = []
    let who = await fresh()
    for (const endpoint of signedIn) {
      // A refusal is no stream; one that were answered would never end, and fail the test.
      const { stream, ...plain } = endpoint
      const { statusCode, json } = await who.send(plain, buildRequest(endpoint))
      if (`${statusCode} ${json().code}` === refusalBySessionState[state]) continue
      answered.push(formatEndpointName(endpoint))
      // What is answered may end the session, or change its state; what is refused changes nothing.
      who = await fresh()
    }
    expect(answered.sort()).toEqual(allowedBySessionState[state])
  })
})

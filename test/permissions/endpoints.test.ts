import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type EndpointSpec, type SessionState, sessionStates } from '#contract/core/endpoint.ts'
import { decide, roles } from '#contract/permissions.ts'
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

type Caller = Awaited<ReturnType<typeof t.as>>
/** One session of each role for all calls but those that may end it or change its state. */
const mayEnd = /^\/(session|me)(\/|$)|auth|password/i
const callers = new Map<string, Caller>()
const callerOf = async (role: (typeof roles)[number]): Promise<Caller> => {
  const caller = callers.get(role) ?? (await t.as(role))
  callers.set(role, caller)
  return caller
}

describe.each(endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', (_, endpoint) => {
  const sent = { params: paramsOf(endpoint), ...(endpoint.body ? { body: {} } : {}) }

  test('answers nobody without a session, unless it says so', async () => {
    const { statusCode } = await t.nobody.send(endpoint, sent)
    if (endpoint.open === 'anybody') expect(statusCode).not.toBe(401)
    else expect(statusCode).toBe(401)
  })

  test('answers 403 to exactly the roles without its permission', async () => {
    for (const role of roles) {
      const { statusCode } = await (await callerOf(role)).send(endpoint, sent)
      if (mayEnd.test(endpoint.path)) callers.delete(role)
      // A session that had ended would have no permission to show.
      else expect(statusCode, `${role} of ${nameOf(endpoint)}`).not.toBe(401)
      const allowed =
        !endpoint.module || decide({ role, matrix: [], rules: [] }, endpoint.module, endpoint.action).allowed
      expect(statusCode === 403, `${role} got ${statusCode}`).toBe(!allowed)
    }
  })
})

test('every call of the contract that the list machinery makes is served', () => {
  expect(endpoints.map(nameOf)).toEqual([...new Set(endpoints.map(nameOf))])
  for (const path of ['/clients', '/clients/count', '/clients/:clientId/accounts/:accountId/movements'])
    expect(endpoints.map(nameOf)).toContain(`GET ${path}`)
})

/** What is answered in each state, written out: a call that joins them is a decision, and no slip of a declaration. */
const answeredDuring: Record<SessionState, readonly string[]> = {
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
const refusalIn: Record<SessionState, string> = {
  locked: '423 session.locked',
  secondFactor: '423 session.secondFactor',
  enrolment: '423 session.enrolment',
  maintenance: '503 maintenance',
}
/** Puts a session of that person into the state; the last two concern all who have the role. */
const bringInto: Record<SessionState, (userId: string) => Promise<unknown>> = {
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

  test('is answered by exactly the calls of its table, and all others refuse with the state', async () => {
    const answered: string[] = []
    for (const endpoint of signedIn) {
      // A session for each call: some of them end it, or change its state.
      const who = await t.as('supervisor')
      await bringInto[state](who.userId)
      const sent = { params: paramsOf(endpoint), ...(endpoint.body ? { body: {} } : {}) }
      // A refusal is no stream; one that were answered would never end, and fail the test.
      const { stream: _, ...plain } = endpoint
      const { statusCode, json } = await who.send(plain, sent)
      if (`${statusCode} ${json().code}` !== refusalIn[state]) answered.push(nameOf(endpoint))
    }
    expect(answered.sort()).toEqual(answeredDuring[state])
  })
})

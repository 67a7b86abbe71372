import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorStatusCodes } from '#contract/core/errors.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
import { refusalMessages } from './core/refusal-messages.ts'

let t: Awaited<ReturnType<typeof createTestTenant>>
beforeAll(async () => {
  t = await createTestTenant('dino')
})
afterAll(() => t.drop())

/** Given by the specification, word for word: they end without a full stop. */
const specifiedMessages: ReadonlyMap<string, string> = new Map([
  ['kyc.bothSides', 'You must select both front and back'],
])

test('every refusal has a sentence of its own as its message', () => {
  expect(Object.keys(refusalMessages).sort()).toEqual(Object.keys(errorStatusCodes).sort())
  for (const [code, message] of Object.entries(refusalMessages)) {
    const specified = specifiedMessages.get(code)
    if (specified) expect(message).toBe(specified)
    else expect(message).toMatch(/^[A-Z].*[ ].*[.]$/)
  }
})

describe('messages of refusals', () => {
  const refusalOf = async (url: string, headers = {}) => (await t.app.inject({ url, headers })).json()

  test('refusals of a missing token and a missing permission name what is missing', async () => {
    expect(await refusalOf('/api/v1/clients')).toMatchObject({
      code: 'session.missing',
      message: refusalMessages['session.missing'],
    })
    const { token } = await t.as('user')
    const mine = { authorization: `JWT ${token}` }
    expect(await refusalOf('/api/v1/clients', mine)).toMatchObject({
      code: 'permission.missing',
      message: refusalMessages['permission.missing'],
    })
    expect(await refusalOf('/api/v1/nothing', mine)).toMatchObject({ message: refusalMessages.notFound })
  })

  test('a refusal of invalid input names the fields', async () => {
    const { token } = await t.as('direction')
    const { message } = await refusalOf('/api/v1/clients?page=none', { authorization: `JWT ${token}` })
    expect(message).toBe('These fields do not fit: page')
  })
})

describe('methods that an address refuses', () => {
  test.each([
    ['GET', '/ApiRest/api/auth/login', 'POST'],
    ['GET', '/ApiRest/api/auth/login/?identity=a', 'POST'],
    ['DELETE', '/api/v1/clients', 'GET, POST'],
    ['PUT', '/api/v1/approvals/7', 'GET'],
    ['PATCH', '/api/v1/me/notifications/read', 'POST'],
    ['POST', '/livez', 'GET'],
  ] as const)('answers %s %s with 405 and Allow: %s', async (method, url, allowed) => {
    const { statusCode, headers, json } = await t.app.inject({ method, url })
    expect([statusCode, headers.allow, json().code]).toEqual([405, allowed, 'request.wrongMethod'])
  })

  test('an unknown address answers 404 without Allow', async () => {
    const { statusCode, headers } = await t.app.inject({ method: 'POST', url: '/api/v1/nothing' })
    expect([statusCode, headers.allow]).toEqual([404, undefined])
  })
})

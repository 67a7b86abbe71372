import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestTenant, testPassword } from '#test/harness/tenant.ts'

let t: Awaited<ReturnType<typeof createTestTenant>>
beforeAll(async () => {
  t = await createTestTenant('dino', Date.now)
})
beforeEach(() => t.owner.query('truncate registry.sign_in_attempt, registry.sign_in_place, registry.call_limit'))
afterAll(() => t.drop())

const officeAddress = '203.0.113.10'
type SignInOrigin = { address?: string; agent?: string; password?: string }

const signIn = async (
  identity: string,
  { address = officeAddress, agent = 'Firefox', password = testPassword }: SignInOrigin = {},
) => {
  const { statusCode } = await t.app.inject({
    method: 'POST',
    url: '/ApiRest/api/auth/login',
    remoteAddress: address,
    headers: { 'user-agent': agent },
    payload: { identity, password },
  })
  return statusCode
}

/** Failures of the last minute, as others made them. */
const insertFailedAttempts = (n: number, { identity, address }: { identity?: string; address?: string }) =>
  t.owner.query(
    `insert into registry.sign_in_attempt (identity, address, succeeded)
     select coalesce($2, 'name' || n), coalesce($3, '198.51.100.' || n), false from generate_series(1, $1) n`,
    [n, identity ?? null, address ?? null],
  )

test('failed sign-ins in an office delay only strangers there, not known users', async () => {
  const known = await t.as('manager')
  const outsider = await t.as('manager')
  expect(await signIn(known.email)).toBe(200)
  await insertFailedAttempts(31, { address: officeAddress })
  expect([await signIn(known.email), await signIn(outsider.email)]).toEqual([200, 429])
  expect(await signIn(known.email, { agent: 'Another browser' })).toBe(200)
})

test("failed tries with another browser do not delay the user's known browser", async () => {
  const me = await t.as('manager')
  expect(await signIn(me.email)).toBe(200)
  for (let n = 0; n < 6; n++) await signIn(me.email, { agent: `Guesser ${n}`, password: `guess ${n}` })
  expect(await signIn(me.email, { agent: 'Guesser 7' })).toBe(429)
  expect(await signIn(me.email)).toBe(200)
})

test('guesses from many addresses delay each other, not the user at a known place', async () => {
  const me = await t.as('manager')
  expect(await signIn(me.email)).toBe(200)
  await insertFailedAttempts(49, { identity: me.email })
  expect(await signIn(me.email, { address: '192.0.2.1', password: 'one more guess' })).toBe(401)
  expect(await signIn(me.email, { address: '192.0.2.2' })).toBe(429)
  expect(await signIn(me.email, { address: '2001:db8::1' })).toBe(429)
  expect(await signIn(me.email)).toBe(200)
})

test('guesses of an unknown name from many addresses wait like a known one', async () => {
  for (let n = 0; n < 50; n++)
    expect(await signIn('nobody@test.example', { address: `192.0.2.${n}`, password: 'x' })).toBe(401)
  expect(await signIn('nobody@test.example', { address: '192.0.2.99', password: 'x' })).toBe(429)
}, 60_000)

test('forgets a known place ninety days after its last sign-in', async () => {
  const me = await t.as('manager')
  expect(await signIn(me.email)).toBe(200)
  await t.owner.query(`update registry.sign_in_place set seen_at = now() - interval '91 days'`)
  await insertFailedAttempts(31, { address: officeAddress })
  expect(await signIn(me.email)).toBe(429)
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  formatTabSessionHeader,
  getSession,
  idleLimitMs,
  lockSession,
  sendHeartbeat,
  signOut,
  tabSessionHeader,
} from '#contract/auth.ts'
import { listClients } from '#contract/clients.ts'
import { streamEvents } from '#contract/notifications.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

let now = Date.now()
let t: Awaited<ReturnType<typeof createTestTenant>>
beforeAll(async () => {
  t = await createTestTenant('dino', () => now)
})
afterAll(() => t.drop())

const minute = 60_000
const idleError = { status: 401, code: 'session.idle' }
type Caller = Awaited<ReturnType<typeof t.as>>

/** A page of ours: it says what it believes of its session with every call. */
const openTab = async () => {
  const me = await t.as('manager')
  const session = await me.call(getSession, {})
  const page = t.callerWith(me.token, { [tabSessionHeader]: formatTabSessionHeader(session) })
  return { ...me, ...page, session }
}
const findSessionRow = async ({ sessionId }: { sessionId: string }) =>
  (await t.owner.query('select active_at, revoked_at from registry.session where id = $1', [sessionId])).rows[0]
const callHeartbeat = (idleCaller: Pick<Caller, 'call'>, idleFor: number) =>
  idleCaller.call(sendHeartbeat, { body: { idleFor } })

describe('idle sessions', () => {
  test('an idle session ends after half an hour and a grace, whatever it reads', async () => {
    const me = await openTab()
    now += 30 * minute
    await me.call(listClients.page, {})
    now += 89_000
    await me.call(listClients.page, {})
    now += 1_000
    await expect(me.call(listClients.page, {})).rejects.toMatchObject(idleError)
    expect((await findSessionRow(me.session)).revoked_at).not.toBeNull()
  })

  test('an idle session stays ended after a restart and is audited once', async () => {
    const me = await openTab()
    now += 40 * minute
    const restarted = await t.start()
    await expect(t.callerWith(me.token, {}, restarted).call(getSession, {})).rejects.toMatchObject(idleError)
    await Promise.allSettled([me.call(getSession, {}), callHeartbeat(me, 0), me.call(signOut, { body: {} })])
    // Neither a heartbeat nor a clock that is behind brings it back.
    now -= 30 * minute
    await expect(callHeartbeat(me, 0)).rejects.toMatchObject(idleError)
    now += 30 * minute
    const { rows } = await t.owner.query(
      `select prefix, address, request_id is not null as asked from registry.audit_event where user_id = $1 and action = 'session.idle'`,
      [me.userId],
    )
    expect(rows).toEqual([{ prefix: 'dino', address: '127.0.0.1', asked: true }])
    await restarted.close()
  })

  test('a session signed out earlier reports revoked and not idle', async () => {
    const me = await openTab()
    await me.call(signOut, { body: {} })
    now += 40 * minute
    await expect(me.call(getSession, {})).rejects.toMatchObject({ status: 401, code: 'session.revoked' })
  })

  test('an open live stream does not keep a session alive', async () => {
    const me = await t.as('manager')
    now += 20 * minute
    const response = await me.send(streamEvents, {})
    expect(response.statusCode).toBe(200)
    response.stream().destroy()
    now += 12 * minute
    await expect(me.call(getSession, {})).rejects.toMatchObject(idleError)
  })

  test('calls refused by a locked session do not keep it alive', async () => {
    const me = await t.as('manager')
    await me.call(lockSession, { body: {} })
    now += 20 * minute
    await expect(me.call(getSession, {})).rejects.toMatchObject({ status: 423 })
    now += 12 * minute
    await expect(me.call(getSession, {})).rejects.toMatchObject(idleError)
  })
})

describe('API callers without pages', () => {
  test('calls without a page header count as activity', async () => {
    const me = await t.as('manager')
    for (let n = 0; n < 6; n++) {
      now += 25 * minute
      await me.call(getSession, {})
    }
  })
})

describe('heartbeats', () => {
  test('heartbeats keep an active session until its twelve hours end', async () => {
    const me = await openTab()
    for (let n = 0; n < 24; n++) {
      now += 29 * minute
      await callHeartbeat(me, 1000)
    }
    const { endsAt } = await callHeartbeat(me, 0)
    expect(endsAt).toBe(new Date(me.session.expiresAt).toISOString())
    now = Date.parse(me.session.expiresAt) + 1000
    await expect(callHeartbeat(me, 0)).rejects.toMatchObject({ status: 401, code: 'session.expired' })
  })

  test("a heartbeat reports activity, returns the session's end and never moves it back", async () => {
    const me = await openTab()
    now += 20 * minute
    const endsAt = (movedAt: number) => ({ endsAt: new Date(movedAt + idleLimitMs).toISOString() })
    expect(await callHeartbeat(me, 5 * minute)).toEqual(endsAt(now - 5 * minute))
    expect(await callHeartbeat(me, 10 * minute)).toEqual(endsAt(now - 5 * minute))
    // Without a page too, what it says counts, and not that it was sent.
    const raw = t.callerWith(me.token)
    expect(await callHeartbeat(raw, 4 * minute)).toEqual(endsAt(now - 4 * minute))
    expect((await findSessionRow(me.session)).active_at.getTime()).toBe(now - 4 * minute)
  })

  test('refuses a heartbeat in the future or beyond the idle limit', async () => {
    const me = await openTab()
    for (const idleFor of [-1, 0.5, idleLimitMs + 1])
      await expect(callHeartbeat(me, idleFor)).rejects.toMatchObject({ status: 400, code: 'request.invalid' })
  })
})

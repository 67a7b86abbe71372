import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signOut } from '#contract/auth.ts'
import {
  getMutedNotifications,
  listNotifications,
  markNotificationsRead,
  streamEvents,
  switchNotificationKind,
} from '#contract/notifications.ts'
import { notifyUser } from '#server/domain/notify-user.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
import { createLiveHub } from './live-hub.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
let t: Tenant
let nowMs = Date.now()
beforeAll(async () => {
  t = await createTestTenant('dino', () => nowMs)
})
afterAll(() => t.drop())

const insertNotification = async (userId: string, prefix: string | null = 'dino') =>
  (
    await t.owner.query<{ id: string }>(
      `insert into registry.notification (user_id, prefix, kind, params) values ($1, $2, 'password.changed', '{"address": "10.0.0.1"}') returning id`,
      [userId, prefix],
    )
  ).rows[0]!.id

const openStream = async (caller: Caller) => {
  const response = await caller.send(streamEvents, {})
  expect(response.statusCode).toBe(200)
  const stream = response.stream()
  const received = { text: '', ended: false, leave: () => stream.destroy() }
  stream.on('data', (chunk) => {
    received.text += chunk
  })
  stream.on('end', () => {
    received.ended = true
  })
  return received
}

test('a notification names its client only while its reader sees them', async () => {
  const mine = await t.make.employee()
  const other = await t.make.employee()
  const me = await t.as('manager', mine.cvl)
  const client = await t.make.client({ name: 'Amaia', surname: 'Reservada', staff: { manager: mine.id } })
  const params = JSON.stringify({ kind: 'legal' })
  const entity = JSON.stringify({ entity: 'client', by: 'Ana' })
  const maker = await t.as('supervisor')
  const { rows } = await t.owner.query<{ id: string }>(
    `insert into dino.approval (task, entity, subject_client_id, lies_with_id, params, payload, reason, made_by, expires_at)
     values ('bonus', 'anything', $1, $2, '{}', '{}', 'Lo pide', $3, now() + interval '50 years') returning id`,
    [client.id, mine.id, maker.userId],
  )
  await t.owner.query(
    `insert into registry.notification (user_id, prefix, kind, params, link)
     values ($1, 'dino', 'client.block', $3::jsonb, $5), ($1, 'dino', 'record.assigned', $4::jsonb, $5),
            ($1, 'dino', 'approval.waiting', '{"task": "bonus", "maker": "Ana"}', $6),
            ($2, 'dino', 'approval.waiting', '{"task": "bonus", "maker": "Ana"}', $6)`,
    [me.userId, maker.userId, params, entity, `/clientes/${client.id}`, `/crm/Aprobaciones/${rows[0]!.id}`],
  )
  const readAs = async (caller: Caller) => JSON.stringify((await caller.call(listNotifications, {})).notifications)
  const read = () => readAs(me)
  expect((await read()).match(/Amaia Reservada/g)).toHaveLength(3)
  await t.owner.query('update dino.client_staff set employee_id = $2 where client_id = $1', [client.id, other.id])
  await t.owner.query('select dino.refresh_client_list($1::bigint[])', [[client.id]])
  expect(await read()).not.toMatch(/Amaia|Reservada/)
  expect(await read()).not.toContain(client.cvl)
  // Who made the change goes on seeing whom it is about, as in the list of approvals.
  expect(await readAs(maker)).toContain('Amaia Reservada')
})

describe('notifications', () => {
  test('lists notifications newest first in pages and marks them as read', async () => {
    const me = await t.as('manager')
    const ids: string[] = []
    for (let n = 0; n < 5; n++) ids.unshift(await insertNotification(me.userId))
    const first = await me.call(listNotifications, { query: { limit: 3 } })
    expect(first.notifications.map(({ id }) => id)).toEqual(ids.slice(0, 3))
    expect([first.unread, first.more]).toEqual([5, true])
    const rest = await me.call(listNotifications, { query: { limit: 3, before: ids[2]! } })
    expect([rest.notifications.map(({ id }) => id), rest.more]).toEqual([ids.slice(3), false])
    expect(await me.call(markNotificationsRead, { body: { ids: [ids[0]!] } })).toEqual({ unread: 4 })
    expect(await me.call(markNotificationsRead, { body: { upTo: ids[3]! } })).toEqual({ unread: 2 })
    const unread = await me.call(listNotifications, { query: { unread: 'true' } })
    expect(unread.notifications.map(({ id }) => id)).toEqual([ids[1], ids[2]])
  })

  test('shows only the user’s own notifications of the current prefix', async () => {
    const me = await t.as('manager')
    const other = await t.as('manager')
    const theirs = await insertNotification(other.userId)
    await insertNotification(me.userId, 'cfl')
    const everywhere = await insertNotification(me.userId, null)
    const seen = await me.call(listNotifications, {})
    expect(seen.notifications.map(({ id }) => id)).toEqual([everywhere])
    await me.call(markNotificationsRead, { body: { ids: [theirs], upTo: theirs } })
    expect((await other.call(listNotifications, {})).unread).toBe(1)
  })
})

describe('kinds of notification', () => {
  const notify = (userId: string, kind: 'record.assigned' | 'permissions.changed') =>
    notifyUser(
      t.db,
      kind === 'permissions.changed'
        ? { userId, kind, params: {}, link: null }
        : { userId, kind, params: { entity: 'client', name: 'Ana', by: 'Luis' }, link: null },
    )
  const listKinds = async (caller: Caller) =>
    (await caller.call(listNotifications, {})).notifications.map(({ kind }) => kind)

  test('a switched-off kind does not reach its user until switched on again', async () => {
    const me = await t.as('manager')
    const other = await t.as('manager')
    expect(await me.call(getMutedNotifications, {})).toEqual({ muted: [] })
    const off = { kind: 'record.assigned', on: false } as const
    await me.call(switchNotificationKind, { body: { kind: 'comment.mentioned', on: false } })
    expect(await me.call(switchNotificationKind, { body: off })).toEqual({
      muted: expect.arrayContaining(['record.assigned', 'comment.mentioned']),
    })
    expect((await me.call(switchNotificationKind, { body: off })).muted).toHaveLength(2)
    for (const { userId } of [me, other]) await notify(userId, 'record.assigned')
    await notify(me.userId, 'permissions.changed')
    expect([await listKinds(me), await listKinds(other)]).toEqual([['permissions.changed'], ['record.assigned']])
    await me.call(switchNotificationKind, { body: { ...off, on: true } })
    expect(await me.call(getMutedNotifications, {})).toEqual({ muted: ['comment.mentioned'] })
    await notify(me.userId, 'record.assigned')
    expect(await listKinds(me)).toEqual(['record.assigned', 'permissions.changed'])
  })

  test('a kind about one’s own access cannot be switched off', async () => {
    const me = await t.as('manager')
    const body = { kind: 'password.changed', on: false }
    const refused = await me.send(switchNotificationKind, { body })
    expect([refused.statusCode, refused.json()]).toMatchObject([400, { fields: { kind: expect.any(String) } }])
    expect(await me.call(getMutedNotifications, {})).toEqual({ muted: [] })
  })
})

describe('live stream', () => {
  test('streams new notifications once and only to their user', async () => {
    const me = await t.as('manager')
    const other = await t.as('manager')
    const before = await insertNotification(me.userId)
    const mine = await openStream(me)
    const theirs = await openStream(other)
    // As it stood when the stream began, for who comes back to it.
    await expect.poll(() => mine.text).toContain('event: unread\ndata: {"unread":1}')
    const id = await insertNotification(me.userId)
    await expect.poll(() => mine.text, { timeout: 5000 }).toContain(`"id":"${id}"`)
    expect(mine.text).toContain('"unread":2')
    await pause(1500)
    expect(mine.text.match(/event: notification/g)).toHaveLength(1)
    expect(mine.text).not.toContain(`"id":"${before}"`)
    expect(theirs.text).not.toContain('event: notification')
    mine.leave()
    theirs.leave()
  })

  test('ends the stream with its code when the session ends or loses access', async () => {
    const endings: [string, (caller: Caller) => Promise<unknown>][] = [
      ['session.revoked', (caller) => caller.call(signOut, { body: {} })],
      [
        'session.locked',
        (caller) => t.owner.query('update registry.session set locked_at = now() where user_id = $1', [caller.userId]),
      ],
      [
        'session.secondFactor',
        (caller) =>
          t.owner.query(
            `insert into registry.totp (user_id, secret, created_at, confirmed_at, last_step) values ($1, 'x', now(), now(), 0)`,
            [caller.userId],
          ),
      ],
      [
        'session.enrolment',
        () => t.owner.query(`update registry.tenant set second_factor_roles = '{manager}' where prefix = 'dino'`),
      ],
      [
        'session.invalid',
        (caller) => t.owner.query('update registry.app_user set disabled_at = now() where id = $1', [caller.userId]),
      ],
    ]
    for (const [code, end] of endings) {
      const caller = await t.as('manager')
      const received = await openStream(caller)
      await end(caller)
      await expect.poll(() => received.ended, { timeout: 5000 }).toBe(true)
      expect(received.text).toContain(`event: session\ndata: {"code":"${code}"}`)
      await t.owner.query(`update registry.tenant set second_factor_roles = '{}'`)
    }
    const idle = await openStream(await t.as('manager'))
    nowMs += 32 * 60_000
    await expect.poll(() => idle.ended, { timeout: 5000 }).toBe(true)
    expect(idle.text).toContain('session.idle')
  })

  test('keeps at most five streams of one session', async () => {
    const me = await t.as('manager')
    const all: Awaited<ReturnType<typeof openStream>>[] = []
    for (let n = 0; n < 7; n++) all.push(await openStream(me))
    await expect.poll(() => all.filter(({ ended }) => ended).length, { timeout: 5000 }).toBe(2)
    expect(all.slice(0, 2).every(({ text }) => text.includes('request.tooMany'))).toBe(true)
    for (const { leave } of all) leave()
    const atOnce = await Promise.all(Array.from({ length: 20 }, () => openStream(me)))
    await expect.poll(() => atOnce.filter(({ ended }) => ended).length, { timeout: 5000 }).toBe(15)
    for (const { leave } of atOnce) leave()
  })

  test('forgets a listener that leaves before its stream began', async () => {
    const { userId } = await t.as('manager')
    const hub = createLiveHub({ tenants: t.tenants, clock: () => nowMs }, () => undefined)
    const listener = {
      sessionId: 'one',
      userId,
      prefix: 'dino',
      notify: () => undefined,
      end: () => undefined,
    } as const
    const joining = hub.join(listener)
    expect(hub.of('one')).toHaveLength(1)
    hub.leave(listener)
    await joining
    expect(hub.of('one')).toEqual([])
  })
})

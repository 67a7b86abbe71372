import { afterAll, beforeAll, expect, test } from 'vitest'
import { getGoogleEvents } from '#contract/google-calendar.ts'
import { createMeeting, findSlots } from '#contract/meetings.ts'
import { readConfig } from '#server/core/config.ts'
import { secretBox } from '#server/core/secret-box.ts'
import { googlePurpose } from '#server/domain/google-connections.ts'
import { googleEvent, startGoogleStandIn } from '#test/harness/google-stand-in.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
import { syncCalendar } from './sync-calendar.ts'
import { connect } from './test-google-calendar.ts'

let t: Awaited<ReturnType<typeof createTestTenant>>
let google: Awaited<ReturnType<typeof startGoogleStandIn>>
let employeeId: string
let manager: Awaited<ReturnType<(typeof t)['as']>>
let colleague: Awaited<ReturnType<(typeof t)['as']>>
let supervisor: Awaited<ReturnType<(typeof t)['as']>>

/** What Google has of the manager is read. */
const sync = async () => {
  const { googleCalendar } = readConfig(google.environment)
  const clock = () => Date.parse('2026-06-15T10:00:00Z')
  const box = secretBox(t.secret, googlePurpose)
  const deps = { db: t.db, google: googleCalendar!, box, prefix: 'dino' as const, clock, today: '2026-06-15' }
  await syncCalendar(deps, manager.userId, new AbortController().signal, (error) => {
    throw error
  })
}

beforeAll(async () => {
  google = await startGoogleStandIn()
  t = await createTestTenant('dino', undefined, google.environment)
  const head = await t.make.employee({ position: 'supervisor' })
  const { id, cvl } = await t.make.employee({ supervisorId: head.id })
  const other = await t.make.employee()
  employeeId = id
  manager = await t.as('manager', cvl)
  supervisor = await t.as('supervisor', head.cvl)
  colleague = await t.as('manager', other.cvl)
  google.standIn.put(
    manager.email,
    googleEvent('early', '2026-07-06', '08:30', '09:00'),
    googleEvent('late', '2026-07-06', '10:15', '11:00'),
  )
  await connect(manager)
  await sync()
})
afterAll(async () => {
  await t.drop()
  await google.stop()
})

const find = (query: object) =>
  colleague.call(findSlots, { query: { employees: employeeId, days: 1, minutes: 30, ...query } as never })

test('a buffer is kept from what Google has beside the hours of work', async () => {
  const hours = { from: '2026-07-06', earliest: '09:00', latest: '10:00' }
  expect((await find(hours)).slots).toHaveLength(3)
  expect((await find({ ...hours, buffer: 30 })).slots).toEqual([])
})

test('days beyond those that are read of Google are not known to be free', async () => {
  expect((await find({ from: '2026-12-21' })).withoutGoogle).toEqual([])
  expect((await find({ from: '2027-03-01' })).withoutGoogle).toHaveLength(1)
  const query = { from: '2027-03-01', days: 7, owner: employeeId }
  expect(await supervisor.call(getGoogleEvents, { query })).toMatchObject({ knowledge: 'none' })
})

test('a copy at Google keeps no meeting of a series from its time', async () => {
  const body = { subject: 'Ver', stage: null, place: '', link: '', note: '', attendees: [], invites: false }
  const times = { startsAt: '2026-09-01T09:00', endsAt: '2026-09-01T10:00', rule: 'FREQ=WEEKLY;COUNT=2' }
  const { id } = await manager.call(createMeeting, {
    body: { ...body, ...times, contactId: null, clientId: null, ownerId: null },
  })
  const { rows } = await t.owner.query(
    'select m.id::text, s.uid from dino.meeting m join dino.meeting_series s on s.id = m.series_id where m.series_id = (select series_id from dino.meeting where id = $1) order by m.starts_at',
    [id],
  )
  const iCalUID = `${rows[0].uid}@atalaya`
  google.standIn.put(
    manager.email,
    googleEvent('first', '2026-09-01', '09:00', '10:00', { iCalUID }),
    googleEvent('second', '2026-09-08', '09:00', '10:00', { iCalUID }),
  )
  await t.owner.query(`update dino.google_connection set next_sync_at = '2026-06-15T09:00Z'`)
  await sync()
  const hours = { from: '2026-09-08', minutes: 60, earliest: '09:00', latest: '10:00' }
  const ask = (without?: string) =>
    manager.call(findSlots, {
      query: { employees: employeeId, days: 1, ...hours, ...(without && { without }) } as never,
    })
  expect((await ask()).slots).toEqual([])
  expect((await ask(rows[0].id)).slots).toEqual([])
  expect((await ask(rows[1].id)).slots).toEqual([{ startsAt: '2026-09-08T09:00', endsAt: '2026-09-08T10:00' }])
})

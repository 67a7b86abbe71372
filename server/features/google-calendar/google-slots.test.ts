import { afterAll, beforeAll, expect, test } from 'vitest'
import { getGoogleEvents } from '#contract/google-calendar.ts'
import { findSlots } from '#contract/meetings.ts'
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
let colleague: Awaited<ReturnType<(typeof t)['as']>>
let supervisor: Awaited<ReturnType<(typeof t)['as']>>

beforeAll(async () => {
  google = await startGoogleStandIn()
  t = await createTestTenant('dino', undefined, google.environment)
  const head = await t.make.employee({ position: 'supervisor' })
  const { id, cvl } = await t.make.employee({ supervisorId: head.id })
  const other = await t.make.employee()
  employeeId = id
  const manager = await t.as('manager', cvl)
  supervisor = await t.as('supervisor', head.cvl)
  colleague = await t.as('manager', other.cvl)
  google.standIn.put(
    manager.email,
    googleEvent('early', '2026-07-06', '08:30', '09:00'),
    googleEvent('late', '2026-07-06', '10:15', '11:00'),
  )
  await connect(manager)
  const { googleCalendar } = readConfig(google.environment)
  const clock = () => Date.parse('2026-06-15T10:00:00Z')
  const box = secretBox(t.secret, googlePurpose)
  const deps = { db: t.db, google: googleCalendar!, box, prefix: 'dino' as const, clock, today: '2026-06-15' }
  await syncCalendar(deps, manager.userId, new AbortController().signal, (error) => {
    throw error
  })
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

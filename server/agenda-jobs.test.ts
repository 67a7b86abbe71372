import { afterAll, beforeAll, expect, test } from 'vitest'
import { createContact } from '#contract/contacts.ts'
import { createFollowUp } from '#contract/follow-ups.ts'
import { createMeeting } from '#contract/meetings.ts'
import { setPreferences } from '#contract/personal-area/preferences.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
import { findPendingJobs, killAmid, killedAgendaJobs, startTwoRunners } from './test-killed-jobs.ts'

/** Monday, ten in the morning where the firm is. */
const now = Date.parse('2026-06-15T08:00:00Z')
let t: Awaited<ReturnType<typeof createTestTenant>>
let runners: ReturnType<typeof startTwoRunners>
const delivered: string[] = []

/** A list of the day, a summary, a meeting that is near with a guest, and a document that ends soon. */
const createAgendaWork = async (): Promise<void> => {
  const [manager, colleague] = await Promise.all([1, 2].map(() => t.make.employee()))
  const caller = await t.as('manager', manager!.cvl)
  await t.as('manager', colleague!.cvl)
  await caller.call(setPreferences, { body: { dayMail: true, language: null } })
  const { id: contactId } = await caller.call(createContact, {
    body: { name: 'Marta', surname: 'Ruiz', phone: '+34600000001', ownerId: manager!.id, isSomebodyElse: true },
  })
  const about = { contactId, clientId: null, ownerId: null }
  await caller.call(createFollowUp, {
    body: { ...about, subject: 'Enviar', note: '', dueOn: '2026-06-15', priority: 'normal', amount: null },
  })
  await caller.call(createMeeting, {
    body: {
      ...about,
      contactId: null,
      startsAt: '2026-06-15T10:10',
      endsAt: '2026-06-15T11:00',
      subject: 'Firma',
      stage: null,
      place: '',
      link: '',
      note: '',
      invites: true,
      attendees: [
        { kind: 'guest', name: 'Ana', email: 'ana@example.com' },
        { kind: 'employee', id: colleague!.id },
      ],
    },
  })
  const client = await t.make.client({ staff: { manager: manager!.id } })
  await t.owner.query(`
    set search_path = dino;
    update client set dni_valid_until = '2026-06-20' where id = ${client.id};
    insert into summary_mail (user_id, day, view, idioma, sent_by, next_at, request_key)
      values (${caller.userId}, '2026-06-15', 'individual', 'spanish', ${caller.userId}, '2026-06-15T07:59:00Z', 'a test');
    reset search_path`)
}

beforeAll(async () => {
  t = await createTestTenant('dino', () => now)
  await createAgendaWork()
})
afterAll(async () => {
  await runners?.stop()
  await t.drop()
})

const countNotifications = async () =>
  (
    await t.owner.query<{ kind: string; times: number }>(
      `select kind, count(*)::int as times from registry.notification where kind in ('meeting.soon', 'kyc.expiring') group by 1 order by 1`,
    )
  ).rows

test('killing a process amid letters and reminders of the agenda leaves nothing half done', async () => {
  await killAmid(t, killedAgendaJobs, { now, writtenTables: ['registry.notification'] })
  expect(await countNotifications()).toEqual([])
}, 120_000)

test('two processes send each letter and reminder once after a killed one', async () => {
  // Letters whose sender died are tried again after half a minute.
  for (const table of ['day_mail', 'summary_mail', 'meeting_mail'])
    await t.owner.query(`update dino.${table} set next_at = $1`, ['2026-06-15T07:59:00Z'])
  runners = startTwoRunners(
    t,
    () => now,
    ({ id }) => delivered.push(id),
  )
  await expect.poll(() => [...delivered].sort(), { timeout: 20_000 }).toEqual(['dino-d1', 'dino-m1', 'dino-s1'])
  await expect.poll(countNotifications, { timeout: 10_000 }).toEqual([
    { kind: 'kyc.expiring', times: 1 },
    { kind: 'meeting.soon', times: 2 },
  ])
  await expect.poll(() => findPendingJobs(t), { timeout: 10_000 }).toEqual([])
  expect([...delivered].sort()).toEqual(['dino-d1', 'dino-m1', 'dino-s1'])
  expect([...runners.failures, ...runners.mailFailures]).toEqual([])
}, 60_000)

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createContact } from '#contract/contacts.ts'
import { createMeeting, setMeetingState } from '#contract/meetings.ts'
import { getReviewCadence, listReviews, setReviewCadence } from '#contract/reviews.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
let t: Tenant
let manager: { id: string; cvl: string }
let callers: Record<'admin' | 'manager' | 'colleague', Caller>

beforeAll(async () => {
  t = await createTestTenant('dino')
  manager = await t.make.employee()
  const colleague = await t.make.employee()
  callers = {
    admin: await t.as('admin'),
    manager: await t.as('manager', manager.cvl),
    colleague: await t.as('manager', colleague.cvl),
  }
})
afterAll(() => t.drop())

type Person = { contactId: string | null; clientId: string | null }
const makeContact = async (name: string, more: object = {}): Promise<Person> => {
  const body = { name, ownerId: manager.id, lopdOn: '2026-01-10', ...more }
  return { contactId: (await callers.manager.call(createContact, { body })).id, clientId: null }
}
const plan = (person: Person, stage: 'r1' | 'r2' | 'r3', day: string) =>
  callers.manager.call(createMeeting, {
    body: {
      ...person,
      ownerId: null,
      startsAt: `${day}T10:00`,
      endsAt: `${day}T11:00`,
      subject: `Revisión ${stage}`,
      stage,
      place: '',
      link: '',
      note: '',
      attendees: [],
      invites: false,
    },
  })
const hold = async (person: Person, stage: 'r1' | 'r2' | 'r3', day: string) => {
  const { id } = await plan(person, stage, day)
  const body = { version: 1, state: 'held', result: 'Va bien' } as const
  return callers.manager.call(setMeetingState, { params: { meetingId: id }, body })
}
const list = async (query: object, caller = callers.manager) =>
  (await caller.call(listReviews.page, { query: query as never })).rows

describe('reviews', () => {
  test('shows each person once, by their last held review', async () => {
    const person = await makeContact('Ana')
    await hold(person, 'r1', '2026-03-03')
    expect(await hold(person, 'r2', '2026-04-01')).toMatchObject({ nextReview: { stage: 'r3', on: '2026-06-01' } })
    const rows = await list({ contact: person.contactId! })
    expect(rows).toMatchObject([
      { ...person, stage: 'r2', heldOn: '2026-04-01', dueOn: '2026-06-01', nextAt: null, isOverdue: true },
    ])
    expect((await list({ overdue: 'true' })).map(({ contactId }) => contactId)).toContain(person.contactId)
    const { id } = await plan(person, 'r3', '2026-06-20')
    expect(await list({ contact: person.contactId! })).toMatchObject([
      { nextId: id, nextAt: '2026-06-20T10:00', isOverdue: false },
    ])
    expect(await list({ contact: person.contactId!, overdue: 'true' })).toEqual([])
    expect(await list({ contact: person.contactId!, stage: 'r1' })).toEqual([])
  })

  test('hides people out of reach, of clients by the client', async () => {
    const person = await makeContact('Luz')
    await hold(person, 'r1', '2026-05-05')
    expect(await list({ contact: person.contactId! }, callers.colleague)).toEqual([])
    const { id: clientId } = await t.make.client({ staff: { manager: manager.id } })
    await t.owner.query(`update dino.client set lopd_status = 'signed' where id = $1`, [clientId])
    await hold({ contactId: null, clientId }, 'r3', '2026-05-05')
    expect(await list({ client: clientId })).toMatchObject([{ stage: 'r3', dueOn: '2026-11-05' }])
    expect(await list({ client: clientId }, callers.colleague)).toEqual([])
  })

  test('a review that is planned with a client is no longer overdue', async () => {
    const { id: clientId } = await t.make.client({ staff: { manager: manager.id } })
    await t.owner.query(`update dino.client set lopd_status = 'signed' where id = $1`, [clientId])
    const person = { contactId: null, clientId }
    await hold(person, 'r3', '2025-05-05')
    expect(await list({ client: clientId })).toMatchObject([{ nextId: null, isOverdue: true }])
    const { id } = await plan(person, 'r3', '2026-06-20')
    expect(await list({ client: clientId })).toMatchObject([{ nextId: id, isOverdue: false }])
    expect(await list({ client: clientId, overdue: 'true' })).toEqual([])
  })

  test('follows the cadence by capital, on days when offices are open', async () => {
    const { cadence } = await callers.manager.call(getReviewCadence, {})
    expect(cadence).toContainEqual({ stage: 'r3', minCapital: '100000.00', months: 3 })
    const rich = await makeContact('Rico', { amount: '100000.00' })
    // Three months later is a Saturday.
    expect(await hold(rich, 'r3', '2026-05-08')).toMatchObject({ nextReview: { on: '2026-08-10' } })
    const changed = cadence.map((one) => (one.stage === 'r1' ? { ...one, months: 4 } : one))
    await callers.admin.call(setReviewCadence, { body: { cadence: changed } })
    expect(await hold(await makeContact('Eva'), 'r1', '2026-05-07')).toMatchObject({ nextReview: { on: '2026-09-07' } })
    await expect(callers.manager.call(setReviewCadence, { body: { cadence } })).rejects.toMatchObject({ status: 403 })
    const lacking = cadence.filter(({ stage }) => stage !== 'r4')
    await expect(callers.admin.call(setReviewCadence, { body: { cadence: lacking } })).rejects.toMatchObject({
      fields: { cadence: 'required' },
    })
  })
})

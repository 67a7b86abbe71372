import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeCall, listCalls, logCall, setCallActive } from '#contract/calls.ts'
import { createClient } from '#contract/client-data.ts'
import { changeContact, createContact, deleteContact, getContact } from '#contract/contacts.ts'
import { getClientTimeline } from '#contract/timeline.ts'
import type { CreatedPerson } from '#test/harness/factories.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
let t: Tenant
let manager: CreatedPerson
let callers: Record<'admin' | 'supervisor' | 'manager' | 'colleague', Caller>

beforeAll(async () => {
  t = await createTestTenant('dino')
  const supervisor = await t.make.employee({ position: 'supervisor' })
  manager = await t.make.employee({ supervisorId: supervisor.id })
  const colleague = await t.make.employee()
  callers = {
    admin: await t.as('admin'),
    supervisor: await t.as('supervisor', supervisor.cvl),
    manager: await t.as('manager', manager.cvl),
    colleague: await t.as('manager', colleague.cvl),
  }
})
afterAll(() => t.drop())

const fields = {
  calledOn: '2026-06-15',
  calledTime: '16:30',
  reason: 'first_contact' as const,
  outcome: 'call_back' as const,
  feedback: 'Quiere pensarlo',
  observations: '',
  durationMinutes: 4,
  attempts: 2,
}
const createOne = async (more: object = {}): Promise<string> =>
  (await callers.manager.call(createContact, { body: { name: 'Llamada', ownerId: manager.id, ...more } })).id
const log = (contactId: string, more: object = {}, caller = callers.manager) =>
  caller.call(logCall, { body: { contactId, clientId: null, ...fields, ...more } })
const listOf = async (contact: string, caller = callers.manager) =>
  (await caller.call(listCalls.page, { query: { contact } })).rows

describe('calls', () => {
  test('keeps all of a call, and moves a new contact to contacted', async () => {
    const contactId = await createOne()
    const { id } = await log(contactId)
    expect(await listOf(contactId)).toEqual([
      expect.objectContaining({
        ...fields,
        id,
        contactId,
        personName: 'Llamada',
        ownerCvl: manager.cvl,
        isActive: true,
      }),
    ])
    expect(await callers.manager.call(getContact, { params: { contactId } })).toMatchObject({
      stage: 'contacted',
      version: 2,
    })
    await expect(
      callers.manager.call(deleteContact, { params: { contactId }, body: { version: 2 } }),
    ).rejects.toMatchObject({ code: 'contact.hasHistory' })
  })

  test('shows calls by who called, and those to a contact by the contact', async () => {
    const contactId = await createOne()
    await log(contactId, {}, callers.supervisor)
    expect(await listOf(contactId)).toHaveLength(1)
    expect(await listOf(contactId, callers.colleague)).toEqual([])
    const ofManager = await callers.manager.call(listCalls.page, { query: { pageSize: '200' } })
    expect(ofManager.rows.every(({ ownerCvl }) => ownerCvl === manager.cvl)).toBe(true)
    const { total } = await callers.supervisor.call(listCalls.count, {})
    expect(total).toBeGreaterThan(ofManager.rows.length)
    await expect(log(contactId, {}, callers.colleague)).rejects.toMatchObject({ status: 404 })
  })

  test('refuses a call of tomorrow, to nobody and to two', async () => {
    const contactId = await createOne()
    await expect(log(contactId, { calledOn: '2026-06-16' })).rejects.toMatchObject({ fields: { calledOn: 'future' } })
    await expect(log(contactId, { clientId: '1' })).rejects.toMatchObject({ status: 400 })
    await expect(
      callers.manager.call(logCall, { body: { contactId: null, clientId: null, ...fields } }),
    ).rejects.toMatchObject({ status: 400 })
  })

  test('changes a call, deactivates it and activates it again', async () => {
    const contactId = await createOne()
    const { id } = await log(contactId)
    const params = { callId: id }
    await callers.manager.call(changeCall, { params, body: { version: 1, ...fields, attempts: 5 } })
    await expect(callers.manager.call(changeCall, { params, body: { version: 1, ...fields } })).rejects.toMatchObject({
      code: 'conflict.changed',
    })
    await callers.manager.call(setCallActive, { params, body: { version: 2, isActive: false } })
    expect(await listOf(contactId)).toEqual([])
    await expect(callers.manager.call(changeCall, { params, body: { version: 3, ...fields } })).rejects.toMatchObject({
      code: 'call.deactivated',
    })
    const { rows } = await callers.manager.call(listCalls.page, { query: { contact: contactId, deactivated: 'true' } })
    expect(rows).toEqual([expect.objectContaining({ id, attempts: 5, isActive: false })])
    await callers.manager.call(setCallActive, { params, body: { version: 3, isActive: true } })
    expect(await listOf(contactId)).toHaveLength(1)
  })

  test('counts calls to a contact as the client of whom they became', async () => {
    const contactId = await createOne({ surname: 'Convertida' })
    await log(contactId, { feedback: 'Firma el jueves' })
    await callers.manager.call(changeContact, { params: { contactId }, body: { version: 2, lopdOn: '2026-06-10' } })
    const { id: clientId } = await callers.manager.call(createClient, {
      body: { kind: 'person', name: 'Llamada', surname: 'Convertida', country: 'ES', managerId: manager.id, contactId },
    })
    const { entries } = await callers.manager.call(getClientTimeline, { params: { clientId }, query: { kind: 'call' } })
    expect(entries.map(({ text }) => text)).toEqual(['Firma el jueves'])
    const rows = await callers.manager.call(listCalls.page, { query: { client: clientId } })
    expect(rows.rows).toHaveLength(1)
  })
})

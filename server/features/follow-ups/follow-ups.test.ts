import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '#contract/client-data.ts'
import { requestClientErasure } from '#contract/client-erasures.ts'
import { listClients } from '#contract/clients.ts'
import { createContact, deleteContact, listContacts } from '#contract/contacts.ts'
import { changeFollowUp, createFollowUp, getFollowUp, listFollowUps, setFollowUpState } from '#contract/follow-ups.ts'
import { getRecentRecords, searchRecords } from '#contract/search.ts'
import { getClientTimeline } from '#contract/timeline.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
import { setRoleScope } from '#test/permissions/world.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
let t: Tenant
let manager: { id: string; cvl: string }
let colleague: { id: string; cvl: string }
let callers: Record<'admin' | 'supervisor' | 'manager' | 'colleague' | 'direction', Caller>

beforeAll(async () => {
  t = await createTestTenant('dino')
  const supervisor = await t.make.employee({ position: 'supervisor' })
  manager = await t.make.employee({ supervisorId: supervisor.id })
  colleague = await t.make.employee()
  callers = {
    admin: await t.as('admin'),
    supervisor: await t.as('supervisor', supervisor.cvl),
    manager: await t.as('manager', manager.cvl),
    colleague: await t.as('manager', colleague.cvl),
    direction: await t.as('direction'),
  }
})
afterAll(() => t.drop())

const fields = {
  subject: 'Enviar propuesta',
  note: 'Con dos plazos',
  dueOn: '2026-06-20',
  priority: 'high',
  amount: '12000.00',
} as const
let contacts = 0
const makeContact = async (more: object = {}): Promise<string> => {
  contacts += 1
  const body = { name: `Contacto ${contacts}`, ownerId: manager.id, ...more }
  return (await callers.manager.call(createContact, { body })).id
}
const make = (person: { contactId?: string; clientId?: string }, more: object = {}, caller = callers.manager) =>
  caller.call(createFollowUp, {
    body: { contactId: null, clientId: null, ownerId: null, ...person, ...fields, ...more },
  })
const list = async (query: object, caller = callers.manager) =>
  (await caller.call(listFollowUps.page, { query: query as never })).rows
const close = (followUpId: string, version: number, state: 'finished' | 'deleted' | 'in_progress', result = '') =>
  callers.manager.call(setFollowUpState, { params: { followUpId }, body: { version, state, result } })

describe('follow-ups', () => {
  test('keeps all of a follow-up, with its sum', async () => {
    const contactId = await makeContact()
    const { id } = await make({ contactId })
    expect(await list({ contact: contactId })).toEqual([
      expect.objectContaining({ ...fields, id, contactId, state: 'in_progress', ownerCvl: manager.cvl, version: 1 }),
    ])
    const { total, totals } = await callers.manager.call(listFollowUps.count, { query: { contact: contactId } })
    expect([total, totals.amount]).toEqual([1, '12000.00'])
    await expect(
      callers.manager.call(deleteContact, { params: { contactId }, body: { version: 1 } }),
    ).rejects.toMatchObject({ code: 'contact.hasHistory' })
  })

  test('shows follow-ups by whose they are, and those about a contact by the contact', async () => {
    const contactId = await makeContact()
    const { id } = await make({ contactId }, { ownerId: manager.id }, callers.supervisor)
    expect((await list({ contact: contactId })).map((row) => row.id)).toEqual([id])
    expect(await list({ contact: contactId }, callers.colleague)).toEqual([])
    await expect(callers.colleague.call(getFollowUp, { params: { followUpId: id } })).rejects.toMatchObject({
      status: 404,
    })
    await expect(make({ contactId }, {}, callers.colleague)).rejects.toMatchObject({ status: 404 })
    await expect(make({ contactId }, { ownerId: colleague.id })).rejects.toMatchObject({
      fields: { ownerId: 'unknown' },
    })
    await expect(make({ contactId }, {}, callers.direction)).rejects.toMatchObject({ status: 403 })
    const all = await list({ pageSize: '200' }, callers.manager)
    expect(all.every(({ ownerCvl }) => ownerCvl === manager.cvl)).toBe(true)
  })

  test('changes one in progress, and tells the second of two who change it', async () => {
    const contactId = await makeContact()
    const { id: followUpId } = await make({ contactId })
    const body = { version: 1, ...fields, subject: 'Llamar antes', ownerId: manager.id }
    const results = await Promise.allSettled([
      callers.manager.call(changeFollowUp, { params: { followUpId }, body }),
      callers.supervisor.call(changeFollowUp, { params: { followUpId }, body }),
    ])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'conflict.changed' } })
    expect(await list({ contact: contactId })).toMatchObject([{ subject: 'Llamar antes', version: 2 }])
  })

  test('finishes, cancels with a reason, and takes up again', async () => {
    const contactId = await makeContact()
    const { id } = await make({ contactId })
    expect(await close(id, 1, 'finished', 'Firmará')).toEqual({ version: 2 })
    await expect(close(id, 2, 'deleted', 'Ya no')).rejects.toMatchObject({ code: 'followUp.closed' })
    await expect(
      callers.manager.call(changeFollowUp, {
        params: { followUpId: id },
        body: { version: 2, ...fields, ownerId: manager.id },
      }),
    ).rejects.toMatchObject({ code: 'followUp.closed' })
    expect(await list({ contact: contactId })).toEqual([])
    expect(await list({ contact: contactId, state: 'finished' })).toMatchObject([{ result: 'Firmará' }])
    expect(await close(id, 2, 'in_progress')).toEqual({ version: 3 })
    await expect(close(id, 3, 'deleted')).rejects.toMatchObject({ fields: { result: 'required' } })
    await close(id, 3, 'deleted', 'Ya no le interesa')
    const found = await callers.manager.call(getFollowUp, { params: { followUpId: id } })
    expect(found).toMatchObject({ state: 'deleted', result: 'Ya no le interesa', closedAt: expect.any(String) })
  })

  test('the row of a contact names the next one in progress', async () => {
    const contactId = await makeContact()
    const { id } = await make({ contactId }, { subject: 'Llamar', dueOn: '2026-07-01' })
    await make({ contactId }, { subject: 'Enviar', dueOn: '2026-07-05' })
    const findRow = async () =>
      (await callers.manager.call(listContacts.page, { query: { pageSize: '200' } })).rows.find(
        (row) => row.id === contactId,
      )
    expect(await findRow()).toMatchObject({ nextFollowUpOn: '2026-07-01', nextFollowUp: 'Llamar' })
    await close(id, 1, 'finished')
    expect(await findRow()).toMatchObject({ nextFollowUpOn: '2026-07-05', nextFollowUp: 'Enviar' })
  })

  test('the row of a client names the next one, for whoever sees the agenda', async () => {
    const client = await t.make.client({ staff: { manager: manager.id } })
    await make({ clientId: client!.id }, { subject: 'Llamar', dueOn: '2026-07-01' })
    const query = { cvl: client!.cvl }
    const [row] = (await callers.manager.call(listClients.page, { query })).rows
    expect(row).toMatchObject({ nextFollowUpOn: '2026-07-01', nextFollowUp: 'Llamar' })
    await setRoleScope(t, 'hr', 'bt_Clientes', ['view'], 'all')
    await t.owner.query(`delete from dino.role_grant where role = 'hr' and module = 'bt_AgendaComercial'`)
    const [hidden] = (await (await t.as('hr')).call(listClients.page, { query })).rows
    expect(hidden).toMatchObject({ id: client!.id, nextFollowUpOn: null, nextFollowUp: null })
  })

  test('the search finds own ones, and others that were opened before', async () => {
    const contactId = await makeContact({ surname: 'Peñalver' })
    const { id } = await make({ contactId }, { subject: 'Mandar el folleto' })
    const find = async (q: string, caller = callers.manager) =>
      (await caller.call(searchRecords, { query: { q } })).results.flatMap((result) =>
        result.kind === 'followUp' ? [result.id] : [],
      )
    expect(await find('FOLLETO')).toEqual([id])
    expect(await find('folleto penalver')).toEqual([id])
    expect(await find('folleto', callers.colleague)).toEqual([])
    const recent = async (caller: Caller) =>
      (await caller.call(getRecentRecords, { query: { records: `followUp:${id}` } })).results.length
    expect([await recent(callers.manager), await recent(callers.colleague)]).toEqual([1, 0])
  })

  test('finds what is overdue by the business day', async () => {
    const contactId = await makeContact()
    const late = await make({ contactId }, { dueOn: '2026-06-14' })
    await make({ contactId }, { dueOn: '2026-06-15' })
    expect((await list({ contact: contactId, overdue: 'true' })).map(({ id }) => id)).toEqual([late.id])
  })

  test('goes along to the client of whom the contact became', async () => {
    const contactId = await makeContact({ surname: 'Convertido', lopdOn: '2026-06-10' })
    const { id } = await make({ contactId })
    const client = {
      kind: 'person',
      name: 'Contacto',
      surname: 'Convertido',
      country: 'ES',
      managerId: manager.id,
    } as const
    const { id: clientId } = await callers.manager.call(createClient, { body: { ...client, contactId } })
    expect((await list({ client: clientId })).map((row) => row.id)).toEqual([id])
    const { entries } = await callers.manager.call(getClientTimeline, {
      params: { clientId },
      query: { kind: 'followUp' },
    })
    expect(entries).toMatchObject([
      { text: 'Enviar propuesta · Con dos plazos', path: `/crm/AgendaComercial/seguimientos/${id}` },
    ])
  })

  test('begins nothing with a client whose data is only kept', async () => {
    const { id: clientId } = await t.make.client({ staff: { manager: manager.id } })
    await make({ clientId })
    const body = { requestedOn: '2026-06-01', reason: 'Lo pide por carta' }
    await callers.manager.call(requestClientErasure, { params: { clientId }, body })
    await expect(make({ clientId })).rejects.toMatchObject({ code: 'client.restricted' })
  })

  test('refuses one about nobody and about two', async () => {
    const contactId = await makeContact()
    await expect(make({})).rejects.toMatchObject({ status: 400 })
    await expect(make({ contactId, clientId: '1' })).rejects.toMatchObject({ status: 400 })
    await expect(make({ contactId }, { amount: '0.00' })).rejects.toMatchObject({ status: 400 })
    await expect(make({ contactId }, { changeFollowUp: 1 })).rejects.toMatchObject({ status: 400 })
  })
})

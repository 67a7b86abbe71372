import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { approveChangeRequest, getApproval, rejectChangeRequest, undoRejections } from '#contract/approvals.ts'
import { changeClient, getClientData } from '#contract/client-data.ts'
import { getClient } from '#contract/clients/client.ts'
import { listClients, searchClients } from '#contract/clients.ts'
import { catchRefusal } from '#test/harness/catch-refusal.ts'
import { type ClientDataFixture, createClientDataFixture } from './test-client-data.ts'

let f: ClientDataFixture
beforeAll(async () => {
  f = await createClientDataFixture()
})
afterAll(() => f?.t.drop())
beforeEach(() => f.forgetCalls())

const callChange = async (clientId: string, body: object, caller = f.callers.manager) => {
  const { version } = await f.fetchData(clientId)
  return caller.call(changeClient, { params: { clientId }, body: { version, ...body } })
}

describe('changing a client', () => {
  let clientId: string
  let identityNumber: string
  beforeEach(async () => {
    identityNumber = f.buildNextDni()
    clientId = (
      await f.addClient({
        name: 'Nuria',
        surname: `Cambio ${identityNumber}`,
        identityKind: 'dni',
        identityNumber,
        email: `n${identityNumber}@correo.example`,
        isSomebodyElse: true,
      })
    ).id
  })

  test('stores what nobody else confirms at once, and finds the client by it', async () => {
    const { version, proposal } = await callChange(clientId, { surname: 'Renombrada', riskLevel: 3, pep: true })
    expect({ version, proposal }).toEqual({ version: 2, proposal: null })
    expect((await f.callers.manager.call(listClients.page, { query: { search: 'renombrada' } })).rows).toHaveLength(1)
    expect(await f.findLastAudit(clientId)).toMatchObject({
      action: 'client.changed',
      before: { riskLevel: 1, pep: false },
      after: { riskLevel: 3, pep: true },
    })
    // Nothing changed: no version, no event.
    expect((await callChange(clientId, { riskLevel: 3 })).version).toBe(2)
  })

  test('refuses a change on an older version, out of scope, and of a relative', async () => {
    const params = { clientId }
    await callChange(clientId, { riskLevel: 2 })
    const late = f.callers.manager.call(changeClient, { params, body: { version: 1, riskLevel: 4 } })
    expect((await catchRefusal(late)).slice(0, 2)).toEqual([409, 'conflict.changed'])
    const outside = f.callers.other.call(changeClient, { params, body: { version: 2, riskLevel: 4 } })
    expect((await catchRefusal(outside))[0]).toBe(404)
    await f.t.owner.query(
      `insert into dino.declared_relative (employee_id, relative_client_id, relation) values ($1, $2, 'sibling')`,
      [f.records.manager.id, clientId],
    )
    expect((await catchRefusal(callChange(clientId, { riskLevel: 4 })))[1]).toBe('approval.ownRecord')
  })

  test('lets an approved proof of address wait again when the address changes', async () => {
    const setStatus = (status: string) =>
      f.t.owner.query('update dino.client set address_status = $2 where id = $1', [clientId, status])
    const readStatus = async () => (await f.callers.manager.call(getClient, { params: { clientId } })).addressStatus
    await setStatus('approved')
    await callChange(clientId, { address: { postalCode: '08001', city: 'Barcelona' } })
    expect(await readStatus()).toBe('pending')
    await setStatus('rejected')
    await callChange(clientId, { address: { street: 'Otra' } })
    expect(await readStatus()).toBe('rejected')
  })

  test('lets a new number or e-mail wait for a second person', async () => {
    const next = f.buildNextDni()
    expect((await catchRefusal(callChange(clientId, { identityNumber: next })))[2]).toEqual({ reason: 'required' })
    const reason = 'El número se copió mal'
    const changed = await callChange(clientId, {
      identityNumber: next,
      email: 'otra@correo.example',
      phone: '622333444',
      reason,
    })
    expect(changed.proposal?.state).toBe('pending')
    const waiting = await f.fetchData(clientId)
    expect(waiting).toMatchObject({ identityNumber, phone: '+34622333444', waiting: { fields: ['identity', 'email'] } })
    expect((await catchRefusal(callChange(clientId, { identityNumber: f.buildNextDni(), reason })))[1]).toBe(
      'client.changeWaits',
    )
    const params = { approvalId: changed.proposal!.approvalId! }
    const supervisor = await f.t.as('direction')
    expect(await supervisor.call(getApproval, { params })).toMatchObject({
      task: 'clientIdentity',
      before: { identityNumber },
      after: { identityNumber: next, email: 'otra@correo.example' },
    })
    await supervisor.call(approveChangeRequest, { params, body: {} })
    expect(await f.fetchData(clientId)).toMatchObject({
      identityNumber: next,
      email: 'otra@correo.example',
      waiting: null,
    })
    expect((await f.callers.manager.call(searchClients, { query: { q: next } })).clients).toMatchObject([
      { id: clientId },
    ])
    const audit = await f.findLastAudit(clientId)
    expect(audit.action).toBe('client.identityChanged')
    expect(JSON.stringify(audit)).not.toContain(next)
  })

  test('lets a new validity wait too, and a rejection be taken back', async () => {
    const reason = 'Ha renovado el documento'
    const { proposal } = await callChange(clientId, { dniPermanent: true, reason })
    expect(proposal?.state).toBe('pending')
    const params = { approvalId: proposal!.approvalId! }
    const supervisor = await f.t.as('direction')
    await supervisor.call(rejectChangeRequest, { params, body: { reason: 'Falta el documento' } })
    expect(await f.fetchData(clientId)).toMatchObject({ dniPermanent: false, waiting: null })
    await supervisor.call(undoRejections, { body: { approvalIds: [params.approvalId] } } as never)
    expect((await f.fetchData(clientId)).waiting).toMatchObject(params)
  })

  test('writes, changes and removes the people who act for them', async () => {
    const blank = {
      identityKind: null,
      identityNumber: null,
      country: null,
      powers: null,
      share: null,
      validFrom: null,
      validTo: null,
    }
    const one = { ...blank, role: 'guardian', name: 'Uno', surname: '', guardianship: 'parent' }
    await callChange(clientId, { people: [one, { ...one, name: 'Dos' }] })
    const [first, second] = (await f.fetchData(clientId)).people
    await callChange(clientId, { people: [{ ...second!, guardianship: 'guardian' }] })
    expect((await f.fetchData(clientId)).people).toEqual([{ ...second, guardianship: 'guardian' }])
    expect(await f.findLastAudit(clientId)).toMatchObject({ before: { guardians: 2 }, after: { guardians: 1 } })
    // The id of another client's person is none of theirs: a new one is written.
    const { id: otherId } = await f.addClient({ surname: 'Ajena', isSomebodyElse: true })
    await callChange(otherId, { people: [{ ...first!, id: second!.id, name: 'Robado' }] })
    expect((await f.fetchData(clientId)).people[0]?.name).toBe('Dos')
    expect((await f.callers.admin.call(getClientData, { params: { clientId: otherId } })).people[0]?.name).toBe(
      'Robado',
    )
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { approveChangeRequest, getApproval, rejectChangeRequest, undoRejections } from '#contract/approvals.ts'
import {
  changeClient,
  createClient,
  findClientDuplicates,
  getClientData,
  getClientFormOptions,
} from '#contract/client-data.ts'
import { getClient } from '#contract/clients/client.ts'
import { listClients, searchClients } from '#contract/clients.ts'
import { setSecondFactorRequired } from '#server/domain/approvals.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
let t: Tenant
let admin: Caller
let manager: Caller
let other: Caller
let managerRecord: { id: string; cvl: string }
let otherRecord: { id: string; cvl: string }

beforeAll(async () => {
  t = await createTestTenant('dino')
  await setSecondFactorRequired(t.db, false)
  managerRecord = await t.make.employee()
  otherRecord = await t.make.employee()
  manager = await t.as('manager', managerRecord.cvl)
  other = await t.as('manager', otherRecord.cvl)
  admin = await t.as('admin')
})
afterAll(() => t.drop())
// The clock stands still: what one test has asked would count in all others.
beforeEach(() => t.owner.query('delete from registry.call_limit'))

/** As many as are needed: DNIs that differ, with their letters. */
let nextDni = 10_000_000
const buildNextDni = (): string => {
  const number = nextDni++
  return `${number}${'TRWAGMYFPDXBNJZSQVHLCKE'[number % 23]}`
}
const person = () => ({
  kind: 'person',
  name: 'Marta',
  surname: 'Ruiz Gil',
  country: 'ES',
  managerId: managerRecord.id,
})
const callCreate = (more: object = {}, caller = manager) =>
  caller.call(createClient, { body: { ...person(), ...more } as never })
const fetchData = (clientId: string, caller = manager) => caller.call(getClientData, { params: { clientId } })
const callChange = async (clientId: string, body: object, caller = manager) => {
  const { version } = await fetchData(clientId)
  return caller.call(changeClient, { params: { clientId }, body: { version, ...body } })
}
const catchRefusal = async (work: Promise<unknown>) => {
  const error = (await work.then(
    () => expect.fail('was not refused'),
    (reason: unknown) => reason,
  )) as { status: number; code: string; fields?: Record<string, string> }
  return [error.status, error.code, error.fields ?? {}]
}
const findLastAudit = async (clientId: string) =>
  (
    await t.owner.query(
      `select action, before, after from dino.audit_event where entity = 'client' and entity_id = $1 order by id desc limit 1`,
      [clientId],
    )
  ).rows[0]

describe('creating a client', () => {
  test('makes a visible record that list and search find at once', async () => {
    const identityNumber = buildNextDni()
    const { id, cvl } = await callCreate({
      surname: 'Zúñiga Alta',
      identityKind: 'dni',
      identityNumber: identityNumber.toLowerCase(),
      dniValidUntil: '2030-01-31',
      email: 'Marta.Z@correo.example',
      phone: '600 12 34 56',
      birthDate: '1980-02-29',
      address: { streetType: 'street', street: 'Mayor', streetNumber: '4', postalCode: '28013', city: 'Madrid' },
      fundsSource: 'salary',
    })
    expect(cvl).toMatch(/^D\d+/)
    const { rows } = await manager.call(listClients.page, { query: { search: 'zuniga' } })
    expect(rows).toMatchObject([{ id, cvl, fullName: 'Zúñiga Alta, Marta', identityNumber, kycStatus: 'missing' }])
    expect((await manager.call(searchClients, { query: { q: identityNumber } })).clients).toMatchObject([{ id }])
    const detail = await manager.call(getClient, { params: { clientId: id } })
    expect(detail).toMatchObject({ phone: '+34600123456', province: 'Madrid', registeredOn: '2026-06-15' })
    expect(detail.staff).toMatchObject([{ role: 'manager', cvl: managerRecord.cvl, since: '2026-06-15' }])
    const audit = await findLastAudit(id)
    expect(audit).toMatchObject({
      action: 'client.created',
      after: { cvl, manager: managerRecord.cvl, fundsSource: 'salary' },
    })
    expect(JSON.stringify(audit)).not.toContain(identityNumber)
    expect(JSON.stringify(audit)).not.toContain('Zúñiga')
  })

  test('names every field that does not fit', async () => {
    const wrong = callCreate({
      identityKind: 'dni',
      identityNumber: '12345678A',
      phone: '12345678',
      birthDate: '2030-01-01',
      address: { postalCode: '00001' },
    })
    expect(await catchRefusal(wrong)).toEqual([
      400,
      'request.invalid',
      { identityNumber: 'identityNumber', phone: 'phone', birthDate: 'future', 'address.postalCode': 'postalCode' },
    ])
    expect((await catchRefusal(callCreate({ birthDate: '1800-01-01' })))[2]).toEqual({ birthDate: 'tooEarly' })
    const elsewhere = callCreate({ address: { postalCode: '28013', province: 'Sevilla' } })
    expect((await catchRefusal(elsewhere))[2]).toEqual({ 'address.province': 'otherProvince' })
    expect((await catchRefusal(callCreate({ identityKind: 'cif', identityNumber: 'A79082244' })))[2]).toEqual({
      identityKind: 'invalid',
    })
  })

  test('needs somebody in the caller’s scope who can be given clients', async () => {
    expect((await catchRefusal(callCreate({ managerId: otherRecord.id })))[2]).toEqual({ managerId: 'outOfReach' })
    const advisor = await t.make.employee({ position: 'advisor' })
    expect((await catchRefusal(callCreate({ managerId: advisor.id })))[2]).toEqual({ managerId: 'unknown' })
    const asAdvisor = await t.as('advisor', advisor.cvl)
    const { id } = await callCreate({ managerId: otherRecord.id, advisorId: advisor.id, surname: 'Doble' }, asAdvisor)
    expect((await fetchData(id, other)).surname).toBe('Doble')
    const { staff, me } = await asAdvisor.call(getClientFormOptions, {})
    expect(me).toBe(advisor.id)
    expect(staff.find((one) => one.id === advisor.id)?.roles).toEqual(['advisor'])
  })

  test('asks for a guardian of a minor and a representative of a company', async () => {
    const minor = { birthDate: '2015-01-01' }
    expect((await catchRefusal(callCreate(minor)))[2]).toEqual({ people: 'guardianRequired' })
    const parent = {
      role: 'guardian',
      name: 'Ana',
      surname: 'Gil',
      identityKind: 'dni',
      identityNumber: buildNextDni(),
    }
    const rest = { country: 'ES', powers: null, share: null, validFrom: null, validTo: null }
    const { id } = await callCreate({ ...minor, people: [{ ...parent, ...rest, guardianship: 'parent' }] })
    expect((await fetchData(id)).people).toMatchObject([{ role: 'guardian', name: 'Ana', guardianship: 'parent' }])
    const company = {
      kind: 'company',
      name: 'Alta, S. L.',
      surname: '',
      identityKind: 'cif',
      identityNumber: 'A79082244',
    }
    expect((await catchRefusal(callCreate(company)))[2]).toEqual({ people: 'representativeRequired' })
  })

  test('keeps contact people of a company with a phone or an e-mail', async () => {
    const blank = { identityKind: null, identityNumber: null, country: null, guardianship: null, share: null }
    const days = { validFrom: null, validTo: null }
    const representative = {
      ...blank,
      ...days,
      role: 'representative',
      name: 'Eva',
      surname: 'Sanz',
      powers: 'sole',
    } as const
    const contact = { ...blank, ...days, role: 'contact_person', name: 'Inés', surname: 'Gil', powers: null } as const
    const company = { kind: 'company', name: 'Talleres Gil SL', surname: '' } as const
    const unreachable = callCreate({ ...company, people: [representative, contact] })
    expect((await catchRefusal(unreachable))[2]).toEqual({ 'people.1.phone': 'required' })
    const reached = { ...contact, position: 'Administración', email: 'ines@gil.example' }
    const { id } = await callCreate({ ...company, people: [representative, reached] })
    expect((await fetchData(id)).people).toMatchObject([
      { role: 'representative', phone: null },
      { role: 'contact_person', position: 'Administración', email: 'ines@gil.example', phone: null },
    ])
  })

  test('keeps owners of more than a quarter, a hundred per cent together', async () => {
    const blank = {
      identityKind: null,
      identityNumber: null,
      country: null,
      guardianship: null,
      validFrom: null,
      validTo: null,
    }
    const representative = {
      ...blank,
      role: 'representative',
      name: 'Eva',
      surname: 'Sanz',
      powers: 'sole',
      share: null,
    }
    const owner = (share: string) => ({ ...blank, role: 'owner', name: 'Luis', surname: 'Paz', powers: null, share })
    const company = { kind: 'company', name: 'Partes, S. L.', surname: '' }
    const create = (...people: object[]) => callCreate({ ...company, people: [representative, ...people] })
    expect((await catchRefusal(create(owner('25'))))[2]).toEqual({ 'people.1.share': 'ownerShare' })
    expect((await catchRefusal(create(owner('60'), owner('40.01'))))[2]).toEqual({ 'people.2.share': 'hundredAtMost' })
    const { id } = await create(owner('60'), owner('33.33'))
    expect((await fetchData(id)).people.map(({ share }) => share)).toEqual([null, '60', '33.33'])
  })
})

describe('looking for a client who may be there already', () => {
  const search = (body: object, caller = manager) =>
    caller.call(findClientDuplicates, {
      body: { name: '', surname: '', identityKind: null, identityNumber: null, email: null, phone: null, ...body },
    })

  test('shows clients inside the scope, and outside only that there is one', async () => {
    const identityNumber = buildNextDni()
    const email = 'repetido@correo.example'
    const { id } = await callCreate({ identityKind: 'dni', identityNumber, email, name: 'Rosa', surname: 'Repetida' })
    const identity = { identityKind: 'dni', identityNumber }
    expect(await search(identity)).toMatchObject({ matches: [{ id, by: ['identity'] }], outside: [] })
    expect(await search(identity, other)).toEqual({ matches: [], outside: ['identity'] })
    expect(await search({ email: email.toUpperCase(), name: 'rosa', surname: 'repetida' })).toMatchObject({
      matches: [{ id, by: ['email'] }],
    })
    // An e-mail alone tells nothing: families share them.
    expect(await search({ email, name: 'Bruno', surname: 'Zamora' }, other)).toEqual({ matches: [], outside: [] })
    const { rows } = await t.owner.query(
      `select after from dino.audit_event where action = 'client.duplicatesSearched' order by id desc limit 1`,
    )
    expect(JSON.stringify(rows)).not.toContain(email)
  })

  test('refuses a second client with the same number in any scope', async () => {
    const identityNumber = buildNextDni()
    await callCreate({ identityKind: 'dni', identityNumber })
    const again = callCreate({ identityKind: 'dni', identityNumber, country: 'FR', managerId: otherRecord.id }, other)
    expect(await catchRefusal(again)).toEqual([409, 'client.duplicate', { identityNumber: 'ofAnother' }])
    const both = await Promise.allSettled(
      Array.from({ length: 4 }, () =>
        callCreate({ identityKind: 'nie', identityNumber: 'X1111111G', surname: 'A la vez' }),
      ),
    )
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('creates a client like another once somebody has looked', async () => {
    const like = { name: 'Pilar', surname: 'Parecida', phone: '611222333' }
    await callCreate(like)
    expect((await catchRefusal(callCreate(like)))[1]).toBe('client.similar')
    expect((await callCreate({ ...like, isSomebodyElse: true })).id).toBeDefined()
    const twice = { name: 'Pilar', surname: 'Repetida', phone: '611222444' }
    const sent = await Promise.allSettled(Array.from({ length: 3 }, () => callCreate(twice)))
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('limits how often somebody can look for clients', async () => {
    const busy = await t.as('manager', (await t.make.employee()).cvl)
    const codes = []
    for (let n = 0; n < 31; n++)
      codes.push(
        await search({ phone: '611000000' }, busy).then(
          () => 'answered',
          ({ code }) => code,
        ),
      )
    expect(codes.filter((code) => code === 'answered')).toHaveLength(30)
    expect(codes.at(-1)).toBe('request.tooMany')
    // Neither a form that is sent nor a change tells more than that.
    expect((await catchRefusal(callCreate({ phone: '611000000' }, busy)))[1]).toBe('request.tooMany')
  })
})

describe('changing a client', () => {
  let clientId: string
  let identityNumber: string
  beforeEach(async () => {
    identityNumber = buildNextDni()
    clientId = (
      await callCreate({
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
    expect((await manager.call(listClients.page, { query: { search: 'renombrada' } })).rows).toHaveLength(1)
    expect(await findLastAudit(clientId)).toMatchObject({
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
    const late = manager.call(changeClient, { params, body: { version: 1, riskLevel: 4 } })
    expect((await catchRefusal(late)).slice(0, 2)).toEqual([409, 'conflict.changed'])
    const outside = other.call(changeClient, { params, body: { version: 2, riskLevel: 4 } })
    expect((await catchRefusal(outside))[0]).toBe(404)
    await t.owner.query(
      `insert into dino.declared_relative (employee_id, relative_client_id, relation) values ($1, $2, 'sibling')`,
      [managerRecord.id, clientId],
    )
    expect((await catchRefusal(callChange(clientId, { riskLevel: 4 })))[1]).toBe('approval.ownRecord')
  })

  test('lets an approved proof of address wait again when the address changes', async () => {
    const setStatus = (status: string) =>
      t.owner.query('update dino.client set address_status = $2 where id = $1', [clientId, status])
    const readStatus = async () => (await manager.call(getClient, { params: { clientId } })).addressStatus
    await setStatus('approved')
    await callChange(clientId, { address: { postalCode: '08001', city: 'Barcelona' } })
    expect(await readStatus()).toBe('pending')
    await setStatus('rejected')
    await callChange(clientId, { address: { street: 'Otra' } })
    expect(await readStatus()).toBe('rejected')
  })

  test('lets a new number or e-mail wait for a second person', async () => {
    const next = buildNextDni()
    expect((await catchRefusal(callChange(clientId, { identityNumber: next })))[2]).toEqual({ reason: 'required' })
    const reason = 'El número se copió mal'
    const changed = await callChange(clientId, {
      identityNumber: next,
      email: 'otra@correo.example',
      phone: '622333444',
      reason,
    })
    expect(changed.proposal?.state).toBe('pending')
    const waiting = await fetchData(clientId)
    expect(waiting).toMatchObject({ identityNumber, phone: '+34622333444', waiting: { fields: ['identity', 'email'] } })
    expect((await catchRefusal(callChange(clientId, { identityNumber: buildNextDni(), reason })))[1]).toBe(
      'client.changeWaits',
    )
    const params = { approvalId: changed.proposal!.approvalId! }
    const supervisor = await t.as('direction')
    expect(await supervisor.call(getApproval, { params })).toMatchObject({
      task: 'clientIdentity',
      before: { identityNumber },
      after: { identityNumber: next, email: 'otra@correo.example' },
    })
    await supervisor.call(approveChangeRequest, { params, body: {} })
    expect(await fetchData(clientId)).toMatchObject({
      identityNumber: next,
      email: 'otra@correo.example',
      waiting: null,
    })
    expect((await manager.call(searchClients, { query: { q: next } })).clients).toMatchObject([{ id: clientId }])
    const audit = await findLastAudit(clientId)
    expect(audit.action).toBe('client.identityChanged')
    expect(JSON.stringify(audit)).not.toContain(next)
  })

  test('lets a new validity wait too, and a rejection be taken back', async () => {
    const reason = 'Ha renovado el documento'
    const { proposal } = await callChange(clientId, { dniPermanent: true, reason })
    expect(proposal?.state).toBe('pending')
    const params = { approvalId: proposal!.approvalId! }
    const supervisor = await t.as('direction')
    await supervisor.call(rejectChangeRequest, { params, body: { reason: 'Falta el documento' } })
    expect(await fetchData(clientId)).toMatchObject({ dniPermanent: false, waiting: null })
    await supervisor.call(undoRejections, { body: { approvalIds: [params.approvalId] } } as never)
    expect((await fetchData(clientId)).waiting).toMatchObject(params)
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
    const [first, second] = (await fetchData(clientId)).people
    await callChange(clientId, { people: [{ ...second!, guardianship: 'guardian' }] })
    expect((await fetchData(clientId)).people).toEqual([{ ...second, guardianship: 'guardian' }])
    expect(await findLastAudit(clientId)).toMatchObject({ before: { guardians: 2 }, after: { guardians: 1 } })
    // The id of another client's person is none of theirs: a new one is written.
    const { id: otherId } = await callCreate({ surname: 'Ajena', isSomebodyElse: true })
    await callChange(otherId, { people: [{ ...first!, id: second!.id, name: 'Robado' }] })
    expect((await fetchData(clientId)).people[0]?.name).toBe('Dos')
    expect((await admin.call(getClientData, { params: { clientId: otherId } })).people[0]?.name).toBe('Robado')
  })
})

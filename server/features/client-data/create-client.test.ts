import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findClientDuplicates, getClientFormOptions } from '#contract/client-data.ts'
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

describe('creating a client', () => {
  test('makes a visible record that list and search find at once', async () => {
    const identityNumber = f.buildNextDni()
    const { id, cvl } = await f.addClient({
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
    const { rows } = await f.callers.manager.call(listClients.page, { query: { search: 'zuniga' } })
    expect(rows).toMatchObject([{ id, cvl, fullName: 'Zúñiga Alta, Marta', identityNumber, kycStatus: 'missing' }])
    expect((await f.callers.manager.call(searchClients, { query: { q: identityNumber } })).clients).toMatchObject([
      { id },
    ])
    const detail = await f.callers.manager.call(getClient, { params: { clientId: id } })
    expect(detail).toMatchObject({ phone: '+34600123456', province: 'Madrid', registeredOn: '2026-06-15' })
    expect(detail.staff).toMatchObject([{ role: 'manager', cvl: f.records.manager.cvl, since: '2026-06-15' }])
    const audit = await f.findLastAudit(id)
    expect(audit).toMatchObject({
      action: 'client.created',
      after: { cvl, manager: f.records.manager.cvl, fundsSource: 'salary' },
    })
    expect(JSON.stringify(audit)).not.toContain(identityNumber)
    expect(JSON.stringify(audit)).not.toContain('Zúñiga')
  })

  test('names every field that does not fit', async () => {
    const wrong = f.addClient({
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
    expect((await catchRefusal(f.addClient({ birthDate: '1800-01-01' })))[2]).toEqual({ birthDate: 'tooEarly' })
    const elsewhere = f.addClient({ address: { postalCode: '28013', province: 'Sevilla' } })
    expect((await catchRefusal(elsewhere))[2]).toEqual({ 'address.province': 'otherProvince' })
    expect((await catchRefusal(f.addClient({ identityKind: 'cif', identityNumber: 'A79082244' })))[2]).toEqual({
      identityKind: 'invalid',
    })
  })

  test('needs somebody in the caller’s scope who can be given clients', async () => {
    expect((await catchRefusal(f.addClient({ managerId: f.records.other.id })))[2]).toEqual({ managerId: 'outOfReach' })
    const advisor = await f.t.make.employee({ position: 'advisor' })
    expect((await catchRefusal(f.addClient({ managerId: advisor.id })))[2]).toEqual({ managerId: 'unknown' })
    const asAdvisor = await f.t.as('advisor', advisor.cvl)
    const { id } = await f.addClient(
      { managerId: f.records.other.id, advisorId: advisor.id, surname: 'Doble' },
      asAdvisor,
    )
    expect((await f.fetchData(id, f.callers.other)).surname).toBe('Doble')
    const { staff, me } = await asAdvisor.call(getClientFormOptions, {})
    expect(me).toBe(advisor.id)
    expect(staff.find((one) => one.id === advisor.id)?.roles).toEqual(['advisor'])
  })

  test('asks for a guardian of a minor and a representative of a company', async () => {
    const minor = { birthDate: '2015-01-01' }
    expect((await catchRefusal(f.addClient(minor)))[2]).toEqual({ people: 'guardianRequired' })
    const parent = {
      role: 'guardian',
      name: 'Ana',
      surname: 'Gil',
      identityKind: 'dni',
      identityNumber: f.buildNextDni(),
    }
    const rest = { country: 'ES', powers: null, share: null, validFrom: null, validTo: null }
    const { id } = await f.addClient({ ...minor, people: [{ ...parent, ...rest, guardianship: 'parent' }] })
    expect((await f.fetchData(id)).people).toMatchObject([{ role: 'guardian', name: 'Ana', guardianship: 'parent' }])
    const company = {
      kind: 'company',
      name: 'Alta, S. L.',
      surname: '',
      identityKind: 'cif',
      identityNumber: 'A79082244',
    }
    expect((await catchRefusal(f.addClient(company)))[2]).toEqual({ people: 'representativeRequired' })
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
    const unreachable = f.addClient({ ...company, people: [representative, contact] })
    expect((await catchRefusal(unreachable))[2]).toEqual({ 'people.1.phone': 'required' })
    const reached = { ...contact, position: 'Administración', email: 'ines@gil.example' }
    const { id } = await f.addClient({ ...company, people: [representative, reached] })
    expect((await f.fetchData(id)).people).toMatchObject([
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
    const create = (...people: object[]) => f.addClient({ ...company, people: [representative, ...people] })
    expect((await catchRefusal(create(owner('25'))))[2]).toEqual({ 'people.1.share': 'ownerShare' })
    expect((await catchRefusal(create(owner('60'), owner('40.01'))))[2]).toEqual({ 'people.2.share': 'hundredAtMost' })
    const { id } = await create(owner('60'), owner('33.33'))
    expect((await f.fetchData(id)).people.map(({ share }) => share)).toEqual([null, '60', '33.33'])
  })
})

describe('looking for a client who may be there already', () => {
  const search = (body: object, caller = f.callers.manager) =>
    caller.call(findClientDuplicates, {
      body: { name: '', surname: '', identityKind: null, identityNumber: null, email: null, phone: null, ...body },
    })

  test('shows clients inside the scope, and outside only that there is one', async () => {
    const identityNumber = f.buildNextDni()
    const email = 'repetido@correo.example'
    const { id } = await f.addClient({ identityKind: 'dni', identityNumber, email, name: 'Rosa', surname: 'Repetida' })
    const identity = { identityKind: 'dni', identityNumber }
    expect(await search(identity)).toMatchObject({ matches: [{ id, by: ['identity'] }], outside: [] })
    expect(await search(identity, f.callers.other)).toEqual({ matches: [], outside: ['identity'] })
    expect(await search({ email: email.toUpperCase(), name: 'rosa', surname: 'repetida' })).toMatchObject({
      matches: [{ id, by: ['email'] }],
    })
    // An e-mail alone tells nothing: families share them.
    expect(await search({ email, name: 'Bruno', surname: 'Zamora' }, f.callers.other)).toEqual({
      matches: [],
      outside: [],
    })
    const { rows } = await f.t.owner.query(
      `select after from dino.audit_event where action = 'client.duplicatesSearched' order by id desc limit 1`,
    )
    expect(JSON.stringify(rows)).not.toContain(email)
  })

  test('refuses a second client with the same number in any scope', async () => {
    const identityNumber = f.buildNextDni()
    await f.addClient({ identityKind: 'dni', identityNumber })
    const again = f.addClient(
      { identityKind: 'dni', identityNumber, country: 'FR', managerId: f.records.other.id },
      f.callers.other,
    )
    expect(await catchRefusal(again)).toEqual([409, 'client.duplicate', { identityNumber: 'ofAnother' }])
    const both = await Promise.allSettled(
      Array.from({ length: 4 }, () =>
        f.addClient({ identityKind: 'nie', identityNumber: 'X1111111G', surname: 'A la vez' }),
      ),
    )
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('creates a client like another once somebody has looked', async () => {
    const like = { name: 'Pilar', surname: 'Parecida', phone: '611222333' }
    await f.addClient(like)
    expect((await catchRefusal(f.addClient(like)))[1]).toBe('client.similar')
    expect((await f.addClient({ ...like, isSomebodyElse: true })).id).toBeDefined()
    const twice = { name: 'Pilar', surname: 'Repetida', phone: '611222444' }
    const sent = await Promise.allSettled(Array.from({ length: 3 }, () => f.addClient(twice)))
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('limits how often somebody can look for clients', async () => {
    const busy = await f.t.as('manager', (await f.t.make.employee()).cvl)
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
    expect((await catchRefusal(f.addClient({ phone: '611000000' }, busy)))[1]).toBe('request.tooMany')
  })
})

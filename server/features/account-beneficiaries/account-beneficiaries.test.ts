import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getAccountBeneficiaries, setAccountBeneficiaries } from '#contract/account-beneficiaries.ts'
import type { RequestInput } from '#contract/core/endpoint.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
type Body = RequestInput<typeof setAccountBeneficiaries>['body']
type Person = Body['beneficiaries'][number]

const today = '2026-06-15'
let t: Tenant
let manager: Caller
let employee: { id: string; cvl: string }
let clientId: string
let accountId: string

beforeAll(async () => {
  t = await createTestTenant('dino')
  employee = await t.make.employee()
  manager = await t.as('manager', employee.cvl)
})
afterAll(() => t.drop())
beforeEach(async () => {
  clientId = await makeClient()
  accountId = (await t.make.account({ clientId })).id
})

const makeClient = async (more: object = {}) => (await t.make.client({ staff: { manager: employee.id }, ...more })).id
const fetch = (caller = manager) => caller.call(getAccountBeneficiaries, { params: { clientId, accountId } })
const designate = (beneficiaries: Person[], more: Partial<Body> = {}, caller = manager) =>
  caller.call(setAccountBeneficiaries, {
    params: { clientId, accountId },
    body: { version: 0, validFrom: today, beneficiaries, ...more },
  })
const asClient = (id: string, share: string): Person => ({ clientId: id, relationship: 'Hija', share })
const asPerson = (name: string, share: string, more: Partial<Person> = {}): Person => ({
  name,
  relationship: 'Sobrino',
  share,
  ...more,
})

/** What became of a call: 'done', its code, or the fields that were wrong. */
const findResult = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    ({ code, fields }: { code: string; fields?: Record<string, string> }) =>
      code === 'request.invalid' ? (fields ?? {}) : code,
  )

describe('beneficiaries of an account', () => {
  test('keeps clients and people who are none, with shares of a hundred', async () => {
    const heirId = await makeClient({ name: 'Eva', surname: 'Heredera' })
    const nephew = asPerson('Iván', '66.67', {
      surname: 'Sobrino',
      identityKind: 'dni',
      identityNumber: '123.456-78 z',
    })
    expect(await fetch()).toEqual({ current: null, past: [], mayChange: true })
    expect(await designate([asClient(heirId, '33.33'), nephew])).toEqual({ version: 1 })
    const { current } = await fetch()
    expect(current).toMatchObject({ version: 1, validFrom: today, validTo: null })
    expect(current?.beneficiaries).toMatchObject([
      { isClient: true, clientId: heirId, name: 'Eva Heredera', relationship: 'Hija', share: '33.33' },
      { isClient: false, clientId: null, name: 'Iván Sobrino', identityNumber: '12345678Z', share: '66.67' },
    ])
  })

  test('masks identity numbers and leaves out names in the audit', async () => {
    const nephew = asPerson('Iván', '100', { identityKind: 'dni', identityNumber: '12345678Z' })
    await designate([nephew])
    const { rows } = await t.owner.query(
      `select after::text as text from dino.audit_event where action = 'account.beneficiariesSet' and entity_id = $1`,
      [accountId],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0].text).toContain('•••• 678Z 100.00 %')
    expect(rows[0].text).not.toMatch(/Iván|12345678Z/)
  })

  test('refuses shares that do not make a hundred, and a share of nothing', async () => {
    const heirId = await makeClient()
    expect(await findResult(designate([asClient(heirId, '99.99')]))).toEqual({ beneficiaries: 'hundred' })
    expect(await findResult(designate([asClient(heirId, '60'), asPerson('Iván', '40.01')]))).toEqual({
      beneficiaries: 'hundred',
    })
    expect(await findResult(designate([asClient(heirId, '100'), asPerson('Iván', '0.00')]))).toEqual({
      'beneficiaries.1.share': 'too_small',
    })
    expect(await findResult(designate([]))).toEqual({ beneficiaries: 'required' })
    expect((await fetch()).current).toBeNull()
  })

  test('refuses more than twenty people', async () => {
    const people = Array.from({ length: 21 }, (_, n) => asPerson(`Persona ${n}`, n === 0 ? '80' : '1'))
    expect(await findResult(designate(people))).toMatchObject({ beneficiaries: 'too_big' })
    expect(await findResult(designate(people.slice(0, 20).with(0, asPerson('Persona 0', '81'))))).toBe('done')
  })

  test('counts and audits each typed number that may tell who is there', async () => {
    const other = await t.make.employee()
    const guesser = await t.as('manager', other.cvl)
    clientId = await makeClient({ staff: { manager: other.id } })
    accountId = (await t.make.account({ clientId })).id
    await t.db
      .updateTable('client')
      .set({ identityKind: 'nie', identityNumber: 'Y1234567X' })
      .where('id', '=', clientId)
      .execute()
    const guess = (identityNumber: string) =>
      findResult(designate([asPerson('Yo', '100', { identityKind: 'nie', identityNumber })], {}, guesser))
    const listAudited = async () =>
      (
        await t.owner.query(
          `select count(*)::int as told from dino.audit_event where action = 'client.duplicatesSearched' and user_id = $1`,
          [guesser.userId],
        )
      ).rows[0].told
    const before = await listAudited()
    expect(await guess('Y1234567X')).toEqual({ 'beneficiaries.0.name': 'isHolder' })
    expect(await listAudited()).toBe(before + 1)
    const results: unknown[] = []
    while (results.length < 40 && results.at(-1) !== 'request.tooMany') results.push(await guess('Y1234567X'))
    expect(results.at(-1)).toBe('request.tooMany')
    expect(await listAudited()).toBe(before + results.length)
  })

  test('refuses a holder and somebody who is named twice, by record, number or name', async () => {
    const heirId = await makeClient({ identityNumber: '12345678Z' })
    await t.db
      .updateTable('client')
      .set({ identityKind: 'nie', identityNumber: 'X1234567L' })
      .where('id', '=', clientId)
      .execute()
    const dni = { identityKind: 'dni', identityNumber: '12345678Z' } as const
    const nie = { identityKind: 'nie', identityNumber: 'X1234567L' } as const
    const second = async (one: Person, other: Person) => await findResult(designate([one, other]))
    expect(await second(asPerson('Iván', '50'), asClient(clientId, '50'))).toEqual({
      'beneficiaries.1.clientId': 'isHolder',
    })
    expect(await second(asPerson('Iván', '50'), asPerson('Yo', '50', nie))).toEqual({
      'beneficiaries.1.name': 'isHolder',
    })
    expect(await second(asClient(heirId, '50'), asClient(heirId, '50'))).toEqual({
      'beneficiaries.1.clientId': 'twiceBeneficiary',
    })
    expect(await second(asClient(heirId, '50'), asPerson('Ana', '50', dni))).toEqual({
      'beneficiaries.1.name': 'twiceBeneficiary',
    })
    expect(await second(asPerson('Iván', '50'), asPerson('IVÁN', '50'))).toEqual({
      'beneficiaries.1.name': 'twiceBeneficiary',
    })
    expect(
      await second(asPerson('Iván', '50', { ...dni, identityNumber: '12345678A' }), asClient(heirId, '50')),
    ).toEqual({
      'beneficiaries.0.identityNumber': 'identityNumber',
    })
  })
})

describe('another designation of an account', () => {
  test('ends the one before as a whole and keeps it readable', async () => {
    const heirId = await makeClient()
    await designate([asClient(heirId, '50'), asPerson('Iván', '50')], { validFrom: '2026-01-10' })
    const [kept] = (await fetch()).current!.beneficiaries
    const again = [{ beneficiaryId: kept!.id, relationship: 'Hija', share: '70' }, asPerson('Rosa', '30')]
    expect(await findResult(designate(again, { version: 1, validFrom: '2026-01-09' }))).toEqual({ validFrom: 'order' })
    expect(await findResult(designate(again, { version: 1, validFrom: '2026-06-16' }))).toEqual({ validFrom: 'future' })
    expect(await designate(again, { version: 1 })).toEqual({ version: 2 })
    const { current, past } = await fetch()
    expect(current?.beneficiaries).toMatchObject([{ clientId: heirId, share: '70.00' }, { name: 'Rosa' }])
    expect(past).toMatchObject([{ version: 1, validFrom: '2026-01-10', validTo: today }])
    expect(past[0]?.beneficiaries.map(({ share }) => share)).toEqual(['50.00', '50.00'])
  })

  test('ends without anybody, and a later one has a number of its own', async () => {
    await designate([asPerson('Iván', '100')])
    expect(await designate([], { version: 1 })).toEqual({ version: 0 })
    expect(await fetch()).toMatchObject({ current: null, past: [{ version: 1 }] })
    expect(await designate([asPerson('Rosa', '100')])).toEqual({ version: 2 })
  })

  test('conflicts with a change of somebody else, made before or at the same time', async () => {
    await designate([asPerson('Iván', '100')])
    expect(await findResult(designate([asPerson('Rosa', '100')]))).toBe('conflict.changed')
    const results = await Promise.all(
      ['Rosa', 'Luis'].map((name) => findResult(designate([asPerson(name, '100')], { version: 1 }))),
    )
    expect(results.sort()).toEqual(['conflict.changed', 'done'])
    expect((await fetch()).past).toHaveLength(1)
  })

  test('refuses a canceled account, and one whose holders have died', async () => {
    await t.db.updateTable('account').set({ status: 'canceled' }).where('id', '=', accountId).execute()
    expect(await findResult(designate([asPerson('Iván', '100')]))).toBe('account.notActive')
    accountId = (await t.make.account({ clientId })).id
    const registered = { clientId, diedOn: '2026-06-01', registeredAt: '2026-06-02T09:00:00Z', registeredBy: '1' }
    await t.db.insertInto('estate').values(registered).execute()
    expect(await findResult(designate([asPerson('Iván', '100')]))).toBe('estate.registered')
    expect((await fetch()).mayChange).toBe(false)
  })
})

describe('who sees and changes beneficiaries', () => {
  test('answers 404 for an account out of scope or of another client', async () => {
    const other = await t.as('manager', (await t.make.employee()).cvl)
    expect(await findResult(fetch(other))).toBe('notFound')
    expect(await findResult(designate([asPerson('Iván', '100')], {}, other))).toBe('notFound')
    clientId = await makeClient()
    expect(await findResult(fetch())).toBe('notFound')
    expect(await findResult(designate([asPerson('Iván', '100')]))).toBe('notFound')
  })

  test('refuses a client out of scope, and keeps one named by others', async () => {
    const outsiderId = (await t.make.client({ name: 'Otra', surname: 'Persona' })).id
    expect(await findResult(designate([asClient(outsiderId, '100')]))).toEqual({
      'beneficiaries.0.clientId': 'unknown',
    })
    await designate([asClient(outsiderId, '100')], {}, await t.as('admin'))
    const [outsider] = (await fetch()).current!.beneficiaries
    expect(outsider).toMatchObject({ isClient: true, clientId: null, cvl: null, name: 'Otra Persona' })
    const kept = { beneficiaryId: outsider!.id, relationship: 'Amiga', share: '40' }
    expect(await findResult(designate([kept, asPerson('Iván', '60')], { version: 1 }))).toBe('done')
    accountId = (await t.make.account({ clientId })).id
    expect(await findResult(designate([{ ...kept, share: '100' }]))).toEqual({ 'beneficiaries.0.clientId': 'unknown' })
  })

  test('refuses relatives of the caller as holders and as beneficiaries', async () => {
    const relativeId = await makeClient()
    await t.owner.query(
      `insert into dino.declared_relative (employee_id, relative_client_id, relation) values ($1, $2, 'sibling')`,
      [employee.id, relativeId],
    )
    expect(await findResult(designate([asClient(relativeId, '100')]))).toBe('approval.ownRecord')
    clientId = relativeId
    accountId = (await t.make.account({ clientId })).id
    expect(await findResult(designate([asPerson('Iván', '100')]))).toBe('approval.ownRecord')
    await t.owner.query('delete from dino.declared_relative')
  })
})

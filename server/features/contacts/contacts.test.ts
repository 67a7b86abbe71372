import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '#contract/client-data.ts'
import { getClient } from '#contract/clients/client.ts'
import { contactStages } from '#contract/contacts/stages.ts'
import {
  changeContact,
  createContact,
  deleteContact,
  findContactDuplicates,
  getContact,
  getContactBoard,
  getContactOptions,
  listContacts,
  moveContact,
} from '#contract/contacts.ts'
import { addComment } from '#contract/records.ts'
import {
  contactReferenceEndpoints,
  contactSourceEndpoints,
  contactTypeEndpoints,
  contactWorkEndpoints,
} from '#contract/reference.ts'
import { searchRecords } from '#contract/search.ts'
import type { CreatedPerson } from '#test/harness/factories.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
let t: Tenant
let manager: CreatedPerson
let callers: Record<'admin' | 'supervisor' | 'manager' | 'colleague' | 'reader', Caller>

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
    reader: await t.as('investments'),
  }
  for (const { add } of [contactTypeEndpoints, contactWorkEndpoints, contactReferenceEndpoints, contactSourceEndpoints])
    for (const name of ['Una', 'Otra']) await callers.admin.call(add, { body: { name } })
})
afterAll(() => t.drop())

let counter = 0
const createOne = async (fields: object = {}, caller = callers.manager): Promise<string> => {
  const { me } = await caller.call(getContactOptions, {})
  const name = `Persona${++counter}`
  return (await caller.call(createContact, { body: { name, ownerId: me ?? manager.id, ...fields } })).id
}
const find = (contactId: string, caller = callers.manager) => caller.call(getContact, { params: { contactId } })
const move = (
  contactId: string,
  version: number,
  stage: (typeof contactStages)[number],
  reason: Partial<Parameters<typeof moveBody>[2]> = {},
) => callers.manager.call(moveContact, { params: { contactId }, body: moveBody(version, stage, reason) })
const moveBody = (
  version: number,
  stage: (typeof contactStages)[number],
  reason: { lostReason?: 'no_answer' | 'other' | null; lostNote?: string | null },
) => ({ version, stage, lostReason: null, lostNote: null, ...reason })

describe('contacts', () => {
  test('keeps all of a contact, and shows it to whoever sees its owner', async () => {
    const { types, works, references, sources } = await callers.manager.call(getContactOptions, {})
    const fields = {
      name: 'Inés',
      surname: 'Muñoz Gil',
      email: 'ines@test.example',
      phone: '600 11 22 33',
      typeId: types[0]!.id,
      workId: works[0]!.id,
      referenceId: references[0]!.id,
      sourceId: sources[0]!.id,
      amount: '25000.50',
      observations: 'Llamar\npor la tarde',
      family: 'Dos hijos',
      wantsInvestments: true,
      lopdOn: '2026-06-01',
    }
    const id = await createOne(fields)
    const found = await find(id)
    expect(found).toMatchObject({ ...fields, phone: '+34600112233', stage: 'new', ownerCvl: manager.cvl, version: 1 })
    expect((await find(id, callers.supervisor)).id).toBe(id)
    await expect(find(id, callers.colleague)).rejects.toMatchObject({ status: 404 })
    const { results } = await callers.manager.call(searchRecords, { query: { q: 'munoz ines' } })
    expect(results).toContainEqual(expect.objectContaining({ kind: 'contact', id, title: 'Muñoz Gil, Inés' }))
    const others = await callers.colleague.call(searchRecords, { query: { q: 'munoz ines' } })
    expect(others.results.filter(({ kind }) => kind === 'contact')).toEqual([])
  })

  test('finds by name without accents, e-mail and phone', async () => {
    const id = await createOne({ surname: 'Ibáñez Ñuño', email: 'Raro@Test.example', phone: '+34 699 88 77 66' })
    for (const search of ['ibanez', 'nuño ibañ', 'raro@test', '699 88 77', 'ib'])
      expect(
        (await callers.manager.call(listContacts.page, { query: { search } })).rows.map((row) => row.id),
      ).toContain(id)
  })

  test('refuses an owner out of reach, a wrong phone and a future consent', async () => {
    const body = { name: 'Nadie', phone: '+341', lopdOn: '2026-06-16', ownerId: '999' }
    await expect(
      callers.manager.call(createContact, { body: { ...body, phone: '+34 1 23 45' } }),
    ).rejects.toMatchObject({
      status: 400,
      fields: { phone: 'phone', lopdOn: 'future', ownerId: 'unknown' },
    })
  })

  test('gives contacts to somebody on their last day of work', async () => {
    const leaver = await t.make.employee()
    const caller = await t.as('manager', leaver.cvl)
    await t.owner.query(`update dino.employee set terminated_on = '2026-06-15' where id = $1`, [leaver.id])
    const id = await createOne({ ownerId: leaver.id }, caller)
    expect(await find(id, caller)).toMatchObject({ ownerCvl: leaver.cvl })
  })

  test('sorts by each sort in both directions, also from the end', async () => {
    for (let n = 0; n < 3; n++) await createOne({ amount: `${n + 1}00.00` })
    for (const sort of listContacts.sortable) {
      const ask = async (direction: 'asc' | 'desc', page: number, knownTotal?: number) =>
        (
          await callers.admin.call(listContacts.page, {
            query: {
              sort,
              direction,
              page: String(page),
              pageSize: '2',
              ...(knownTotal && { knownTotal: `${knownTotal}` }),
            },
          })
        ).rows.map(({ id }) => id)
      const { total } = await callers.admin.call(listContacts.count, {})
      const pages = Math.ceil(total / 2)
      const forward: string[] = []
      for (let page = 1; page <= pages; page++) forward.push(...(await ask('asc', page, total)))
      expect(new Set(forward).size).toBe(total)
      const backward: string[] = []
      for (let page = 1; page <= pages; page++) backward.push(...(await ask('desc', page, total)))
      expect(backward).toEqual(forward.toReversed())
    }
  })

  test('counts the same from tallies as from contacts, in every scope', async () => {
    for (const caller of Object.values(callers)) {
      const { rows } = await caller.call(listContacts.page, { query: { pageSize: '200' } })
      const sum = rows.reduce((cents, { amount }) => cents + Math.round(Number(amount ?? 0) * 100), 0)
      const { total, totals } = await caller.call(listContacts.count, {})
      expect([total, Math.round(Number(totals.amount) * 100)]).toEqual([rows.length, sum])
      // A search for what all have in common reads the contacts themselves.
      const counted = await caller.call(listContacts.count, { query: { from: '2020-01-01' } })
      expect(counted).toEqual({ total, totals })
      const board = await caller.call(getContactBoard, { query: {} })
      expect(board.stages.map(({ stage }) => stage)).toEqual(contactStages)
      expect(await caller.call(getContactBoard, { query: { from: '2020-01-01' } })).toEqual(board)
      expect(board.stages.reduce((all, { contacts }) => all + contacts, 0)).toBe(total)
    }
  })

  test('finds contacts by the days of the firm’s clock, and of a team', async () => {
    const early = await createOne()
    const late = await createOne()
    const set = async (id: string, at: string) =>
      t.owner.query('update dino.contact set created_at = $2, converted_at = $2, client_id = $3 where id = $1', [
        id,
        at,
        (await t.make.client()).id,
      ])
    // Half past midnight in Madrid, and half past eleven the evening before.
    await set(late, '2024-05-31T22:30:00Z')
    await set(early, '2024-05-31T21:30:00Z')
    const list = async (query: object) =>
      (await callers.supervisor.call(listContacts.page, { query })).rows.map(({ id }) => id)
    expect(await list({ from: '2024-06-01', to: '2024-06-01' })).toEqual([late])
    expect(await list({ from: '2024-05-31', to: '2024-05-31' })).toEqual([early])
    expect(await list({ convertedFrom: '2024-06-01', convertedTo: '2024-06-01' })).toEqual([late])
    expect(await list({ convertedTo: '2024-05-31' })).toEqual([early])
    expect(await list({ convertedTo: '2024-05-31', team: manager.id })).toEqual([early])
    expect(await list({ convertedTo: '2024-05-31', team: '999' })).toEqual([])
    await t.owner.query('update dino.contact set converted_at = null, client_id = null where id = any($1)', [
      [early, late],
    ])
  })

  test('exports what the caller sees', async () => {
    const file = await callers.manager.send(listContacts.exportRows, { query: { format: 'csv' } })
    expect(file.body).toContain('Persona')
    const nothing = await callers.colleague.send(listContacts.exportRows, { query: { format: 'csv' } })
    expect(nothing.body).not.toContain('Persona')
  })

  test('changes only what is sent, and refuses whoever was slower', async () => {
    const id = await createOne({ surname: 'Antes', amount: '10.00' })
    const change = (version: number, body: object) =>
      callers.manager.call(changeContact, { params: { contactId: id }, body: { version, ...body } })
    expect(await change(1, { surname: 'Después' })).toEqual({ version: 2 })
    await expect(change(1, { amount: '20.00' })).rejects.toMatchObject({ code: 'conflict.changed' })
    expect(await find(id)).toMatchObject({ surname: 'Después', amount: '10.00', version: 2 })
    await expect(change(2, { typeId: '999999999' })).rejects.toMatchObject({ fields: { typeId: 'unknown' } })
  })

  test('keeps a type that a contact names on its list', async () => {
    const { types } = await callers.manager.call(getContactOptions, {})
    await createOne({ typeId: types[1]!.id })
    await expect(
      callers.admin.call(contactTypeEndpoints.remove, { params: { id: types[1]!.id } }),
    ).rejects.toMatchObject({ code: 'reference.inUse' })
  })

  test('deletes a contact with whom nothing was done, and keeps one with a comment', async () => {
    const gone = await createOne()
    const kept = await createOne()
    const remove = (contactId: string, version: number) =>
      callers.manager.call(deleteContact, { params: { contactId }, body: { version } })
    expect(await remove(gone, 1)).toEqual({ removed: true })
    await expect(find(gone)).rejects.toMatchObject({ status: 404 })
    await callers.manager.call(addComment, { params: { entity: 'contact', recordId: kept }, body: { body: 'Hablado' } })
    await expect(remove(kept, 1)).rejects.toMatchObject({ status: 409, code: 'contact.hasHistory' })
  })
})

describe('duplicates of contacts', () => {
  test('names likes in scope, and outside says only that there is one', async () => {
    const like = { name: 'Rocío', surname: 'Vega', email: 'rocio@test.example' }
    const id = await createOne(like)
    const client = await t.make.client({ ...like, staff: { manager: manager.id } })
    const ask = (caller: Caller) => caller.call(findContactDuplicates, { body: { ...like, phone: null } })
    const seen = await ask(callers.manager)
    expect(seen.contacts).toEqual([expect.objectContaining({ id, by: ['email'] })])
    expect(seen.clients).toEqual([expect.objectContaining({ cvl: client.cvl, by: ['email'] })])
    expect(seen.outside).toEqual({ contacts: [], clients: [] })
    expect(await ask(callers.colleague)).toEqual({
      contacts: [],
      clients: [],
      outside: { contacts: ['email'], clients: ['email'] },
    })
    const except = (caller: Caller) =>
      caller.call(findContactDuplicates, { body: { ...like, phone: null, exceptId: id } })
    expect((await except(callers.manager)).contacts).toEqual([])
    // Naming a contact out of reach tells nothing of which one it is.
    expect((await except(callers.colleague)).outside).toMatchObject({ contacts: ['email'] })
    await expect(createOne(like)).rejects.toMatchObject({ status: 409, code: 'contact.similar' })
    await expect(createOne({ ...like, isSomebodyElse: true })).resolves.toEqual(expect.any(String))
    const { rows } = await t.owner.query<{ after: object }>(
      "select after from dino.audit_event where action = 'client.duplicatesSearched' order by id",
    )
    expect(rows.map(({ after }) => after)).toContainEqual(expect.objectContaining({ clients: 2 }))
    expect(JSON.stringify(rows)).not.toContain('rocio@')
  })
})

describe('stages of contacts', () => {
  test('moves a contact, and asks why it is lost', async () => {
    const id = await createOne()
    expect(await move(id, 1, 'contacted')).toEqual({ version: 2 })
    await expect(move(id, 2, 'lost')).rejects.toMatchObject({ fields: { lostReason: 'required' } })
    await expect(move(id, 2, 'lost', { lostReason: 'other' })).rejects.toMatchObject({
      fields: { lostNote: 'required' },
    })
    await expect(move(id, 2, 'r1', { lostReason: 'no_answer' })).rejects.toMatchObject({ status: 400 })
    await move(id, 2, 'lost', { lostReason: 'no_answer' })
    expect(await find(id)).toMatchObject({ stage: 'lost', lostReason: 'no_answer' })
    await move(id, 3, 'r1')
    expect(await find(id)).toMatchObject({ stage: 'r1', lostReason: null })
  })

  test('takes nobody beyond R1 without a signed consent, and keeps the consent from there', async () => {
    const id = await createOne()
    await expect(move(id, 1, 'r2')).rejects.toMatchObject({ status: 409, code: 'contact.lopdMissing' })
    const params = { contactId: id }
    await callers.manager.call(changeContact, { params, body: { version: 1, lopdOn: '2026-06-10' } })
    await move(id, 2, 'r2')
    await expect(
      callers.manager.call(changeContact, { params, body: { version: 3, lopdOn: null } }),
    ).rejects.toMatchObject({ code: 'contact.lopdMissing' })
  })
})

describe('conversion of a contact to a client', () => {
  const convert = (contactId: string, caller = callers.manager, more: object = {}) =>
    caller.call(createClient, {
      body: {
        kind: 'person',
        name: 'Clara',
        surname: 'Nueva',
        country: 'ES',
        managerId: manager.id,
        contactId,
        ...more,
      },
    })

  test('makes one client of a contact, twice at once included, with its comments', async () => {
    const id = await createOne({ surname: 'Nueva', lopdOn: '2026-06-10' })
    await callers.manager.call(addComment, {
      params: { entity: 'contact', recordId: id },
      body: { body: 'Quiere empezar' },
    })
    const [one, other] = await Promise.all([convert(id), convert(id)])
    expect(one).toEqual(other)
    expect(await convert(id)).toEqual(one)
    expect(await find(id)).toMatchObject({ stage: 'won', isConverted: true, client: one })
    expect(await callers.manager.call(getClient, { params: { clientId: one.id } })).toMatchObject({ contactId: id })
    const { rows } = await t.owner.query(
      "select body from dino.record_comment where entity = 'client' and entity_id = $1",
      [one.id],
    )
    expect(rows).toEqual([{ body: 'Quiere empezar' }])
    const { version } = await find(id)
    await expect(move(id, version, 'r1')).rejects.toMatchObject({ code: 'contact.converted' })
  })

  test('makes no client of a contact without consent or out of reach', async () => {
    const without = await createOne()
    await expect(convert(without)).rejects.toMatchObject({ status: 409, code: 'contact.lopdMissing' })
    const theirs = await createOne({ lopdOn: '2026-06-10' }, callers.colleague)
    await expect(convert(theirs)).rejects.toMatchObject({ status: 404 })
    const { rows } = await t.owner.query('select from dino.contact where id = $1 and client_id is not null', [theirs])
    expect(rows).toEqual([])
  })

  test('leaves contact and client as they were where the client is refused', async () => {
    const id = await createOne({ lopdOn: '2026-06-10' })
    await expect(convert(id, callers.manager, { email: 'no mail' })).rejects.toMatchObject({ status: 400 })
    expect(await find(id)).toMatchObject({ isConverted: false, stage: 'new' })
  })
})

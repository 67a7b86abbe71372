import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findClientDuplicates } from '#contract/client-data.ts'
import { listClients } from '#contract/clients.ts'
import { searchRecords } from '#contract/search.ts'
import { createMergeFixture, type MergeFixture } from './test-merges.ts'

let fixture: MergeFixture
beforeAll(async () => {
  fixture = await createMergeFixture()
})
afterAll(() => fixture.t.drop())

const absorbedFacts = {
  name: 'Íñigo',
  surname: 'Zubizarreta Echevarría',
  email: 'inigo.zubi@correo.example',
  phone: '+34611203040',
  identityNumber: '87654321X',
}
const survivorFacts = { name: 'Marta', surname: 'Quiroga' }

type Filter = { search?: string; name?: string; email?: string; phone?: string; cvl?: string }
const list = async (query: Filter) => (await fixture.manager.call(listClients.page, { query })).rows.map(({ id }) => id)
const find = async (q: string) =>
  (await fixture.manager.call(searchRecords, { query: { q } })).results.filter(({ kind }) => kind === 'client')
const findDuplicates = async (criteria: { email?: string; phone?: string }) => {
  const body = { name: 'Iñigo', surname: 'Zubizarreta', identityKind: null, identityNumber: null }
  const { matches } = await fixture.manager.call(findClientDuplicates, {
    body: { ...body, email: criteria.email ?? null, phone: criteria.phone ?? null },
  })
  return matches.map(({ id, by }) => ({ id, by }))
}

describe('the names of a merged record', () => {
  test('lead search, list and duplicate check to the survivor until the undo', async () => {
    const pair = await fixture.makePair(absorbedFacts, survivorFacts)
    const { survivor, absorbed } = pair
    const mergeId = await fixture.merge(pair)
    const match = { field: 'merged', text: `Zubizarreta Echevarría, Íñigo · ${absorbed.cvl}` }
    for (const q of ['echevarria', 'íñigo zubizarreta', 'inigo.zubi@', '611 20 30 40', '87654321x', absorbed.cvl])
      expect(await find(q)).toMatchObject([{ id: survivor.id, title: 'Quiroga, Marta', match }])
    const filters = [{ search: 'Echevarría' }, { name: 'zubizarreta' }, { email: 'inigo.zubi' }, { phone: '611203040' }]
    for (const filter of filters) {
      expect(await list(filter)).toEqual([survivor.id])
      expect((await fixture.manager.call(listClients.count, { query: filter })).total).toBe(1)
    }
    // Of the CVL all that is searched in stands with the client's own.
    expect(await list({ cvl: absorbed.cvl })).toEqual([survivor.id])
    expect(await list({ cvl: '611203040' })).toEqual([])
    expect(await findDuplicates({ email: absorbedFacts.email })).toEqual([{ id: survivor.id, by: ['email'] }])
    expect(await findDuplicates({ phone: absorbedFacts.phone })).toEqual([{ id: survivor.id, by: ['phone'] }])
    await fixture.undo(pair, mergeId)
    expect((await find('echevarria')).map(({ id, match: seen }) => [id, seen])).toEqual([[absorbed.id, null]])
    expect(await list({ name: 'zubizarreta' })).toEqual([absorbed.id])
  })

  test('find the survivor by the name that the merge replaced', async () => {
    const pair = await fixture.makePair(
      { name: 'Aurora', surname: 'Valdivieso' },
      { name: 'Aurora', surname: 'Wenceslada' },
    )
    await fixture.merge(pair, ['name'])
    expect(await list({ name: 'wenceslada' })).toEqual([pair.survivor.id])
    expect(await list({ name: 'valdivieso' })).toEqual([pair.survivor.id])
  })

  test('tell whoever does not see the survivor that there is one, and no more', async () => {
    const facts = { name: 'Ximena', surname: 'Yturriaga', email: 'ximena@correo.example', phone: '+34611777888' }
    const pair = await fixture.makePair(facts, { name: 'Olga', surname: 'Reservada' })
    await fixture.merge(pair)
    const outsider = await fixture.t.as('manager', (await fixture.t.make.employee()).cvl)
    for (const q of ['yturriaga', 'ximena@correo', '611777888', pair.absorbed.cvl])
      expect((await outsider.call(searchRecords, { query: { q } })).results).toEqual([])
    const filters: Filter[] = [
      { search: 'yturriaga' },
      { name: 'yturriaga' },
      { email: 'ximena' },
      { phone: '611777888' },
    ]
    for (const query of filters) {
      expect((await outsider.call(listClients.page, { query })).rows).toEqual([])
      expect((await outsider.call(listClients.count, { query })).total).toBe(0)
    }
    const found = await outsider.send(findClientDuplicates, {
      body: { ...facts, identityKind: null, identityNumber: null },
    })
    expect(found.json()).toMatchObject({ matches: [] })
    for (const secret of [pair.survivor.cvl, pair.absorbed.cvl, 'Reservada', 'Yturriaga'])
      expect(found.body).not.toContain(secret)
    expect(found.body).toContain('email')
  })

  test('an e-mail, phone or number typed as the name tells of no merged record', async () => {
    const criteria = { email: 'tarta77@correo.example', phone: '+34611909808', identityNumber: '11111111H' }
    await fixture.merge(await fixture.makePair({ name: 'Urraca', surname: 'Del Llano', ...criteria }, survivorFacts))
    const outsider = await fixture.t.as('manager', (await fixture.t.make.employee()).cvl)
    const { email, phone } = criteria
    const ask = async (name: string) => {
      const body = { name, surname: '', email, phone, identityKind: null, identityNumber: null }
      return (await outsider.call(findClientDuplicates, { body })).outside
    }
    for (const name of [email, 'correo example', phone, '34611909808', criteria.identityNumber, 'Bruno'])
      expect(await ask(name), name).toEqual([])
    expect(await ask('Urraca')).toEqual(['email', 'phone'])
  })

  test('follow from record to record', async () => {
    const first = await fixture.makePair({ name: 'Lope', surname: 'Ybarrola' }, { name: 'Lope', surname: 'Ybarrez' })
    const last = await fixture.makeClient({ name: 'Lope', surname: 'Ybarrenechea' })
    await fixture.merge(first)
    await fixture.merge({ survivor: last, absorbed: first.survivor })
    expect(await list({ name: 'ybarrola' })).toEqual([last.id])
    expect(await list({ name: 'ybarrez' })).toEqual([last.id])
  })
})

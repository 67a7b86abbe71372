import { describe, expect, test } from 'vitest'
import { buildEmptyClient, buildEmptyPerson, pickChanges, toClientBody } from './client-form-values.ts'

const dayOf = (typed: string): string | undefined => (typed === '3/5/2030' ? '2030-05-03' : undefined)
const empty = buildEmptyClient('ES', 'spanish')

describe('what the form of a client sends', () => {
  test('sends nothing for empty fields, and days and shares in plain form', () => {
    const owner = { ...buildEmptyPerson('owner'), name: 'Eva', share: '33,5', validFrom: '3/5/2030' }
    const body = toClientBody({ ...empty, kind: 'company', name: ' Alta ', surname: 'x', people: [owner] }, dayOf)
    expect(body).toMatchObject({ name: 'Alta', surname: '', email: null, riskLevel: 1 })
    expect(body.people).toMatchObject([{ role: 'owner', share: '33.5', validFrom: '2030-05-03', validTo: null }])
  })

  test('leaves out people of the other kind of client', () => {
    const people = [buildEmptyPerson('owner'), buildEmptyPerson('guardian')]
    expect(toClientBody({ ...empty, people }, dayOf).people?.map(({ role }) => role)).toEqual(['guardian'])
  })

  test('sends no end for a permanent document', () => {
    expect(toClientBody({ ...empty, dniValidUntil: '3/5/2030', dniPermanent: true }, dayOf).dniValidUntil).toBeNull()
  })

  test('names only what was changed', () => {
    const before = toClientBody(empty, dayOf)
    const after = toClientBody({ ...empty, phone: '600', address: { ...empty.address, city: 'Soria' } }, dayOf)
    expect(pickChanges(before, after)).toEqual({ phone: '600', address: { city: 'Soria' } })
    expect(pickChanges(before, before)).toEqual({})
  })
})

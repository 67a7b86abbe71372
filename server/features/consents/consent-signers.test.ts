import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { downloadConsent, getClientConsents, sendConsents } from '#contract/consents.ts'
import { readPdf } from '#test/harness/read-pdf.ts'
import { type ConsentFirm, createConsentFirm, extractToken, findRefusal } from './test-consents.ts'

let firm: ConsentFirm
beforeAll(async () => {
  firm = await createConsentFirm()
})
afterAll(() => firm.close())
beforeEach(() => firm.reset())

type Person = { role: 'representative' | 'guardian'; name: string; powers?: 'sole' | 'joint'; validTo?: string }
const addPerson = async (clientId: string, { role, name, powers, validTo }: Person): Promise<string> => {
  const guardianship = role === 'guardian' ? ('parent' as const) : null
  const { id } = await firm.t.db
    .insertInto('clientPerson')
    .values({
      clientId,
      role,
      name,
      surname: 'Firmante',
      powers: powers ?? null,
      guardianship,
      validTo: validTo ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const createCompany = async () => (await firm.createClient({ kind: 'company', name: 'Molinos SL', surname: '' })).id
const createMinor = async () => {
  const { id } = await firm.createClient({ name: 'Lola', surname: 'Menor' })
  await firm.t.owner.query(`update dino.client set birth_date = '2015-01-01' where id = $1`, [id])
  return id
}
const fetchConsents = (clientId: string) => firm.manager.call(getClientConsents, { params: { clientId } })
const send = (clientId: string, signerId?: string) =>
  firm.manager.call(sendConsents, {
    params: { clientId },
    body: { purposes: ['information'], ...(signerId && { signerId }) },
  })
const openLink = async () => extractToken((await firm.fetchMails()).at(-1)!)

describe('who signs a consent', () => {
  test('a grown client signs for themselves, and the page says so', async () => {
    const { id } = await firm.createClient({ name: 'Ana', surname: 'Ruiz' })
    await send(id)
    expect((await firm.read(await openLink())).signer).toEqual({
      name: 'A. R.',
      capacity: 'client',
      onBehalfOf: null,
    })
  })

  test('nothing is sent to a company or a minor for whom nobody can sign', async () => {
    for (const clientId of [await createCompany(), await createMinor()]) {
      await addPerson(clientId, { role: 'representative', name: 'Junta', powers: 'joint' })
      await addPerson(clientId, { role: 'representative', name: 'Antigua', powers: 'sole', validTo: '2026-06-14' })
      expect(await fetchConsents(clientId)).toMatchObject({ barrier: 'noSigner', signers: [] })
      expect(await findRefusal(send(clientId))).toBe('consent.noSigner')
    }
  })

  test('the chosen representative stands on the page, in the evidence and in the document', async () => {
    const clientId = await createCompany()
    await addPerson(clientId, { role: 'representative', name: 'Berta', powers: 'sole' })
    const carla = await addPerson(clientId, { role: 'representative', name: 'Carla', powers: 'sole' })
    expect((await fetchConsents(clientId)).signers.map(({ name }) => name)).toEqual([
      'Berta Firmante',
      'Carla Firmante',
    ])
    expect(await findRefusal(send(clientId, '999999999'))).toBe('request.invalid')
    await send(clientId, carla)
    const token = await openLink()
    const signer = { name: 'C. F.', capacity: 'representative', onBehalfOf: 'M. S.' }
    expect((await firm.read(token)).signer).toEqual(signer)
    await firm.answer(token, await firm.getAccess(token))
    await firm.makeDocuments()
    const { history } = await fetchConsents(clientId)
    expect(history).toMatchObject([{ signerName: 'Carla Firmante', signerCapacity: 'representative' }])
    const params = { clientId, consentId: history[0]!.id }
    const { rawPayload } = await firm.manager.send(downloadConsent, { params })
    expect(readPdf(rawPayload).pages.flat().join(' ')).toContain('Carla Firmante, representante de Molinos SL')
  })

  test('refuses the answer once the power to sign has ended, and nothing is signed', async () => {
    const clientId = await createMinor()
    const guardian = await addPerson(clientId, { role: 'guardian', name: 'Marta' })
    await send(clientId)
    const token = await openLink()
    expect((await firm.read(token)).signer).toMatchObject({ name: 'M. F.', onBehalfOf: 'L. M.' })
    const access = await firm.getAccess(token)
    await firm.t.owner.query(`update dino.client_person set valid_to = '2026-06-01' where id = $1`, [guardian])
    expect(await findRefusal(firm.answer(token, access))).toBe('consent.signerChanged')
    expect((await fetchConsents(clientId)).purposes[0]).toMatchObject({ state: 'viewed' })
    await firm.t.owner.query('update dino.client_person set valid_to = null where id = $1', [guardian])
    await firm.answer(token, access)
    expect((await fetchConsents(clientId)).purposes[0]).toMatchObject({ state: 'signed' })
  })

  test('a merged record leaves its document to the survivor, and its link ends', async () => {
    const [survivor, merged, recipient] = await Promise.all(
      ['Ana', 'Bea', 'Eva'].map((name) => firm.createClient({ name, surname: 'Unida' })),
    )
    await send(merged!.id)
    const token = await openLink()
    await firm.answer(token, await firm.getAccess(token))
    await send(recipient!.id)
    const openToken = await openLink()
    const merge = `update dino.client set merged_into_id = $1 where id = $2`
    await firm.t.owner.query(merge, [survivor!.id, merged!.id])
    await firm.makeDocuments()
    const { rows } = await firm.t.owner.query(
      'select client_id::text as id from dino.client_document order by id desc limit 1',
    )
    expect(rows).toEqual([{ id: survivor!.id }])
    await firm.t.owner.query('update dino.public_link set client_id = $1 where client_id = $2', [
      survivor!.id,
      recipient!.id,
    ])
    expect((await firm.read(openToken)).state).toBe('invalid')
  })
})

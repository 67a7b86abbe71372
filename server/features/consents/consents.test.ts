import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { approveChangeRequest, rejectChangeRequest } from '#contract/approvals.ts'
import { getClient } from '#contract/clients/client.ts'
import { listClients } from '#contract/clients.ts'
import { sendConsentsInBulk } from '#contract/consents/bulk.ts'
import type { ConsentPurpose } from '#contract/consents/purposes.ts'
import {
  downloadConsent,
  getClientConsents,
  getConsentSettings,
  publishConsentText,
  sendConsents,
  withdrawConsent,
} from '#contract/consents.ts'
import { idempotencyKeyHeader } from '#contract/core/endpoint.ts'
import { setSecondFactorRequired } from '#server/domain/approvals.ts'
import { readPdf } from '#test/harness/read-pdf.ts'
import { type ConsentFirm, createConsentFirm, findRefusal } from './test-consents.ts'

let firm: ConsentFirm
let clientId: string
beforeAll(async () => {
  firm = await createConsentFirm()
  await setSecondFactorRequired(firm.t.db, false)
})
afterAll(() => firm.close())
beforeEach(async () => {
  await firm.reset()
  clientId = (await firm.createClient({ checked: true })).id
})

const params = () => ({ clientId })
const fetchConsents = () => firm.manager.call(getClientConsents, { params: params() })
const fetchVerdict = async () => (await firm.manager.call(getClient, { params: params() })).canOperate
const withdraw = (purpose: 'information' | 'marketing' = 'information') =>
  firm.manager.call(withdrawConsent, { params: { clientId, purpose }, body: { reason: 'Lo pide por carta' } })
const setLopd = (state: string) =>
  firm.t.owner.query(`update dino.client set lopd_status = $2::dino.lopd_state where id = $1`, [clientId, state])

describe('consents of a client', () => {
  test('stops new money until the LOPD is signed, and after its withdrawal', async () => {
    await setLopd('not_sent')
    expect((await fetchVerdict()).in).toMatchObject({ allowed: false, reasons: ['lopdUnsigned'] })
    await firm.sign(clientId)
    expect((await fetchVerdict()).in).toMatchObject({ allowed: true })
    await withdraw()
    const { in: money, out, renew } = await fetchVerdict()
    expect([money.reasons, out.allowed, renew.reasons]).toEqual([['lopdWithdrawn'], true, ['lopdWithdrawn']])
    // Asking anew is no signature.
    await firm.send(clientId)
    expect((await fetchVerdict()).renew.reasons).toEqual(['lopdWithdrawn'])
    const { purposes, history } = await fetchConsents()
    expect(purposes[0]).toMatchObject({ purpose: 'information', state: 'withdrawn', open: { mail: 'queued' } })
    expect(history).toMatchObject([
      { state: 'sent', sentByName: firm.manager.username },
      { state: 'withdrawn', withdrawnByName: firm.manager.username, withdrawReason: 'Lo pide por carta' },
    ])
  })

  test('a refused LOPD stops new money and renewals until another answer', async () => {
    await setLopd('not_sent')
    const token = await firm.sendAndOpen(clientId)
    await firm.answer(token, await firm.getAccess(token), 'refused')
    const verdict = await fetchVerdict()
    expect([verdict.in.reasons, verdict.renew.reasons]).toEqual([['lopdRefused'], ['lopdRefused']])
    await firm.sign(clientId)
    expect((await fetchVerdict()).in.allowed).toBe(true)
  })

  test('an imported signature counts beside a new request, and can be withdrawn', async () => {
    await firm.send(clientId)
    expect(await firm.findLopd(clientId)).toBe('signed')
    expect((await fetchConsents()).purposes[0]).toMatchObject({ state: 'signed', version: null, open: {} })
    await withdraw()
    expect(await firm.findLopd(clientId)).toBe('withdrawn')
    expect(await findRefusal(withdraw())).toBe('consent.notSigned')
    expect(await findRefusal(withdraw('marketing'))).toBe('consent.notSigned')
  })

  test('refuses consents without address, after death, already signed or out of scope', async () => {
    await firm.sign(clientId)
    expect(await findRefusal(firm.send(clientId))).toBe('consent.alreadySigned')
    for (const [change, code] of [
      [`email = null`, 'consent.noEmail'],
      [`email = 'a@b, c@d'`, 'consent.badEmail'],
      [`email = 'a@client.example', block_kind = 'death', block_reason = 'x'`, 'consent.deceased'],
    ]) {
      await firm.t.owner.query(`update dino.client set ${change} where id = $1`, [clientId])
      expect(await findRefusal(firm.send(clientId, ['marketing']))).toBe(code)
    }
    const other = await firm.t.as('manager', (await firm.t.make.employee()).cvl)
    expect(await findRefusal(firm.send(clientId, ['marketing'], other))).toBe('notFound')
    await firm.t.owner.query(
      `insert into dino.declared_relative (employee_id, relative_client_id, relation) values ($1, $2, 'sibling')`,
      [firm.employee.id, clientId],
    )
    expect(await findRefusal(firm.send(clientId, ['marketing']))).toBe('approval.ownRecord')
  })

  test("a consent's PDF shows text, answer and evidence, within scope only", async () => {
    await firm.sign(clientId, ['information', 'marketing'])
    await firm.makeDocuments()
    const { history } = await fetchConsents()
    expect(history.map(({ hasDocument }) => hasDocument)).toEqual([true, true, false])
    const request = { params: { clientId, consentId: history[0]!.id } }
    const answered = await firm.manager.send(downloadConsent, request)
    const flat = readPdf(answered.rawPayload).pages.flat().join(' ')
    for (const word of ['Texto information 1', 'Firmado', '127.0.0.1', history[0]!.textHash!.slice(0, 8)])
      expect(flat).toContain(word)
    const { rows: kept } = await firm.t.owner.query(
      `select kind, origin, user_id, retain_until::text as until from dino.client_document where client_id = $1`,
      [clientId],
    )
    expect(kept).toEqual([{ kind: 'consent', origin: 'product', user_id: null, until: '2036-06-15' }])
    const other = await firm.t.as('manager', (await firm.t.make.employee()).cvl)
    expect((await other.send(downloadConsent, request)).statusCode).toBe(404)
  })
})

test('sends consents to many with a result each, none beyond scope', async () => {
  const fresh = (await firm.createClient()).id
  const noEmail = (await firm.createClient({ email: undefined })).id
  const related = (await firm.createClient()).id
  const outside = (await firm.t.make.client({ email: 'out@client.example' })).id
  await firm.t.owner.query(
    `insert into dino.declared_relative (employee_id, relative_client_id, relation) values ($1, $2, 'sibling')`,
    [firm.employee.id, related],
  )
  await firm.sign(clientId, ['information', 'marketing'])
  const ids = [fresh, noEmail, related, outside, clientId, fresh]
  const { results } = await firm.manager.call(sendConsentsInBulk, {
    body: { ids, purposes: ['information', 'marketing'] },
  })
  expect(results).toEqual([
    { id: fresh, code: null },
    { id: noEmail, code: 'consent.noEmail' },
    { id: related, code: 'approval.ownRecord' },
    { id: outside, code: 'notFound' },
    { id: clientId, code: 'consent.alreadySigned' },
  ])
  expect(await firm.fetchMails()).toHaveLength(1)
})

test('the same click mails once, and its key refuses other purposes', async () => {
  const client = (await firm.createClient()).id
  const key = { [idempotencyKeyHeader]: 'one-click-of-two' }
  const sender = firm.t.callerWith(firm.manager.token, key)
  const send = (purposes: ConsentPurpose[]) =>
    sender.call(sendConsents, { params: { clientId: client }, body: { purposes } })
  const sent = await send(['information'])
  expect(await Promise.all([send(['information']), send(['information'])])).toEqual([sent, sent])
  await expect(send(['marketing'])).rejects.toMatchObject({ status: 422, code: 'idempotency.differentBody' })
  const sendAll = (ids: string[], purposes: ConsentPurpose[] = ['information']) =>
    sender.call(sendConsentsInBulk, { body: { ids, purposes } })
  const other = (await firm.createClient()).id
  // Sent again in other parts, after the answer to the first was lost.
  await sendAll([client, other])
  expect((await sendAll([other])).results).toEqual([{ id: other, code: null }])
  expect((await sendAll([other], ['marketing'])).results).toEqual([{ id: other, code: 'idempotency.differentBody' }])
  const mails = await firm.fetchMails()
  expect(mails).toHaveLength(3)
})

test('the list of clients finds whoever has withdrawn marketing, and follows each answer', async () => {
  const find = async (query: Record<string, string>) =>
    (await firm.manager.call(listClients.page, { query })).rows.map(({ id }) => id)
  await firm.sign(clientId, ['marketing'])
  expect(await find({ marketing: 'signed' })).toContain(clientId)
  await withdraw('marketing')
  await firm.send(clientId, ['marketing', 'transfers'])
  // Asking anew lifts no withdrawal.
  expect(await find({ marketing: 'withdrawn', transfers: 'sent' })).toEqual([clientId])
  const { purposes } = await fetchConsents()
  expect(purposes.map(({ state }) => state)).toEqual(['signed', 'withdrawn', 'sent'])
  expect(await find({ marketing: 'signed,sent,not_sent' })).not.toContain(clientId)
})

describe('texts of consents', () => {
  const texts = (body: string) => {
    const text = { title: 'Comunicaciones', body }
    return { es: text, en: text, pt: text }
  }
  const propose = async (before: number | null, body: string, reconsentFrom: string | null = null) => {
    const admin = await firm.t.as('admin')
    return admin.call(publishConsentText, {
      params: { purpose: 'marketing' },
      body: { before, texts: texts(body), reconsentFrom, reason: 'Cambio legal' },
    })
  }

  test('a consent text waits for a second person before it counts', async () => {
    const direction = await firm.t.as('direction')
    const { state, approvalId } = await propose(1, 'Texto nuevo')
    expect(state).toBe('pending')
    expect(await findRefusal(propose(1, 'Otro'))).toBe('conflict.changed')
    const token = await firm.sendAndOpen(clientId, ['marketing'])
    expect((await firm.read(token)).consents).toMatchObject([{ version: 1 }])
    await direction.call(rejectChangeRequest, { params: { approvalId: approvalId! }, body: { reason: 'No procede' } })
    const again = await propose(1, 'Texto mejor')
    await direction.call(approveChangeRequest, { params: { approvalId: again.approvalId! }, body: {} })
    expect((await firm.read(token)).consents).toMatchObject([{ version: 2, body: 'Texto mejor' }])
    const admin = await firm.t.as('admin')
    const { purposes, waiting } = await admin.call(getConsentSettings, {})
    expect(waiting).toEqual([])
    expect(purposes.find(({ purpose }) => purpose === 'marketing')).toMatchObject({
      versions: [{ version: 2 }, { version: 1 }],
      texts: { es: { body: 'Texto mejor' } },
      waiting: null,
    })
    expect(await findRefusal(propose(1, 'Tarde'))).toBe('conflict.changed')
    expect(await findRefusal(propose(2, 'Ayer', '2026-06-15'))).toBe('request.invalid')
  })

  test('a new text ends older signatures on its day, not before', async () => {
    await firm.sign(clientId)
    const kept = (await firm.createClient({ checked: true })).id
    await firm.publishText('information', 2)
    await firm.supersede('2030-01-01')
    expect(await firm.findLopd(clientId)).toBe('signed')
    await firm.publishText('information', 3, '2026-07-01')
    expect((await fetchConsents()).purposes[0]).toMatchObject({ state: 'signed', endsOn: '2026-07-01' })
    await firm.supersede('2026-06-30')
    expect(await firm.findLopd(clientId)).toBe('signed')
    await firm.sign(kept)
    await firm.supersede('2026-07-01')
    expect([await firm.findLopd(clientId), await firm.findLopd(kept)]).toEqual(['superseded', 'signed'])
    expect((await fetchVerdict()).in.reasons).toEqual(['lopdUnsigned'])
    await firm.sign(clientId)
    await firm.supersede('2026-07-02')
    expect(await firm.findLopd(clientId)).toBe('signed')
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { answerConsents, readConsents, withdrawOwnConsents } from '#contract/consents.ts'
import { type ConsentFirm, createConsentFirm, dayMs, extractToken, findRefusal, minuteMs } from './test-consents.ts'

let firm: ConsentFirm
let clientId: string
beforeAll(async () => {
  firm = await createConsentFirm()
})
afterAll(() => firm.close())
beforeEach(async () => {
  await firm.reset()
  clientId = (await firm.createClient()).id
})

const queryConsents = async () =>
  (
    await firm.t.owner.query(
      'select purpose, state, address, user_agent, version_id::text, text_sha256 is not null as hashed from dino.consent where client_id = $1 order by id',
      [clientId],
    )
  ).rows

describe('links of consents', () => {
  test("keeps a digest of a link's token only, and links to the public address", async () => {
    await firm.send(clientId, ['information', 'marketing'])
    const [mail] = await firm.fetchMails()
    const token = extractToken(mail!)
    expect(mail!.text).toContain('· information es\n· marketing es')
    expect(token).toMatch(/^d[\w-]{43}$/)
    const { rows } = await firm.t.owner.query(
      `select (select json_agg(l) from dino.public_link l)::text || (select json_agg(m) from dino.client_mail m)::text || (select json_agg(a) from dino.audit_event a)::text as all`,
    )
    expect(rows[0].all).not.toContain(token.slice(1))
    expect(await firm.findLopd(clientId)).toBe('sent')
    const { state, kind, sentTo, consents } = await firm.read(token)
    expect([state, kind, consents.map(({ purpose }) => purpose)]).toEqual([
      'open',
      'consent',
      ['information', 'marketing'],
    ])
    expect(sentTo).toMatch(/^\w\*\*\*@c\*\*\*$/)
    expect(await firm.findLopd(clientId)).toBe('viewed')
  })

  test('answers unknown, expired, replaced and readdressed links alike', async () => {
    const replaced = await firm.sendAndOpen(clientId)
    const expired = await firm.sendAndOpen(clientId)
    const outsider = (await firm.createClient()).id
    const readdressed = await firm.sendAndOpen(outsider)
    await firm.t.owner.query(`update dino.client set email = 'other@client.example' where id = $1`, [outsider])
    const known = await firm.read(expired)
    expect(known.state).toBe('open')
    firm.clock.now += 14 * dayMs + 1000
    const answers = []
    const unknown = `d${'A'.repeat(43)}`
    for (const token of [replaced, expired, readdressed, unknown, `u${expired.slice(1)}`, 'x', '%00']) {
      const { requestId, ...body } = (await firm.t.nobody.send(readConsents, { body: { token } })).json()
      answers.push(JSON.stringify(body))
      expect(await findRefusal(firm.fetchCode(token))).toBe('link.invalid')
      expect(await findRefusal(firm.verify(token, '123456'))).toBe('link.invalid')
    }
    expect(new Set(answers).size).toBe(1)
    expect(JSON.parse(answers[0]!)).toMatchObject({ state: 'invalid', firm: null, consents: [] })
    firm.clock.now -= 14 * dayMs + 1000
  })

  test('an answer sent three times at once is signed once, with evidence', async () => {
    const token = await firm.sendAndOpen(clientId, ['information', 'marketing'])
    const access = await firm.getAccess(token)
    const { consents } = await firm.read(token)
    const answers = consents.map(({ purpose, textHash }) => ({
      purpose,
      decision: purpose === 'marketing' ? ('refused' as const) : ('signed' as const),
      textHash: textHash!,
    }))
    const outcomes = await Promise.all([1, 2, 3].map(() => findRefusal(firm.post(token, access, answers))))
    expect(outcomes).toEqual(['done', 'done', 'done'])
    expect(await findRefusal(firm.fetchCode(token))).toBe('link.used')
    expect((await firm.read(token)).state).toBe('used')
    expect(await queryConsents()).toMatchObject([
      { purpose: 'information', state: 'signed', address: '127.0.0.1', hashed: true },
      { purpose: 'marketing', state: 'refused' },
    ])
    expect(await firm.findLopd(clientId)).toBe('signed')
    const audited = await firm.t.owner.query(
      `select action, user_id, address, after ->> 'purpose' as purpose from dino.audit_event where entity_id = $1 and action in ('consent.signed', 'consent.refused') order by id`,
      [clientId],
    )
    expect(audited.rows).toEqual([
      { action: 'consent.signed', user_id: null, address: '127.0.0.1', purpose: 'information' },
      { action: 'consent.refused', user_id: null, address: '127.0.0.1', purpose: 'marketing' },
    ])
  })

  test('refuses partial answers, a wrong access and that of another link', async () => {
    const token = await firm.sendAndOpen(clientId, ['information', 'marketing'])
    const other = (await firm.createClient()).id
    const foreign = await firm.getAccess(await firm.sendAndOpen(other))
    expect(await findRefusal(firm.answer(token, foreign))).toBe('link.accessOver')
    expect(await findRefusal(firm.answer(token, 'x'))).toBe('link.accessOver')
    const access = await firm.getAccess(token)
    const { consents } = await firm.read(token)
    const one = [{ purpose: 'information' as const, decision: 'signed' as const, textHash: consents[0]!.textHash! }]
    expect(await findRefusal(firm.t.nobody.call(answerConsents, { body: { token, access, answers: one } }))).toBe(
      'request.invalid',
    )
    firm.clock.now += 61 * minuteMs
    expect(await findRefusal(firm.answer(token, access))).toBe('link.accessOver')
  })

  test('a firm under maintenance takes no answers', async () => {
    const token = await firm.sendAndOpen(clientId)
    const access = await firm.getAccess(token)
    await firm.t.owner.query(
      `update registry.tenant set maintenance = '{"since": "2026-06-15T10:00:00Z", "message": "", "until": null}' where prefix = 'dino'`,
    )
    expect(await findRefusal(firm.answer(token, access))).toBe('maintenance')
    await firm.t.owner.query(`update registry.tenant set maintenance = null where prefix = 'dino'`)
    expect(await findRefusal(firm.answer(token, access))).toBe('done')
  })

  test('shows the newest text and refuses an answer to the one before', async () => {
    const token = await firm.sendAndOpen(clientId, ['transfers'])
    const access = await firm.getAccess(token)
    const { consents } = await firm.read(token)
    await firm.publishText('transfers', 2)
    const answers = [{ purpose: 'transfers' as const, decision: 'signed' as const, textHash: consents[0]!.textHash! }]
    expect(await findRefusal(firm.t.nobody.call(answerConsents, { body: { token, access, answers } }))).toBe(
      'consent.textChanged',
    )
    expect((await firm.read(token)).consents).toMatchObject([{ version: 2, body: 'Texto transfers 2' }])
    await firm.answer(token, access)
    expect(await queryConsents()).toMatchObject([{ purpose: 'transfers', state: 'signed' }])
  })
})

describe('codes of links', () => {
  test('a code holds for five attempts and ten minutes', async () => {
    const token = await firm.sendAndOpen(clientId)
    const code = await firm.fetchCode(token)
    const wrong = code === '000000' ? '000001' : '000000'
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => findRefusal(firm.verify(token, wrong))))
    expect(outcomes.filter((outcome) => outcome === 'link.wrongCode')).toHaveLength(4)
    expect(await findRefusal(firm.verify(token, code))).toBe('link.codeExpired')
    firm.clock.now += 2 * minuteMs
    const next = await firm.fetchCode(token)
    firm.clock.now += 10 * minuteMs
    expect(await findRefusal(firm.verify(token, next))).toBe('link.codeExpired')
    const last = await firm.fetchCode(token)
    const both = await Promise.all([findRefusal(firm.verify(token, last)), findRefusal(firm.verify(token, last))])
    expect(both.sort()).toEqual(['done', 'link.codeExpired'])
    expect(await findRefusal(firm.verify(token, last))).toBe('link.codeExpired')
  })

  test('sends codes once a minute, five an hour, each for its own link', async () => {
    const token = await firm.sendAndOpen(clientId)
    const first = await firm.fetchCode(token)
    expect(await findRefusal(firm.fetchCode(token))).toBe('request.tooMany')
    const outcomes = []
    for (let n = 0; n < 5; n += 1) {
      firm.clock.now += minuteMs + 1000
      outcomes.push(await findRefusal(firm.fetchCode(token)))
    }
    expect(outcomes).toEqual(['done', 'done', 'done', 'done', 'request.tooMany'])
    const other = await firm.sendAndOpen((await firm.createClient()).id)
    expect(await findRefusal(firm.verify(other, first))).toBe('link.codeExpired')
  })

  test('limits code attempts by address, whatever the link', async () => {
    const outcomes = []
    for (let n = 0; n < 41; n += 1)
      outcomes.push(await findRefusal(firm.verify(`d${String(n).padStart(43, 'A')}`, '123456')))
    expect(outcomes.filter((outcome) => outcome === 'link.invalid')).toHaveLength(40)
    expect(outcomes.at(-1)).toBe('request.tooMany')
  })
})

describe('documents and withdrawals', () => {
  test('a signature is mailed as PDF, with a link that withdraws it', async () => {
    await firm.sign(clientId, ['information', 'marketing'])
    await Promise.all([firm.makeDocuments(), firm.makeDocuments()])
    const [mail, ...others] = await firm.fetchMails()
    expect(others).toEqual([])
    expect(mail!.attachments).toMatchObject([{ contentType: 'application/pdf' }])
    expect(mail!.attachments![0]!.content.subarray(0, 5).toString()).toBe('%PDF-')
    const token = extractToken(mail!)
    expect(await firm.read(token)).toMatchObject({ state: 'open', kind: 'withdrawal', consents: [] })
    expect(await findRefusal(firm.read(token, 'x'))).toBe('link.accessOver')
    const withdraw = (access: string, ...purposes: ('information' | 'marketing' | 'transfers')[]) =>
      firm.t.nobody.call(withdrawOwnConsents, { body: { token, access, purposes } })
    expect(await findRefusal(withdraw('x', 'marketing'))).toBe('link.accessOver')
    const access = await firm.getAccess(token)
    const { consents } = await firm.read(token, access)
    expect(consents).toMatchObject([
      { purpose: 'information', body: 'Texto information 1' },
      { purpose: 'marketing', body: 'Texto marketing 1' },
    ])
    expect(await withdraw(access, 'marketing')).toMatchObject({ left: 1 })
    expect(await findRefusal(withdraw(access, 'transfers'))).toBe('consent.notSigned')
    expect(await firm.findLopd(clientId)).toBe('signed')
    expect(await withdraw(access, 'information')).toMatchObject({ left: 0 })
    expect(await firm.findLopd(clientId)).toBe('withdrawn')
    expect((await firm.read(token)).state).toBe('used')
    expect(await findRefusal(withdraw(access, 'information', 'transfers'))).toBe('link.used')
    expect((await firm.fetchMails()).map(({ subject }) => subject)).toEqual([
      'Has retirado tu consentimiento',
      'Has retirado tu consentimiento',
    ])
  })

  test('a withdrawal link cannot sign, and a consent link cannot withdraw', async () => {
    await firm.sign(clientId)
    await firm.makeDocuments()
    const withdrawal = extractToken((await firm.fetchMails()).at(-1)!)
    const access = await firm.getAccess(withdrawal)
    expect(await findRefusal(firm.answer(withdrawal, access))).toBe('link.invalid')
    const token = await firm.sendAndOpen(clientId, ['marketing'])
    const own = await firm.getAccess(token)
    const body = { token, access: own, purposes: ['information' as const] }
    expect(await findRefusal(firm.t.nobody.call(withdrawOwnConsents, { body }))).toBe('link.invalid')
  })
})

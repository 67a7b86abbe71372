import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readConsents } from '#contract/consents.ts'
import { readInfoForm, withdrawInfoForm } from '#contract/info-forms.ts'
import { completeContent, createInfoFormFirm, dayMs, findRefusal, type InfoFormFirm } from './test-info-forms.ts'

let firm: InfoFormFirm
let clientId: string
beforeAll(async () => {
  firm = await createInfoFormFirm()
})
afterAll(() => firm.close())
beforeEach(async () => {
  await firm.reset()
  clientId = (await firm.createClient()).id
})

test('a link shows nothing of the form, and its token is not kept', async () => {
  await firm.save(clientId, { profession: 'Cirujana secreta' })
  const token = await firm.sendAndOpen(clientId)
  const answer = await firm.t.nobody.send(readInfoForm, { body: { token } })
  expect(answer.json()).toMatchObject({ state: 'open', kind: 'person', idioma: 'spanish' })
  expect(answer.body).not.toContain('Cirujana')
  const { rows } = await firm.t.owner.query(
    `select (select json_agg(l) from dino.public_link l)::text || (select json_agg(m) from dino.client_mail m)::text
         || (select json_agg(r) from dino.info_form_request r)::text || (select json_agg(a) from dino.audit_event a)::text as all`,
  )
  expect(rows[0].all).not.toContain(token.slice(1))
  expect((await firm.fetchForm(clientId)).versions[0]!.requests[0]!.viewedAt).not.toBeNull()
})

test('answers unknown, expired, replaced, withdrawn and readdressed links alike', async () => {
  const withdrawnClient = (await firm.createClient()).id
  const withdrawn = await firm.sendAndOpen(withdrawnClient)
  await firm.manager.call(withdrawInfoForm, { params: { clientId: withdrawnClient }, body: {} })
  const completedClient = (await firm.createClient()).id
  const completed = await firm.sendAndOpen(completedClient)
  await firm.save(completedClient, completeContent, { completes: true })
  const movedClient = (await firm.createClient()).id
  const readdressed = await firm.sendAndOpen(movedClient)
  await firm.t.owner.query(`update dino.client set email = 'other@client.example' where id = $1`, [movedClient])
  const replaced = await firm.sendAndOpen(clientId)
  const expired = await firm.sendAndOpen(clientId)
  expect((await firm.read(expired)).state).toBe('open')
  firm.clock.now += 14 * dayMs + 1000
  const answers = new Set<string>()
  for (const token of [
    withdrawn,
    completed,
    readdressed,
    replaced,
    expired,
    `d${'A'.repeat(43)}`,
    `u${expired.slice(1)}`,
    'x',
  ]) {
    const { requestId: _, ...body } = (await firm.t.nobody.send(readInfoForm, { body: { token } })).json()
    answers.add(JSON.stringify(body))
    expect(await findRefusal(firm.getAccess(token))).toBe('link.invalid')
  }
  expect(answers.size).toBe(1)
  expect([...answers][0]).toContain('"state":"invalid"')
})

test('an answer sent three times at once is taken once', async () => {
  const token = await firm.sendAndOpen(clientId)
  const access = await firm.getAccess(token)
  const outcomes = await Promise.all([1, 2, 3].map(() => firm.answer(token, access, { hobbies: 'Vela' })))
  expect(new Set(outcomes.map(({ answeredAt }) => Date.parse(answeredAt))).size).toBe(1)
  expect((await firm.read(token)).state).toBe('used')
  const { rows } = await firm.t.owner.query(
    `select action, user_id, address, after from dino.audit_event where entity_id = $1 and action = 'infoForm.answered'`,
    [clientId],
  )
  expect(rows).toEqual([
    { action: 'infoForm.answered', user_id: null, address: '127.0.0.1', after: { fields: ['hobbies'] } },
  ])
})

test('tells a page whose reply was lost that its answer came, and nobody else', async () => {
  const token = await firm.sendAndOpen(clientId)
  const foreign = await firm.getAccess(await firm.sendAndOpen((await firm.createClient()).id))
  const access = await firm.getAccess(token)
  const { answeredAt } = await firm.answer(token, access, { hobbies: 'Vela', children: 2 })
  firm.clock.now += 59 * 60_000
  expect(Date.parse((await firm.answer(token, access, { children: 2, hobbies: 'Vela' })).answeredAt)).toBe(
    Date.parse(answeredAt),
  )
  expect(await findRefusal(firm.answer(token, access, { hobbies: 'Vela', children: 3 }))).toBe('link.used')
  expect(await findRefusal(firm.answer(token, access, { hobbies: 'Vela' }))).toBe('link.used')
  for (const other of [foreign, 'x', `${access}A`])
    expect(await findRefusal(firm.answer(token, other, { hobbies: 'Vela', children: 2 }))).toBe('link.used')
  firm.clock.now += 2 * 60_000
  expect(await findRefusal(firm.answer(token, access, { hobbies: 'Vela', children: 2 }))).toBe('link.used')
  const kept = await firm.t.owner.query(
    'select r.answers from dino.info_form_request r join dino.info_form f on f.id = r.form_id where f.client_id = $1',
    [clientId],
  )
  expect(kept.rows).toMatchObject([{ answers: { hobbies: 'Vela', children: 2 } }])
})

test('refuses a wrong access, that of another link, and a link of another kind', async () => {
  const token = await firm.sendAndOpen(clientId)
  const foreign = await firm.getAccess(await firm.sendAndOpen((await firm.createClient()).id))
  expect(await findRefusal(firm.answer(token, foreign, { hobbies: 'Vela' }))).toBe('link.accessOver')
  expect(await findRefusal(firm.answer(token, 'x', { hobbies: 'Vela' }))).toBe('link.accessOver')
  expect((await firm.t.nobody.call(readConsents, { body: { token } })).state).toBe('invalid')
  const access = await firm.getAccess(token)
  firm.clock.now += 61 * 60_000
  expect(await findRefusal(firm.answer(token, access, { hobbies: 'Vela' }))).toBe('link.accessOver')
})

test('refuses an empty answer and fields that such a client does not have', async () => {
  const company = (await firm.createClient({ kind: 'company' })).id
  const token = await firm.sendAndOpen(company)
  expect((await firm.read(token)).kind).toBe('company')
  const access = await firm.getAccess(token)
  expect(await findRefusal(firm.answer(token, access, {}))).toBe('infoForm.empty')
  expect(await findRefusal(firm.answer(token, access, { children: 1 }))).toBe('request.invalid')
  expect(await findRefusal(firm.answer(token, access, { emergencyFund: '1.00' }))).toBe('request.invalid')
  expect(await findRefusal(firm.answer(token, access, { profession: 'Hostelería' }))).toBe('done')
})

test('limits how often a form is sent to a client', async () => {
  const outcomes = []
  for (let n = 0; n < 6; n += 1) outcomes.push(await findRefusal(firm.send(clientId)))
  expect(outcomes).toEqual(['done', 'done', 'done', 'done', 'done', 'request.tooMany'])
  expect((await firm.fetchForm(clientId)).versions[0]!.requests).toHaveLength(5)
})

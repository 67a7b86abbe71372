import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { withdrawConsent, withdrawOwnConsents } from '#contract/consents.ts'
import {
  type Answer,
  type ConsentFirm,
  createConsentFirm,
  extractToken,
  findRefusal,
  minuteMs,
} from './test-consents.ts'

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

/** Signs the information and refuses the marketing, and gives all that the page would send once more. */
const answerBoth = async () => {
  const token = await firm.sendAndOpen(clientId, ['information', 'marketing'])
  const access = await firm.getAccess(token)
  const [information, marketing] = (await firm.read(token)).consents
  const answers: Answer[] = [
    { purpose: 'information', decision: 'signed', textHash: information!.textHash! },
    { purpose: 'marketing', decision: 'refused', textHash: marketing!.textHash! },
  ]
  const { answeredAt } = await firm.post(token, access, answers)
  return { token, access, answers, answeredAt: Date.parse(answeredAt) }
}

const findTrace = async () =>
  (
    await firm.t.owner.query(
      `select (select json_agg(c order by c.id) from dino.consent c where c.client_id = $1)::text as consents,
              (select count(*) from dino.audit_event where entity_id = $1)::int as audited,
              (select count(*) from dino.client_mail where client_id = $1)::int as mails,
              (select count(*) from registry.notification)::int as told`,
      [clientId],
    )
  ).rows[0]

/** A link that withdraws what was signed, and its access. */
const openWithdrawal = async () => {
  await firm.makeDocuments()
  const token = extractToken((await firm.fetchMails()).at(-1)!)
  return { token, access: await firm.getAccess(token) }
}

test('tells a page whose reply was lost that its answer came, and writes nothing', async () => {
  const { token, access, answers, answeredAt } = await answerBoth()
  const before = await findTrace()
  firm.clock.now += 59 * minuteMs
  for (const again of [answers, answers.toReversed()])
    expect(Date.parse((await firm.post(token, access, again)).answeredAt)).toBe(answeredAt)
  expect(await findTrace()).toEqual(before)
  firm.clock.now += 2 * minuteMs
  expect(await findRefusal(firm.post(token, access, answers))).toBe('link.used')
})

test('a used link takes no other answer from the page that used it', async () => {
  const { token, access, answers } = await answerBoth()
  const [information, marketing] = answers
  const before = await findTrace()
  const others: Answer[][] = [
    [information!, { ...marketing!, decision: 'signed' }],
    [{ ...information!, decision: 'refused' }, marketing!],
    [information!],
    [information!, { ...marketing!, textHash: information!.textHash }],
    [information!, information!],
  ]
  for (const other of others) expect(await findRefusal(firm.post(token, access, other))).toBe('link.used')
  expect(await findTrace()).toEqual(before)
})

test('tells nobody with another access that a link was answered so', async () => {
  const { token, access, answers } = await answerBoth()
  const other = (await firm.createClient()).id
  const foreign = await firm.getAccess(await firm.sendAndOpen(other))
  for (const guess of ['x', foreign, token, access.slice(1), `${access}A`])
    expect(await findRefusal(firm.post(token, guess, answers))).toBe('link.used')
  const outcomes = []
  for (let n = 0; n < 40; n += 1) outcomes.push(await findRefusal(firm.post(token, `guess ${n}`, answers)))
  expect(new Set(outcomes)).toEqual(new Set(['link.used', 'request.tooMany']))
  expect(outcomes.at(-1)).toBe('request.tooMany')
})

test('an answer that was withdrawn since does not count when it is sent again', async () => {
  const { token, access, answers } = await answerBoth()
  await firm.manager.call(withdrawConsent, {
    params: { clientId, purpose: 'information' },
    body: { reason: 'Lo pide por carta' },
  })
  expect(await findRefusal(firm.post(token, access, answers))).toBe('link.used')
  expect(await firm.findLopd(clientId)).toBe('withdrawn')
})

test('an answer to a text that has a newer version signs neither again', async () => {
  const { token, access, answers, answeredAt } = await answerBoth()
  await firm.publishText('information', 2)
  expect(Date.parse((await firm.post(token, access, answers)).answeredAt)).toBe(answeredAt)
  const next = await firm.sendAndOpen(clientId, ['information'])
  const [newest] = (await firm.read(next)).consents
  const [information, marketing] = answers
  expect(
    await findRefusal(firm.post(token, access, [{ ...information!, textHash: newest!.textHash! }, marketing!])),
  ).toBe('link.used')
  await firm.answer(next, await firm.getAccess(next))
  expect(await findRefusal(firm.post(token, access, answers))).toBe('link.used')
  expect(await firm.findLopd(clientId)).toBe('signed')
})

test('tells a page whose reply was lost that the consents are withdrawn', async () => {
  await firm.sign(clientId, ['information', 'marketing'])
  const { token, access } = await openWithdrawal()
  const withdraw = (given: string, ...purposes: ('information' | 'marketing')[]) =>
    firm.t.nobody.call(withdrawOwnConsents, { body: { token, access: given, purposes } })
  const first = await withdraw(access, 'marketing')
  const before = await findTrace()
  firm.clock.now += minuteMs
  const again = await withdraw(access, 'marketing')
  expect([Date.parse(again.withdrawnAt), again.left]).toEqual([Date.parse(first.withdrawnAt), 1])
  expect(await findTrace()).toEqual(before)
  await withdraw(access, 'information')
  expect(await withdraw(access, 'information')).toMatchObject({ left: 0 })
  expect(await findRefusal(withdraw('x', 'information'))).toBe('link.used')
})

test('a withdrawal is not confirmed where somebody signed again or staff ended it', async () => {
  await firm.sign(clientId, ['information', 'marketing'])
  const { token, access } = await openWithdrawal()
  const withdraw = (...purposes: ('information' | 'marketing')[]) =>
    firm.t.nobody.call(withdrawOwnConsents, { body: { token, access, purposes } })
  const reason = 'Lo pide por carta'
  await firm.manager.call(withdrawConsent, { params: { clientId, purpose: 'marketing' }, body: { reason } })
  expect(await findRefusal(withdraw('marketing'))).toBe('consent.notSigned')
  await withdraw('information')
  firm.clock.now += 2 * minuteMs
  await firm.sign(clientId, ['information'])
  expect(await findRefusal(withdraw('information'))).toBe('link.used')
  expect(await firm.findLopd(clientId)).toBe('signed')
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerConsents, readConsents, sendConsents } from '#contract/consents.ts'
import { answerInfoForm, readInfoForm, sendInfoForm } from '#contract/info-forms.ts'
import { sendLinkCode, verifyLinkCode } from '#contract/public-links.ts'
import { secretBox } from '#server/core/secret-box.ts'
import { type ClientMailFacts, clientMailPurpose } from '#server/domain/client-mail.ts'
import { hashConsentText } from '#server/features/consents/consent-texts.ts'
import { emptyInfoForm } from '#server/features/info-forms/form-content.ts'
import { catchRefusalCode } from '#test/harness/catch-refusal.ts'
import { createErasureFixture, type ErasureFixture } from './test-erasures.ts'

let fixture: ErasureFixture
beforeAll(async () => {
  fixture = await createErasureFixture()
  const text = { title: 'LOPD', body: 'Texto' }
  const [{ id }] = await fixture.select(
    `insert into dino.consent_version (purpose, version, proposed_at, published_at) values ('information', 1, now(), now()) returning id::text`,
  )
  await fixture.t.owner.query(
    `insert into dino.consent_text (version_id, language, title, body, sha256) select $1, l, $2, $3, $4 from unnest(array['es', 'en', 'pt']) l`,
    [id, text.title, text.body, hashConsentText(text)],
  )
})
afterAll(() => fixture.t.drop())

/** What the newest e-mail to a client is made of: its link, or its code. */
const readNewestMail = async (clientId: string): Promise<ClientMailFacts> => {
  const [{ secret }] = await fixture.select(
    'select secret from dino.client_mail where client_id = $1 order by id desc limit 1',
    [clientId],
  )
  return JSON.parse(secretBox(fixture.t.secret, clientMailPurpose).decrypt(secret)) as ClientMailFacts
}

const getAccess = async (clientId: string, token: string): Promise<string> => {
  await fixture.t.nobody.call(sendLinkCode, { body: { token } })
  const code = (await readNewestMail(clientId)).code!
  return (await fixture.t.nobody.call(verifyLinkCode, { body: { token, code } })).access
}

/** An answered form whose page still has its access, and an open consent with a good one. */
const openLinks = async (clientId: string) => {
  const { manager, t } = fixture
  await manager.call(sendInfoForm, { params: { clientId }, body: {} })
  const formToken = (await readNewestMail(clientId)).token!
  const formAccess = await getAccess(clientId, formToken)
  const form = { token: formToken, access: formAccess, answers: { ...emptyInfoForm, hobbies: 'Vela' } }
  await t.nobody.call(answerInfoForm, { body: form })
  await manager.call(sendConsents, { params: { clientId }, body: { purposes: ['information'] } })
  const token = (await readNewestMail(clientId)).token!
  const { state, consents } = await t.nobody.call(readConsents, { body: { token } })
  expect(state).toBe('open')
  const answers = consents.map(({ purpose, textHash }) => ({
    purpose,
    decision: 'signed' as const,
    textHash: textHash!,
  }))
  return { form, consent: { token, access: await getAccess(clientId, token), answers } }
}

test('no link of an erased client opens, says or takes anything', async () => {
  const { nobody } = fixture.t
  const { id } = await fixture.makeClient({ email: 'borrada@cliente.example' })
  const { form, consent } = await openLinks(id)
  const postForm = () => catchRefusalCode(nobody.call(answerInfoForm, { body: form }))
  const sign = () => catchRefusalCode(nobody.call(answerConsents, { body: consent }))
  await fixture.request(id)
  // Restricted: what was answered was answered, and nothing new is taken.
  expect((await nobody.call(readInfoForm, { body: { token: form.token } })).state).toBe('used')
  expect(await sign()).toBe('link.invalid')
  await fixture.approve(await fixture.propose(id))
  const replies = new Set<string>()
  for (const token of [form.token, consent.token, `d${'A'.repeat(43)}`]) {
    for (const endpoint of [readInfoForm, readConsents]) {
      const { requestId: _, ...body } = (await nobody.send(endpoint, { body: { token } })).json()
      replies.add(`${endpoint.path} ${JSON.stringify(body)}`)
    }
    expect(await catchRefusalCode(nobody.call(sendLinkCode, { body: { token } }))).toBe('link.invalid')
    expect(await catchRefusalCode(nobody.call(verifyLinkCode, { body: { token, code: '123456' } }))).toBe(
      'link.invalid',
    )
  }
  expect(replies.size).toBe(2)
  expect(await sign()).toBe('link.invalid')
  // The same answer once more, from the page that sent it: nobody is told any more that it came.
  expect(await postForm()).toBe('link.invalid')
  const [{ kept }] = await fixture.select(
    'select json_agg(l)::text as kept from dino.public_link l where client_id = $1',
    [id],
  )
  expect(kept).not.toContain('borrada@')
  for (const link of JSON.parse(kept)) expect(link).toMatchObject({ access_digest: null, code_digest: null })
})

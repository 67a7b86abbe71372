import { randomUUID } from 'node:crypto'
import { type ConsentPurpose, consentLanguages, consentPurposes } from '#contract/consents/purposes.ts'
import { answerConsents, readConsents, sendConsents } from '#contract/consents.ts'
import { sendLinkCode, verifyLinkCode } from '#contract/public-links.ts'
import { fileEncryptionPurpose, openFileStorage } from '#server/core/file-storage.ts'
import type { OutgoingMail } from '#server/core/mail/mail-transport.ts'
import { secretBox } from '#server/core/secret-box.ts'
import { sendClientMail } from '#server/features/public-links/send-client-mail.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
import { hashConsentText } from './consent-texts.ts'
import { findLinksWithoutDocument, makeConsentDocument } from './make-consent-document.ts'
import { supersedeConsents } from './supersede-consents.ts'

const neverAborted = new AbortController().signal
const startMs = Date.parse('2026-06-15T10:00:00Z')
export const minuteMs = 60_000
export const dayMs = 86_400_000

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Clock = { now: number }
type Decision = 'signed' | 'refused'
type Decisions = Partial<Record<ConsentPurpose, Decision>>
export type Answer = { purpose: ConsentPurpose; decision: Decision; textHash: string }

const insertText = async (
  { owner }: Tenant,
  purpose: ConsentPurpose,
  version: number,
  { reconsentFrom = null }: { reconsentFrom?: string | null } = {},
): Promise<void> => {
  const { rows } = await owner.query<{ id: string }>(
    `insert into dino.consent_version (purpose, version, reconsent_from, proposed_at, published_at)
     values ($1, $2, $3, now(), now()) returning id::text`,
    [purpose, version, reconsentFrom],
  )
  for (const language of consentLanguages) {
    const text = { title: `${purpose} ${language}`, body: `Texto ${purpose} ${version}` }
    await owner.query(
      'insert into dino.consent_text (version_id, language, title, body, sha256) values ($1, $2, $3, $4, $5)',
      [rows[0]!.id, language, text.title, text.body, hashConsentText(text)],
    )
  }
}

/** What the worker does between requests, on the clock of the test. */
const buildWorker = (t: Tenant, clock: Clock) => {
  const getSecretBox = (purpose: string) => secretBox(t.secret, purpose)
  const files = openFileStorage(t.home, getSecretBox(fileEncryptionPurpose))
  const tenant = t.tenants.of('dino')
  const common = { prefix: 'dino' as const, clock: () => clock.now, getSecretBox, files }
  /** What has come to the mailboxes since the last look. */
  const fetchMails = async (): Promise<OutgoingMail[]> => {
    const sent: OutgoingMail[] = []
    const deliver = async (letter: OutgoingMail) => void sent.push(letter)
    const publicUrl = 'https://crm.example'
    await sendClientMail({ ...common, tenant, publicUrl, deliver, onFailure: () => undefined }, neverAborted)
    return sent
  }
  const makeDocuments = async (): Promise<void> => {
    for (const linkId of await findLinksWithoutDocument(tenant.db))
      await makeConsentDocument({ ...common, db: tenant.db }, linkId)
  }
  const supersede = (today: string) => supersedeConsents({ db: tenant.db, today, clock: common.clock }, neverAborted)
  return { fetchMails, makeDocuments, supersede }
}

export const extractToken = ({ text }: Pick<OutgoingMail, 'text'>): string =>
  /^https:\/\/crm\.example\/public\/consent\/(\S+)$/m.exec(text)![1]!

/** What a client does with a link. */
const buildLinkActs = (t: Tenant, fetchMails: () => Promise<OutgoingMail[]>) => {
  const read = (token: string, access?: string) => t.nobody.call(readConsents, { body: { token, access } })
  const fetchCode = async (token: string): Promise<string> => {
    await t.nobody.call(sendLinkCode, { body: { token } })
    return /(\d{6})/.exec((await fetchMails()).at(-1)!.subject)![1]!
  }
  const verify = (token: string, code: string) => t.nobody.call(verifyLinkCode, { body: { token, code } })
  const getAccess = async (token: string): Promise<string> => (await verify(token, await fetchCode(token))).access
  const post = (token: string, access: string, answers: readonly Answer[]) =>
    t.nobody.call(answerConsents, { body: { token, access, answers: [...answers] } })
  /** Reads the page first, as a client does. */
  const answer = async (token: string, access: string, decision: Decision = 'signed', decisions: Decisions = {}) => {
    const { consents } = await read(token, access)
    const answers = consents.map(({ purpose, textHash }) => ({
      purpose,
      decision: decisions[purpose] ?? decision,
      textHash: textHash!,
    }))
    return post(token, access, answers)
  }
  return { read, fetchCode, verify, getAccess, post, answer }
}

/** A firm with texts of all purposes, a manager, and a clock that stands still until it is moved. */
export const createConsentFirm = async () => {
  const clock: Clock = { now: startMs }
  const t = await createTestTenant('dino', () => clock.now, { PUBLIC_URL: 'https://crm.example' })
  const employee = await t.make.employee({ name: 'Celia' })
  const manager = await t.as('manager', employee.cvl)
  for (const purpose of consentPurposes) await insertText(t, purpose, 1)
  const worker = buildWorker(t, clock)
  const acts = buildLinkActs(t, worker.fetchMails)
  const send = (clientId: string, purposes: readonly ConsentPurpose[] = ['information'], caller = manager) =>
    caller.call(sendConsents, { params: { clientId }, body: { purposes: [...purposes] } })
  /** Sends, and takes the token out of the e-mail. */
  const sendAndOpen = async (clientId: string, purposes: readonly ConsentPurpose[] = ['information']) => {
    await send(clientId, purposes)
    return extractToken((await worker.fetchMails()).at(-1)!)
  }
  return {
    t,
    clock,
    manager,
    employee,
    ...worker,
    ...acts,
    send,
    sendAndOpen,
    publishText: (purpose: ConsentPurpose, version: number, reconsentFrom: string | null = null) =>
      insertText(t, purpose, version, { reconsentFrom }),
    createClient: (more: object = {}) =>
      t.make.client({ staff: { manager: employee.id }, email: `${randomUUID()}@client.example`, ...more }),
    /** From nothing to a signature. */
    sign: async (clientId: string, purposes: readonly ConsentPurpose[] = ['information']) => {
      const token = await sendAndOpen(clientId, purposes)
      await acts.answer(token, await acts.getAccess(token))
    },
    findLopd: async (clientId: string): Promise<string> =>
      (await t.owner.query('select lopd_status from dino.client where id = $1', [clientId])).rows[0].lopd_status,
    /** Nothing is left of the tests before: neither mails, nor counted calls, nor moved time. */
    reset: async (): Promise<void> => {
      await worker.makeDocuments()
      await worker.fetchMails()
      clock.now = startMs
      await t.owner.query('truncate registry.call_limit')
    },
    close: () => t.drop(),
  }
}

export type ConsentFirm = Awaited<ReturnType<typeof createConsentFirm>>

/** The code of a refusal, or that there was none. */
export const findRefusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    ({ code }: { code: string }) => code,
  )

import { randomUUID } from 'node:crypto'
import { idempotencyKeyHeader } from '#contract/core/endpoint.ts'
import {
  answerInfoForm,
  getInfoForm,
  type InfoFormContent,
  readInfoForm,
  reviewInfoForm,
  saveInfoForm,
  sendInfoForm,
} from '#contract/info-forms.ts'
import { sendLinkCode, verifyLinkCode } from '#contract/public-links.ts'
import { fileEncryptionPurpose, openFileStorage } from '#server/core/file-storage.ts'
import type { OutgoingMail } from '#server/core/mail/mail-transport.ts'
import { secretBox } from '#server/core/secret-box.ts'
import { sendClientMail } from '#server/features/public-links/send-client-mail.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
import { emptyInfoForm } from './form-content.ts'

const startMs = Date.parse('2026-06-15T10:00:00Z')
export const dayMs = 86_400_000

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>

/** All that a complete form of a person needs, and something more. */
export const completeContent: InfoFormContent = {
  ...emptyInfoForm,
  employmentStatus: 'permanent',
  profession: 'Médica =1+1 <b>',
  recurringExpenses: '1250.50',
  hasEmergencyFund: true,
  emergencyFund: '6000.00',
  ownsRealEstate: false,
  children: 2,
}

/** What comes to the mailboxes since the last look. */
const buildMailReader = (t: Tenant, clock: { now: number }) => async (): Promise<OutgoingMail[]> => {
  const getSecretBox = (purpose: string) => secretBox(t.secret, purpose)
  const sent: OutgoingMail[] = []
  await sendClientMail(
    {
      tenant: t.tenants.of('dino'),
      prefix: 'dino',
      clock: () => clock.now,
      publicUrl: 'https://crm.example',
      getSecretBox,
      files: openFileStorage(t.home, getSecretBox(fileEncryptionPurpose)),
      deliver: async (letter) => void sent.push(letter),
      onFailure: () => undefined,
    },
    new AbortController().signal,
  )
  return sent
}

/** What a client does with a link. */
const buildLinkActs = (t: Tenant, fetchMails: () => Promise<OutgoingMail[]>) => {
  const read = (token: string) => t.nobody.call(readInfoForm, { body: { token } })
  const getAccess = async (token: string): Promise<string> => {
    await t.nobody.call(sendLinkCode, { body: { token } })
    const code = /(\d{6})/.exec((await fetchMails()).at(-1)!.subject)![1]!
    return (await t.nobody.call(verifyLinkCode, { body: { token, code } })).access
  }
  const answer = (token: string, access: string, answers: Partial<InfoFormContent>) =>
    t.nobody.call(answerInfoForm, { body: { token, access, answers: { ...emptyInfoForm, ...answers } } })
  return { read, getAccess, answer }
}

/** A firm with a manager, and a clock that stands still until it is moved. */
export const createInfoFormFirm = async () => {
  const clock = { now: startMs }
  const t = await createTestTenant('dino', () => clock.now, { PUBLIC_URL: 'https://crm.example' })
  const employee = await t.make.employee({ name: 'Celia' })
  const manager = await t.as('manager', employee.cvl)
  const fetchMails = buildMailReader(t, clock)
  const acts = buildLinkActs(t, fetchMails)
  const fetchForm = (clientId: string, caller: Caller = manager) => caller.call(getInfoForm, { params: { clientId } })
  const send = (clientId: string, { caller = manager, key = randomUUID() as string } = {}) =>
    t.callerWith(caller.token, { [idempotencyKeyHeader]: key }).call(sendInfoForm, { params: { clientId }, body: {} })
  /** Sends, and takes the token out of the e-mail. */
  const sendAndOpen = async (clientId: string): Promise<string> => {
    await send(clientId)
    return /^https:\/\/crm\.example\/public\/form\/(\S+)$/m.exec((await fetchMails()).at(-1)!.text)![1]!
  }
  return {
    t,
    clock,
    manager,
    employee,
    fetchMails,
    fetchForm,
    send,
    sendAndOpen,
    ...acts,
    save: async (
      clientId: string,
      content: Partial<InfoFormContent>,
      { completes = false, version, caller = manager }: { completes?: boolean; version?: number; caller?: Caller } = {},
    ) =>
      caller.call(saveInfoForm, {
        params: { clientId },
        body: {
          version: version ?? (await fetchForm(clientId)).version,
          content: { ...emptyInfoForm, ...content },
          completes,
        },
      }),
    review: async (clientId: string, requestId: string, accepted: (keyof InfoFormContent)[], caller = manager) =>
      caller.call(reviewInfoForm, {
        params: { clientId, requestId },
        body: { version: (await fetchForm(clientId)).version, accepted },
      }),
    /** From nothing to an answer. */
    sendAndAnswer: async (clientId: string, answers: Partial<InfoFormContent>): Promise<string> => {
      const token = await sendAndOpen(clientId)
      await acts.answer(token, await acts.getAccess(token), answers)
      return token
    },
    createClient: (more: object = {}) =>
      t.make.client({ staff: { manager: employee.id }, email: `${randomUUID()}@client.example`, ...more }),
    reset: async (): Promise<void> => {
      await fetchMails()
      clock.now = startMs
      await t.owner.query('truncate registry.call_limit')
    },
    close: () => t.drop(),
  }
}

export type InfoFormFirm = Awaited<ReturnType<typeof createInfoFormFirm>>

/** The code of a refusal, or that there was none. */
export const findRefusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    ({ code }: { code: string }) => code,
  )

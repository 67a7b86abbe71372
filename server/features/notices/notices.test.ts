import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { approveChangeRequest } from '#contract/approvals.ts'
import { addContribution } from '#contract/contributions.ts'
import { idempotencyKeyHeader } from '#contract/core/endpoint.ts'
import {
  getNoticeSettings,
  listNotices,
  type NoticeTopic,
  noticeTopics,
  previewNotice,
  resendNotice,
  switchNoticeTopic,
} from '#contract/notices.ts'
import type { MailDelivery } from '#server/core/mail/mail-transport.ts'
import { buildMailDelivery } from '#server/core/mail/mail-transport.ts'
import { openTenants } from '#server/core/tenancy.ts'
import { chooseOrders, createBatchFixture } from '#server/features/payment-batches/test-batches.ts'
import { startMailServer } from '#test/harness/mail.ts'
import { queueDueMaturities, sendNotices } from './send-notices.ts'

const today = '2026-06-15'
const noonMs = Date.parse(`${today}T10:00:00Z`)
let fixture: Awaited<ReturnType<typeof createBatchFixture>>
let t: typeof fixture.t
const tempFolder = mkdtempSync(join(tmpdir(), 'atalaya-notices-'))
beforeAll(async () => {
  fixture = await createBatchFixture()
  t = fixture.t
  await t.owner.query(
    `update dino.employee set name = 'Celia', surname = 'Galán', phone = '+34 600 100 200' where id = $1`,
    [fixture.manager.id],
  )
})
afterEach(async () => {
  await t.owner.query('delete from dino.client_notice')
  await t.owner.query(`delete from dino.setting where key = 'notices.on'`)
})
afterAll(async () => {
  await t.drop()
  rmSync(tempFolder, { recursive: true, force: true })
})

const senderAddress = 'Dino <avisos@firm.example>'
const neverAbortedSignal = new AbortController().signal
const reportedFailures: unknown[] = []
const buildNoticeDeps = (deliver: MailDelivery, now = noonMs, tenants = t.tenants) => ({
  tenant: tenants.of('dino'),
  prefix: 'dino' as const,
  deliver,
  clock: () => now,
  onFailure: (failure: unknown) => reportedFailures.push(failure),
})
const createSmtpPostOffice = (smtpUrl: string) =>
  buildMailDelivery({ smtpUrl, mailFrom: senderAddress, home: tempFolder })
const switchNoticesOn = (...topics: NoticeTopic[]) =>
  Promise.all(
    topics.map((topic) => fixture.admin.call(switchNoticeTopic, { params: { topic }, body: { on: true, was: false } })),
  )
const findNoticeRows = async () =>
  (
    await t.owner.query(
      `select kind, state, reason, recipient, idioma, attempts, about_on::text as day, amount::text from dino.client_notice order by id`,
    )
  ).rows
const updateClientFields = async (place: { clientId: string }, fields: Record<string, string>) => {
  for (const [column, value] of Object.entries(fields))
    await t.owner.query(`update dino.client set ${column} = $2 where id = $1`, [place.clientId, value])
}
/** A client in order, with an account, whom an e-mail reaches. */
const createReachableClient = async (fields: Record<string, string> = {}, capital = '0.00') => {
  const place = await fixture.accountWith(capital)
  await updateClientFields(place, { email: 'ana@client.example', ...fields })
  return place
}
const addClientContribution = (
  { clientId, accountId }: { clientId: string; accountId: string },
  key: string = randomUUID(),
) =>
  t.callerWith(fixture.who.token, { [idempotencyKeyHeader]: key }).call(addContribution, {
    params: { clientId, accountId },
    body: { amount: '1500.00', valueDate: '2026-06-12', reference: 'Transferencia' },
  })
const createMaturingAccount = async (day: string, fields: Record<string, string> = {}) => {
  const place = await createReachableClient(fields, '9000.00')
  await t.owner.query('update dino.account set expires_on = $2 where id = $1', [place.accountId, day])
  return place
}

describe('notices of received money', () => {
  test('queues no notice while switched off, and sends one per contribution once on', async () => {
    const place = await createReachableClient()
    await addClientContribution(place)
    expect(await findNoticeRows()).toEqual([])
    await switchNoticesOn('contribution')
    const key = randomUUID()
    await Promise.all([addClientContribution(place, key), addClientContribution(place, key)])
    await addClientContribution(place, key)
    // What an import posts tells nobody.
    await t.make.movement(place.accountId, '70.00')
    const server = await startMailServer()
    await Promise.all(
      [1, 2, 3].map(() => sendNotices(buildNoticeDeps(createSmtpPostOffice(server.url)), neverAbortedSignal)),
    )
    await server.stop()
    expect(server.received).toHaveLength(1)
    const [mail] = server.received
    expect(mail!.headers).toMatchObject({ subject: 'Hemos recibido tu aportación', from: senderAddress })
    expect(mail!.text).toContain('Importe: 1.500,00\u00a0€')
    expect(mail!.text).toContain('Fecha: 15/06/2026\nFecha valor: 12/06/2026')
    expect(mail!.text).toContain('ponte en contacto con Celia Galán: +34 600 100 200.')
    expect(mail!.text).toContain('Dino Inversiones, S.L.')
    expect(await findNoticeRows()).toEqual([
      {
        kind: 'contribution',
        state: 'sent',
        reason: null,
        recipient: 'ana@client.example',
        idioma: 'spanish',
        attempts: 1,
        day: today,
        amount: '1500.00',
      },
    ])
    const audited = await t.owner.query(
      `select user_id, entity_id, after from dino.audit_event where action = 'notice.sent' order by id desc limit 1`,
    )
    expect(audited.rows).toEqual([
      { user_id: null, entity_id: place.clientId, after: { kind: 'contribution', to: 'a***@c***' } },
    ])
  })

  test('writes a notice in the client’s language, safe against header and HTML injection', async () => {
    await switchNoticesOn('contribution')
    const place = await createReachableClient({
      name: 'Eva\r\nBcc: other@evil.example\r\n\r\n<script>alert(1)</script>',
      idioma: 'english',
    })
    await t.owner.query('update dino.account set number = $2 where id = $1', [
      place.accountId,
      'ES91 2100 0418 4502 0005 1332',
    ])
    await addClientContribution(place)
    const mexican = await createReachableClient({ idioma: 'mexican', name: 'Luz' })
    await addClientContribution(mexican)
    const server = await startMailServer()
    await sendNotices(buildNoticeDeps(createSmtpPostOffice(server.url)), neverAbortedSignal)
    await server.stop()
    const [english, other] = server.received
    expect(english!.headers.subject).toBe('We have received your contribution')
    expect(english!.headers.bcc).toBeUndefined()
    expect(english!.text).toContain('Dear Eva Bcc: other@evil.example <script>')
    expect(english!.html).toContain('&lt;script&gt;')
    expect(english!.html).not.toMatch(/<(img|script|link|iframe|a) |src=|url\(|<script>/i)
    expect(english!.text).toContain('Account: ···· 1332')
    expect(`${english!.text}${english!.html}`).not.toMatch(/0418|{{/)
    expect(other!.text).toContain('Abonamos en tu cuenta')
  })

  test.each([
    ['noEmail', { email: '' }],
    ['badEmail', { email: 'ana@client.example, all@evil.example' }],
    ['badEmail', { email: 'ana@client.example\r\nBcc: all@evil.example' }],
    ['withdrawn', { lopd_status: 'withdrawn' }],
  ])('skips a notice with its reason: %s', async (reason, fields) => {
    await switchNoticesOn('contribution')
    const place = await createReachableClient()
    await addClientContribution(place)
    await updateClientFields(place, fields as Record<string, string>)
    const none: MailDelivery = async () => {
      throw new Error('nothing is sent')
    }
    await sendNotices(buildNoticeDeps(none), neverAbortedSignal)
    expect(await findNoticeRows()).toMatchObject([{ state: 'skipped', reason, recipient: null }])
  })

  test('skips a notice for a blocked client, or after two people switched it off', async () => {
    await switchNoticesOn('contribution')
    const blocked = await createReachableClient()
    const off = await createReachableClient()
    await addClientContribution(blocked)
    await t.owner.query(
      `update dino.client set block_kind = 'legal', block_reason = 'x', blocked_at = now() where id = $1`,
      [blocked.clientId],
    )
    const deliver: MailDelivery = async () => undefined
    await sendNotices(buildNoticeDeps(deliver), neverAbortedSignal)
    await addClientContribution(off)
    const reason = 'Lo pide dirección'
    const switched = { params: { topic: 'contribution' as const }, body: { on: false, was: true, reason } }
    const direction = await t.as('direction')
    const { topics, waiting } = await fixture.admin.call(switchNoticeTopic, switched)
    // One person alone changes nothing: clients would no longer hear of their money.
    expect(topics).toContainEqual({ topic: 'contribution', on: true })
    expect(waiting).toMatchObject([{ task: 'notice', params: { topic: 'contribution' } }])
    await expect(fixture.admin.call(switchNoticeTopic, switched)).rejects.toMatchObject({
      status: 409,
      code: 'conflict.changed',
    })
    await direction.call(approveChangeRequest, { params: { approvalId: waiting[0]!.approvalId }, body: {} })
    await sendNotices(buildNoticeDeps(deliver), neverAbortedSignal)
    expect(await findNoticeRows()).toMatchObject([{ reason: 'blocked' }, { reason: 'off' }])
    await expect(fixture.admin.call(switchNoticeTopic, switched)).rejects.toMatchObject({
      status: 409,
      code: 'conflict.changed',
    })
  })
})

describe('undelivered notices', () => {
  test('fails a notice after five attempts and resends it only for its manager', async () => {
    await switchNoticesOn('contribution')
    const place = await createReachableClient()
    await addClientContribution(place)
    const down = await startMailServer()
    await down.stop()
    let now = noonMs
    for (const wait of [30, 120, 600, 3600, 3600, 0]) {
      await sendNotices(buildNoticeDeps(createSmtpPostOffice(down.url), now), neverAbortedSignal)
      now += wait * 1000
    }
    expect(await findNoticeRows()).toMatchObject([{ state: 'failed', reason: 'ESOCKET', attempts: 5 }])
    expect(JSON.stringify(reportedFailures)).not.toMatch(/ana@|Prueba/)
    const { rows: mine } = await fixture.who.call(listNotices.page, { query: {} })
    expect(mine).toMatchObject([{ clientId: place.clientId, state: 'failed', reason: 'noConnection', mayResend: true }])
    const other = await t.as('manager', (await t.make.employee()).cvl)
    expect((await other.call(listNotices.page, { query: {} })).rows).toEqual([])
    const resend = { params: { noticeId: mine[0]!.id } }
    await expect(other.call(resendNotice, resend)).rejects.toMatchObject({ status: 404 })
    const again = t.callerWith(fixture.who.token, { [idempotencyKeyHeader]: 'one-more-try' })
    expect(await again.call(resendNotice, resend)).toEqual({ queued: true })
    expect(await again.call(resendNotice, resend)).toEqual({ queued: true })
    await expect(fixture.who.call(resendNotice, resend)).rejects.toMatchObject({ code: 'notice.notFailed' })
    const up = await startMailServer()
    await sendNotices(buildNoticeDeps(createSmtpPostOffice(up.url), now), neverAbortedSignal)
    await up.stop()
    expect(up.received).toHaveLength(1)
    await expect(fixture.who.call(resendNotice, resend)).rejects.toMatchObject({
      status: 409,
      code: 'notice.notFailed',
    })
    expect(await fixture.who.call(listNotices.count, { query: { state: 'sent' } })).toEqual({
      total: 1,
      totals: { failed: 0, skipped: 0 },
    })
  })

  test('a notice interrupted after sending goes out again under the same message id', async () => {
    await switchNoticesOn('contribution')
    await addClientContribution(await createReachableClient())
    const dying = openTenants({ ownerUrl: t.ownerUrl, secret: t.secret, poolSize: 2 })
    const server = await startMailServer(0, async () => {
      if (server.received.length === 1) await dying.close()
    })
    await expect(
      sendNotices(buildNoticeDeps(createSmtpPostOffice(server.url), noonMs, dying), neverAbortedSignal),
    ).rejects.toThrow()
    expect(await findNoticeRows()).toMatchObject([{ state: 'queued', attempts: 1, recipient: 'ana@client.example' }])
    await sendNotices(buildNoticeDeps(createSmtpPostOffice(server.url), noonMs + 31_000), neverAbortedSignal)
    await sendNotices(buildNoticeDeps(createSmtpPostOffice(server.url), noonMs + 3_600_000), neverAbortedSignal)
    await server.stop()
    expect(server.received).toHaveLength(2)
    expect(server.received[0]!.headers['message-id']).toBe(server.received[1]!.headers['message-id'])
  })

  test('writes a notice into the mailbox folder when no server is configured', async () => {
    await switchNoticesOn('contribution')
    await addClientContribution(await createReachableClient())
    await sendNotices(
      buildNoticeDeps(buildMailDelivery({ smtpUrl: undefined, mailFrom: senderAddress, home: tempFolder })),
      neverAbortedSignal,
    )
    expect(readdirSync(join(tempFolder, 'mailbox'))).toEqual([expect.stringMatching(/-dino-\d+\.eml$/)])
  })
})

describe('notices ahead of a maturity', () => {
  const night = Date.parse(`${today}T00:30:00Z`)
  const written = async () => (await findNoticeRows()).map(({ kind, day }) => `${kind} ${day}`)

  test('queues maturity notices 30 and 7 days ahead once, stating the instruction', async () => {
    const soon = await createMaturingAccount('2026-06-22')
    await createMaturingAccount('2026-07-15', { idioma: 'portuguese' })
    const transferred = await createMaturingAccount('2026-07-01')
    await createMaturingAccount('2026-07-16')
    await createMaturingAccount(today)
    await t.owner.query(`update dino.account set instruction = 'renew_all' where id = $1`, [soon.accountId])
    await t.owner.query(
      `update dino.account set instruction = 'transfer', transfer_product_id = product_id where id = $1`,
      [transferred.accountId],
    )
    expect((await fixture.admin.call(getNoticeSettings, {})).coming).toBe(3)
    const server = await startMailServer()
    const getDeps = (now: number) => buildNoticeDeps(createSmtpPostOffice(server.url), now)
    await queueDueMaturities(getDeps(noonMs))
    expect(await written()).toEqual([])
    await switchNoticesOn('maturity')
    await queueDueMaturities(getDeps(night))
    expect(await written()).toEqual([])
    // Looking again adds nothing.
    await queueDueMaturities(getDeps(noonMs))
    await Promise.all([queueDueMaturities(getDeps(noonMs)), queueDueMaturities(getDeps(noonMs))])
    expect(await written()).toEqual(['maturity_7 2026-06-22', 'maturity_30 2026-07-15', 'maturity_30 2026-07-01'])
    await sendNotices(getDeps(noonMs), neverAbortedSignal)
    await server.stop()
    const texts = server.received.map(({ text }) => text)
    expect(texts).toHaveLength(3)
    expect(texts[0]).toContain('Saldo actual: 9.000,00\u00a0€\nFecha de vencimiento: 22/06/2026')
    expect(texts[0]).toContain('Según tus instrucciones, ese día: renovaremos el capital y los intereses')
    expect(texts[0]).toContain('Puedes cambiarlo hasta el 21/06/2026.')
    expect(texts[1]).toContain('Salvo indicação em contrário: pagaremos o saldo e os juros')
    expect(texts[1]).toContain('Conta de destino: ···· 1332')
    expect(texts[2]).toContain('traspasaremos el dinero a Product')
    // Later: the ones of 30 days ahead are told again seven days ahead, and the others that came near.
    await queueDueMaturities(getDeps(Date.parse('2026-07-09T10:00:00Z')))
    expect((await written()).slice(3)).toEqual(['maturity_7 2026-07-15', 'maturity_7 2026-07-16'])
  })

  test('skips a maturity notice for an account closed meanwhile', async () => {
    const place = await createMaturingAccount('2026-06-20')
    await switchNoticesOn('maturity')
    await queueDueMaturities(buildNoticeDeps(async () => undefined))
    await t.owner.query(`update dino.account set status = 'canceled', closed_on = $2 where id = $1`, [
      place.accountId,
      today,
    ])
    await sendNotices(
      buildNoticeDeps(async () => undefined),
      neverAbortedSignal,
    )
    const found = (await findNoticeRows()).filter(({ day }) => day === '2026-06-20')
    expect(found).toMatchObject([{ kind: 'maturity_7', state: 'skipped', reason: 'over' }])
  })
})

test('sends a payment notice after sending, with the last four digits only', async () => {
  const { paymentId, ...place } = await fixture.approved('250.00')
  await updateClientFields(place, { email: 'ana@client.example' })
  await switchNoticesOn('payment')
  const { batchId } = await fixture.make(chooseOrders(paymentId))
  expect(await findNoticeRows()).toEqual([])
  await fixture.sendAll(batchId)
  await fixture.runSend()
  expect(await findNoticeRows()).toMatchObject([{ kind: 'payment', state: 'queued', amount: '250.00', day: today }])
  const server = await startMailServer()
  await sendNotices(buildNoticeDeps(createSmtpPostOffice(server.url)), neverAbortedSignal)
  await server.stop()
  expect(server.received[0]!.text).toContain('Te hemos enviado el importe de tu retirada.')
  expect(server.received[0]!.text).toContain('Cuenta de destino: ···· 1332')
  // With what stands before it: account numbers of tests end in the clock's milliseconds, where those four digits come up.
  expect(server.received[0]!.text.replace(/\s/g, '')).not.toContain('000418')
})

test('previews a notice of a visible client and sends nothing', async () => {
  const place = await createMaturingAccount('2026-06-25', { email: '' })
  const example = await fixture.admin.call(previewNotice, {
    params: { topic: 'maturity' },
    query: { client: place.clientId },
  })
  expect(example.preview).toMatchObject({ skipped: 'noEmail', subject: expect.stringContaining('vence el 25/06/2026') })
  for (const topic of noticeTopics) await fixture.admin.call(previewNotice, { params: { topic }, query: {} })
  const none = { params: { topic: 'payment' as const }, query: { client: place.clientId } }
  expect(await fixture.admin.call(previewNotice, none)).toEqual({ preview: null })
  await expect(fixture.admin.call(previewNotice, { ...none, query: { client: '999999999' } })).rejects.toMatchObject({
    status: 404,
  })
  const other = await t.as('manager', (await t.make.employee()).cvl)
  expect(await other.call(previewNotice, { params: { topic: 'maturity' }, query: {} })).toEqual({ preview: null })
  expect(await findNoticeRows()).toEqual([])
})

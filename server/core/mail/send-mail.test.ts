import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Idioma } from '#contract/core/values.ts'
import { runInTransaction } from '#server/core/in-transaction.ts'
import type { EndpointDeps } from '#server/core/routes.ts'
import { secretBox } from '#server/core/secret-box.ts'
import { openTenants } from '#server/core/tenancy.ts'
import { createMailDeps, parseMail, startMailServer } from '#test/harness/mail.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
import { composeMail, type MailFacts } from './compose-mail.ts'
import { buildMailDelivery } from './mail-transport.ts'
import { queueMail } from './queue-mail.ts'
import { sendMail } from './send-mail.ts'

const minuteMs = 60_000
const startTimeMs = Date.parse('2026-06-15T10:00:00Z')
let currentTimeMs = startTimeMs
let t: Awaited<ReturnType<typeof createTestTenant>>
const mailFolder = mkdtempSync(join(tmpdir(), 'atalaya-mail-'))
beforeAll(async () => {
  t = await createTestTenant('dino', () => currentTimeMs)
})
afterEach(async () => {
  currentTimeMs = startTimeMs
  await t.owner.query('delete from registry.mail')
})
afterAll(async () => {
  await t.drop()
  rmSync(mailFolder, { recursive: true, force: true })
})

const mailFacts: MailFacts = {
  name: 'Ana <b>Núñez</b>',
  prefix: 'dino',
  address: '203.0.113.9',
  at: '2026-06-15T10:00:00.000Z',
  link: 'https://crm.example/auth/reset-password#token=secret-of-the-link',
  until: '2026-06-15T10:30:00.000Z',
}
const senderAddress = 'Atalaya <crm@firm.example>'
const buildTestDelivery = (smtpUrl?: string) =>
  buildMailDelivery({ smtpUrl, mailFrom: senderAddress, home: mailFolder })

const queueTestMail = (given: { idioma?: Idioma; until?: string | null } = {}) =>
  runInTransaction(t.tenants.signIn(), (tx) =>
    queueMail(
      tx,
      { clock: () => currentTimeMs, getSecretBox: (purpose) => secretBox(t.secret, purpose) } as EndpointDeps,
      {
        recipient: 'ana@firm.example',
        idioma: given.idioma ?? 'spanish',
        template: 'password.reset',
        facts: { ...mailFacts, until: given.until === undefined ? mailFacts.until : given.until },
      },
    ),
  )

const findMailRows = async () =>
  (await t.owner.query('select attempts, secret, sent_at, failed_at, error from registry.mail order by id')).rows
const runSignal = new AbortController().signal

describe('queued e-mails', () => {
  test('queues an e-mail encrypted, sends it in its language and erases its text', async () => {
    const server = await startMailServer()
    await queueTestMail({ idioma: 'portuguese' })
    expect(JSON.stringify((await t.owner.query('select * from registry.mail')).rows)).not.toContain(
      'secret-of-the-link',
    )
    await sendMail(
      createMailDeps(t, () => currentTimeMs, buildTestDelivery(server.url)),
      runSignal,
    )
    const [mail] = server.received
    expect(server.received).toHaveLength(1)
    expect(mail!.headers).toMatchObject({
      from: senderAddress,
      subject: 'Escolha uma nova palavra-passe para a Atalaya',
      'auto-submitted': 'auto-generated',
    })
    expect(mail!.headers.to).toContain('<ana@firm.example>')
    expect(mail!.text).toContain('Foi pedida uma nova palavra-passe para a sua conta da Atalaya (ana@firm.example)')
    expect(mail!.text).toContain(`\n${mailFacts.link}\n`)
    expect(await findMailRows()).toEqual([
      { attempts: 1, secret: null, sent_at: expect.anything(), failed_at: null, error: null },
    ])
    await server.stop()
  })

  test('writes e-mails into a private mailbox folder when no SMTP server is set', async () => {
    await queueTestMail()
    await sendMail(
      createMailDeps(t, () => currentTimeMs, buildTestDelivery()),
      runSignal,
    )
    const mailbox = join(mailFolder, 'mailbox')
    const [file, ...others] = readdirSync(mailbox)
    expect(others).toEqual([])
    expect(file).toMatch(/^2026-06-15T10-00-00Z-\d+\.eml$/)
    expect(statSync(mailbox).mode & 0o777).toBe(0o700)
    expect(statSync(join(mailbox, file!)).mode & 0o777).toBe(0o600)
    expect(parseMail(readFileSync(join(mailbox, file!), 'utf8')).text).toContain(mailFacts.link)
  })

  test('tries an e-mail five times, at growing intervals, and then gives up', async () => {
    const closed = await startMailServer()
    await closed.stop()
    const room = createMailDeps(t, () => currentTimeMs, buildTestDelivery(closed.url))
    await queueTestMail({ until: null })
    for (const [n, wait] of [30, 120, 600, 3600, 3600].entries()) {
      await sendMail(room, runSignal)
      await sendMail(room, runSignal)
      expect((await findMailRows())[0].attempts, 'not before its time').toBe(n + 1)
      currentTimeMs += wait * 1000
    }
    await sendMail(room, runSignal)
    expect(await findMailRows()).toEqual([
      { attempts: 5, secret: null, sent_at: null, failed_at: expect.anything(), error: 'ESOCKET' },
    ])
    expect(room.failures.map(({ givenUp }) => givenUp)).toEqual([false, false, false, false, true])
    expect(JSON.stringify(room.failures)).not.toMatch(/ana@|secret-of/)
  })

  test('sends an e-mail once when the server is back', async () => {
    const down = await startMailServer()
    await down.stop()
    await queueTestMail()
    const room = createMailDeps(t, () => currentTimeMs, buildTestDelivery(down.url))
    await sendMail(room, runSignal)
    const up = await startMailServer(down.port)
    currentTimeMs += 31_000
    await sendMail(room, runSignal)
    await sendMail(room, runSignal)
    expect(up.received).toHaveLength(1)
    await up.stop()
  })

  test('resends an e-mail under the same id when the sender died before marking it', async () => {
    const dying = openTenants({ ownerUrl: t.ownerUrl, secret: t.secret, poolSize: 2 })
    const server = await startMailServer(0, async () => {
      if (server.received.length === 1) await dying.close()
    })
    await queueTestMail()
    await expect(
      sendMail(
        createMailDeps({ ...t, tenants: dying }, () => currentTimeMs, buildTestDelivery(server.url)),
        runSignal,
      ),
    ).rejects.toThrow()
    expect((await findMailRows())[0]).toMatchObject({ attempts: 1, sent_at: null })
    const next = createMailDeps(t, () => currentTimeMs, buildTestDelivery(server.url))
    await sendMail(next, runSignal)
    expect(server.received, 'not at once: the first may only be slow').toHaveLength(1)
    currentTimeMs += 31_000
    await sendMail(next, runSignal)
    currentTimeMs += 60 * minuteMs
    await sendMail(next, runSignal)
    expect(server.received).toHaveLength(2)
    expect(server.received[0]!.headers['message-id']).toBe(server.received[1]!.headers['message-id'])
    await server.stop()
  })

  test('several processes send each e-mail once', async () => {
    const server = await startMailServer()
    for (let n = 0; n < 8; n += 1) await queueTestMail()
    await Promise.all(
      Array.from({ length: 4 }, () =>
        sendMail(
          createMailDeps(t, () => currentTimeMs, buildTestDelivery(server.url)),
          runSignal,
        ),
      ),
    )
    expect(server.received).toHaveLength(8)
    expect(new Set(server.received.map(({ headers }) => headers['message-id'])).size).toBe(8)
    await server.stop()
  })

  test('drops an e-mail whose link has expired', async () => {
    await queueTestMail()
    currentTimeMs += 31 * minuteMs
    const room = createMailDeps(t, () => currentTimeMs, buildTestDelivery('smtp://127.0.0.1:1'))
    await sendMail(room, runSignal)
    expect((await findMailRows())[0]).toMatchObject({ secret: null, sent_at: null, error: 'too late' })
  })

  test('a stop leaves a silent mail server at once', async () => {
    const silent = createServer(() => {})
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as { port: number }
    await queueTestMail()
    const stopping = new AbortController()
    const sending = sendMail(
      createMailDeps(t, () => currentTimeMs, buildTestDelivery(`smtp://127.0.0.1:${port}`)),
      stopping.signal,
    )
    setTimeout(() => stopping.abort(), 200)
    const before = performance.now()
    await sending
    expect(performance.now() - before).toBeLessThan(4000)
    expect((await findMailRows())[0]).toMatchObject({ attempts: 1, sent_at: null, failed_at: null })
    silent.close()
  })

  test('queues no e-mail when the transaction rolls back', async () => {
    const undone = runInTransaction(t.tenants.signIn(), async (tx) => {
      await queueMail(
        tx,
        { clock: () => currentTimeMs, getSecretBox: (purpose) => secretBox(t.secret, purpose) } as EndpointDeps,
        {
          recipient: 'ana@firm.example',
          idioma: 'spanish',
          template: 'password.changed',
          facts: mailFacts,
        },
      )
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await findMailRows()).toEqual([])
  })
})

describe('e-mail texts', () => {
  test('e-mails name the time in the zone of the prefix and in their language', () => {
    const mexican = composeMail('password.reset', 'mexican', 'ana@firm.example', { ...mailFacts, prefix: 'cfl' })
    expect(mexican.text).toContain('15 de junio de 2026 a las 04:00, desde')
    const english = composeMail('password.changed', 'english', 'ana@firm.example', mailFacts)
    expect(english.text).toContain('was changed on 15 June 2026 at 12:00, from the address 203.0.113.9.')
    expect(english.subject).toBe('Your Atalaya password has changed')
  })

  test("an e-mail's HTML escapes its facts and loads nothing remote", () => {
    const { html, text } = composeMail('password.reset', 'spanish', 'ana@firm.example', mailFacts)
    expect(html).toContain('Hola, Ana &lt;b&gt;Núñez&lt;/b&gt;:')
    expect(text).toContain('Hola, Ana <b>Núñez</b>:')
    expect(html).not.toMatch(/<(img|script|link|iframe)|src=|url\(|@import/i)
    expect(html).toContain(`<a href="${mailFacts.link}">`)
    for (const words of [html, text]) expect(words).not.toContain('{{')
  })
})

import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import type { Deliver } from '#server/core/mail/post-office.ts'
import { mailPurpose } from '#server/core/mail/queue-mail.ts'
import type { MailRoom } from '#server/core/mail/send-mail.ts'
import { secretBox } from '#server/core/secret-box.ts'
import type { Tenants } from '#server/core/tenancy.ts'

/** An e-mail as its receiver reads it. */
export type ReadMail = { headers: Record<string, string>; text: string; html: string }

const decodedWords = (text: string): string =>
  text.replace(/=\?utf-8\?([bq])\?(.*?)\?=\s*/gi, (_, kind: string, word: string) =>
    kind.toLowerCase() === 'b' ? Buffer.from(word, 'base64').toString() : quoted(word.replaceAll('_', ' ')),
  )

const quoted = (text: string): string =>
  Buffer.from(
    text
      .replace(/=\r?\n/g, '')
      .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

const split = (raw: string): { headers: Record<string, string>; body: string } => {
  const end = raw.indexOf('\r\n\r\n')
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      decodedWords(line.slice(line.indexOf(':') + 2)),
    ]),
  )
  return { headers, body: raw.slice(end + 4) }
}

const decoded = ({ headers, body }: ReturnType<typeof split>): string => {
  const encoding = headers['content-transfer-encoding']
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  return encoding === 'quoted-printable' ? quoted(body) : body
}

/** Takes an e-mail apart as far as ours go: two alternatives, text and HTML. */
export const readMail = (raw: string): ReadMail => {
  const { headers, body } = split(raw)
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type'] ?? '')?.[1] ?? ''
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => split(part.replace(/^\r\n/, '').replace(/\r\n$/, '')))
  const part = (type: string): string => {
    const found = parts.find((one) => one.headers['content-type']?.startsWith(type))
    return found ? decoded(found) : ''
  }
  return { headers, text: part('text/plain').replaceAll('\r\n', '\n'), html: part('text/html') }
}

/** A mail server on this machine. `meanwhile` runs when it has read an e-mail and before it says so. */
export const startMailServer = async (port = 0, meanwhile: () => Promise<void> = async () => {}) => {
  const received: ReadMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, _, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push(readMail(Buffer.concat(chunks).toString('utf8')))
        meanwhile().then(() => done(), done)
      })
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const listening = (server.server.address() as AddressInfo).port
  return {
    received,
    port: listening,
    url: `smtp://127.0.0.1:${listening}`,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** What the worker sends with, over the test's own database and clock. Failures are collected. */
export const mailRoomOf = (t: { tenants: Tenants; secret: string }, clock: () => number, deliver: Deliver) => {
  const failures: Parameters<MailRoom['onFailure']>[0][] = []
  const room: MailRoom = {
    access: t.tenants.signIn(),
    box: secretBox(t.secret, mailPurpose),
    clock,
    deliver,
    onFailure: (failure) => failures.push(failure),
  }
  return { ...room, failures }
}

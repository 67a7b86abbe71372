import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import type { MailDelivery } from '#server/core/mail/mail-transport.ts'
import { mailPurpose } from '#server/core/mail/queue-mail.ts'
import type { MailDeps } from '#server/core/mail/send-mail.ts'
import { secretBox } from '#server/core/secret-box.ts'
import type { TenantDatabases } from '#server/core/tenancy.ts'

/** An e-mail as its receiver reads it. */
export type ParsedMail = { headers: Record<string, string>; text: string; html: string }

const decodeHeaderWords = (text: string): string =>
  text.replace(/=\?utf-8\?([bq])\?(.*?)\?=\s*/gi, (_, kind: string, word: string) =>
    kind.toLowerCase() === 'b'
      ? Buffer.from(word, 'base64').toString()
      : decodeQuotedPrintable(word.replaceAll('_', ' ')),
  )

const decodeQuotedPrintable = (text: string): string =>
  Buffer.from(
    text
      .replace(/=\r?\n/g, '')
      .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

const splitMail = (raw: string): { headers: Record<string, string>; body: string } => {
  const end = raw.indexOf('\r\n\r\n')
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      decodeHeaderWords(line.slice(line.indexOf(':') + 2)),
    ]),
  )
  return { headers, body: raw.slice(end + 4) }
}

const decodeMailBody = ({ headers, body }: ReturnType<typeof splitMail>): string => {
  const encoding = headers['content-transfer-encoding']
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  return encoding === 'quoted-printable' ? decodeQuotedPrintable(body) : body
}

/** Takes an e-mail apart as far as ours go: two alternatives, text and HTML. */
export const parseMail = (raw: string): ParsedMail => {
  const { headers, body } = splitMail(raw)
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type'] ?? '')?.[1] ?? ''
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => splitMail(part.replace(/^\r\n/, '').replace(/\r\n$/, '')))
  const part = (type: string): string => {
    const found = parts.find((one) => one.headers['content-type']?.startsWith(type))
    return found ? decodeMailBody(found) : ''
  }
  return { headers, text: part('text/plain').replaceAll('\r\n', '\n'), html: part('text/html') }
}

/** A mail server on this machine. `meanwhile` runs when it has read an e-mail and before it says so. */
export const startMailServer = async (port = 0, meanwhile: () => Promise<void> = async () => {}) => {
  const received: ParsedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, _, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push(parseMail(Buffer.concat(chunks).toString('utf8')))
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
export const createMailDeps = (
  t: { tenants: TenantDatabases; secret: string },
  clock: () => number,
  deliver: MailDelivery,
) => {
  const failures: Parameters<MailDeps['onFailure']>[0][] = []
  const room: MailDeps = {
    access: t.tenants.signIn(),
    secretBox: secretBox(t.secret, mailPurpose),
    clock,
    deliver,
    onFailure: (failure) => failures.push(failure),
  }
  return { ...room, failures }
}

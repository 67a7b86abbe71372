import { chmod, mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Config } from '#server/core/config.ts'

/** One e-mail, ready to go. */
export type OutgoingMail = {
  /** The number in the queue: a second copy of an e-mail carries the same, so that receivers can tell. */
  id: string
  createdAt: string
  name: string
  recipient: string
  subject: string
  text: string
  html: string
  /** An invitation to a meeting: mail programs offer to answer it. */
  calendar?: { method: 'request' | 'cancel'; content: string }
  attachments?: readonly { filename: string; contentType: string; content: Buffer }[]
}

/** Takes an e-mail to where it goes; throws where it didn't get there, or was broken off by the signal. */
export type MailDelivery = (letter: OutgoingMail, signal: AbortSignal) => Promise<void>

/** A server that doesn't answer holds up the others no longer than this, in milliseconds. */
const smtpTimeouts = {
  dnsTimeout: 5_000,
  connectionTimeout: 5_000,
  greetingTimeout: 5_000,
  socketTimeout: 10_000,
  socketCloseTimeout: 500,
}

/** Nothing in an e-mail is ever fetched, from disk or from the net. */
const mailContentRestrictions = { disableFileAccess: true, disableUrlAccess: true }

const toMailMessage = (letter: OutgoingMail, from: string) => {
  const host = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'
  const { id, createdAt, name, recipient, subject, text, html, attachments = [], calendar } = letter
  return {
    from,
    to: { name, address: recipient },
    subject,
    text,
    html,
    attachments: [...attachments],
    ...(calendar && { icalEvent: { ...calendar, filename: 'invite.ics' } }),
    date: new Date(createdAt),
    messageId: `<${Date.parse(createdAt)}.${id}.atalaya@${host}>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  }
}

const buildSmtpDelivery = (url: string, from: string): MailDelivery => {
  const transport = createTransport({ url, ...smtpTimeouts, ...mailContentRestrictions })
  return async (letter, signal) => {
    await transport.sendMail({ ...toMailMessage(letter, from), signal })
  }
}

/** One file for each e-mail; readable by whoever runs the server and nobody else, for links are in them. */
const buildFolderDelivery = (folder: string, from: string): MailDelivery => {
  const transport = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    ...mailContentRestrictions,
  })
  return async (letter) => {
    const { message } = await transport.sendMail(toMailMessage(letter, from))
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await chmod(folder, 0o700)
    const path = join(folder, `${letter.createdAt.replace(/[:.]/g, '-')}-${letter.id}.eml`)
    await writeFile(`${path}.part`, message as Buffer, { mode: 0o600 })
    await rename(`${path}.part`, path)
  }
}

/** By SMTP where a server is named, else into the mailbox folder of the home. */
export const buildMailDelivery = ({
  smtpUrl,
  mailFrom,
  home,
}: Pick<Config, 'smtpUrl' | 'mailFrom' | 'home'>): MailDelivery =>
  smtpUrl ? buildSmtpDelivery(smtpUrl, mailFrom) : buildFolderDelivery(join(home, 'mailbox'), mailFrom)

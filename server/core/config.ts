import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The firm's client at Google, and where Google is asked: its own addresses, or those of a stand-in. */
export type GoogleCalendarConfig = {
  clientId: string
  clientSecret: string
  /** Where people consent: a browser opens it. */
  authorizationUrl: string
  tokenUrl: string
  revocationUrl: string
  /** Calendar API v3 and People API v1, without a slash at the end. */
  calendarUrl: string
  peopleUrl: string
}

/** A mailbox that is read by IMAP. `address`: by which letters come into it. */
export type MailboxConfig = {
  host: string
  port: number
  secure: boolean
  user: string
  password: string
  folder: string
  address: string
}

/** Everything that the environment decides. Read once, here and nowhere else. */
export type Config = {
  /** Folder of the embedded database and all else that stays, absolute. */
  home: string
  /** The project's own folder: migrations, the built web app. */
  root: string
  /** A PostgreSQL of one's own; then `secret` is needed too. */
  databaseUrl: string | undefined
  secret: string | undefined
  /** What seals a backup, or opens one; otherwise it is asked for. */
  backupPassphrase: string | undefined
  host: string
  port: number
  /** What people type to reach it. For links in mails: never the Host header. */
  publicUrl: string
  logLevel: LogLevel
  /** Shown in the footer: which installation this is. */
  environment: string
  /** Origins of web pages that may call besides our own. */
  corsOrigins: readonly string[]
  /** The two back-end hosts of the web app, with the path before that of each call, without a slash at the end; empty: whoever serves the pages. */
  api: string
  api2: string
  /** Where e-mails go, 'smtp://user:password@host:587'; without it they are written into the mailbox folder of `home`. */
  smtpUrl: string | undefined
  mailFrom: string
  /** Where answers to invitations go and are read; without it they go to who invites. */
  replyMailbox: MailboxConfig | undefined
  /** The OAuth client of Google sign-in; without it the button is hidden. */
  googleClientId: string | undefined
  /** Who signs Google's tokens: its own address, or that of a stand-in. */
  googleIssuer: string
  /** By which staff connect their calendars; without the client's secret nobody can. */
  googleCalendar: GoogleCalendarConfig | undefined
  /** Addresses of the proxies in front, whose word on the caller's address counts. */
  trustedProxies: readonly string[]
  /** Whoever has it may read /metrics; without one only this machine itself. */
  metricsToken: string | undefined
  /** Open connections at most. */
  maxConnections: number
  /** Calls that are worked on at once, at most. */
  maxCalls: number
  /** At a stop: seconds in which /readyz says no and calls are still taken, for a proxy to notice. */
  drainSeconds: number
  /** At a stop: seconds that calls under way may still take. */
  finishSeconds: number
}

export const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof logLevels)[number]

/** A setting that can't be used. The message names the variable and what it takes. */
export class ConfigProblem extends Error {
  override name = 'ConfigProblem'
}

/** The folder with package.json, from the sources and from the bundle alike. */
export const findProjectRoot = (): string => {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json'))) {
    if (folder === dirname(folder)) throw new Error('the project has no package.json')
    folder = dirname(folder)
  }
  return folder
}

const readPort = (text: string): number => {
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port > 0 && port < 65_536) return port
  throw new ConfigProblem(`PORT is a number from 1 to 65535, not "${text}".`)
}

const readNumber = (name: string, text: string, { min, max }: { min: number; max: number }): number => {
  const number = Number(text)
  if (/^\d{1,7}$/.test(text) && number >= min && number <= max) return number
  throw new ConfigProblem(`${name} is a whole number from ${min} to ${max}, not "${text}".`)
}

const readToken = (text: string | undefined): string | undefined => {
  if (text === undefined || text.length >= 16) return text
  throw new ConfigProblem('METRICS_TOKEN has at least 16 characters. Make one with: openssl rand -hex 24')
}

const readLogLevel = (text: string): LogLevel => {
  const level = logLevels.find((one) => one === text.toLowerCase())
  if (level) return level
  throw new ConfigProblem(`LOG_LEVEL is one of ${logLevels.join(', ')}, not "${text}".`)
}

const readAddress = (name: string, text: string): string => {
  if (URL.canParse(text) && /^https?:/.test(text)) return text.replace(/\/+$/, '')
  throw new ConfigProblem(`${name} is an address like https://crm.example.com, not "${text}".`)
}

const readOrigin = (name: string, text: string): string => new URL(readAddress(name, text)).origin

/** A host of the web app's calls, perhaps with a path that stands before theirs; nothing for the one that serves the pages. */
const readHost = (name: string, text: string | undefined): string => {
  if (text === undefined) return ''
  const address = readAddress(name, text)
  const { origin, pathname } = new URL(address)
  const host = (origin + pathname).replace(/\/+$/, '')
  if (new URL(address).href.replace(/\/+$/, '') === host) return host
  throw new ConfigProblem(`${name} is a host, perhaps with a path, like https://api.example.com/crm, and nothing else.`)
}

/** 'imaps://user:password@host:993/FOLDER': a mailbox that is read, by default its inbox. `address` is the user where it isn't said. */
const readReplyMailbox = (read: (name: string) => string | undefined): MailboxConfig | undefined => {
  const text = read('REPLY_MAILBOX_URL')
  if (text === undefined) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  const user = decodeURIComponent(url?.username ?? '')
  const address = read('REPLY_MAILBOX_ADDRESS') ?? user
  if (!url || !/^imaps?:$/.test(url.protocol) || !url.hostname || !user || !url.password)
    throw new ConfigProblem('REPLY_MAILBOX_URL is an address like imaps://user:password@mail.example.com:993/INBOX.')
  if (!/^[^\s@]+@[^\s@]+$/.test(address))
    throw new ConfigProblem('REPLY_MAILBOX_ADDRESS is the e-mail address of the mailbox, where its user is none.')
  const secure = url.protocol === 'imaps:'
  return {
    host: url.hostname,
    port: Number(url.port || (secure ? 993 : 143)),
    secure,
    user,
    password: decodeURIComponent(url.password),
    folder: decodeURIComponent(url.pathname.slice(1)) || 'INBOX',
    address,
  }
}

const readSmtp = (text: string | undefined): string | undefined => {
  if (text === undefined || (URL.canParse(text) && /^smtps?:/.test(text))) return text
  throw new ConfigProblem('SMTP_URL is an address like smtp://user:password@mail.example.com:587.')
}

/** An address that a browser on this machine can open: a server that listens everywhere is reached on loopback. */
export const formatServerUrl = (host: string, port: number): string => {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}

/** What a stand-in serves below one address. */
export const buildStandInAddresses = (url: string): Omit<GoogleCalendarConfig, 'clientId' | 'clientSecret'> => ({
  authorizationUrl: `${url}/authorize`,
  tokenUrl: `${url}/token`,
  revocationUrl: `${url}/revoke`,
  calendarUrl: `${url}/calendar/v3`,
  peopleUrl: `${url}/people/v1`,
})

const googleAddresses = {
  authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
  tokenUrl: 'https://oauth2.googleapis.com/token',
  revocationUrl: 'https://oauth2.googleapis.com/revoke',
  calendarUrl: 'https://www.googleapis.com/calendar/v3',
  peopleUrl: 'https://people.googleapis.com/v1',
}

const readGoogleCalendar = (read: (name: string) => string | undefined): GoogleCalendarConfig | undefined => {
  const clientId = read('GOOGLE_CLIENT_ID')
  const clientSecret = read('GOOGLE_CLIENT_SECRET')
  if (!clientSecret) return undefined
  if (!clientId) throw new ConfigProblem('GOOGLE_CLIENT_SECRET is that of a client: set GOOGLE_CLIENT_ID too.')
  const standIn = read('GOOGLE_API_URL')
  return {
    clientId,
    clientSecret,
    ...(standIn ? buildStandInAddresses(readAddress('GOOGLE_API_URL', standIn)) : googleAddresses),
  }
}

const readList = (text: string | undefined): string[] => (text ?? '').split(/[\s,]+/).filter(Boolean)

/** An empty variable counts as not set. Throws ConfigProblem. */
export const readConfig = (environment: Record<string, string | undefined>): Config => {
  const read = (name: string): string | undefined => environment[name]?.trim() || undefined
  const root = findProjectRoot()
  const host = read('HOST') ?? '127.0.0.1'
  const port = readPort(read('PORT') ?? '3000')
  const trustedProxies = readList(read('TRUSTED_PROXIES'))
  const readCount = (name: string, otherwise: number, min: number, max: number): number =>
    readNumber(name, read(name) ?? String(otherwise), { min, max })
  return {
    home: resolve(read('ATALAYA_HOME') ?? join(root, '.atalaya')),
    root,
    databaseUrl: read('DATABASE_URL'),
    secret: read('ATALAYA_SECRET'),
    backupPassphrase: read('ATALAYA_BACKUP_PASSPHRASE'),
    host,
    port,
    publicUrl: readAddress('PUBLIC_URL', read('PUBLIC_URL') ?? formatServerUrl(host, port)),
    logLevel: readLogLevel(read('LOG_LEVEL') ?? 'warn'),
    environment: read('ATALAYA_ENVIRONMENT') ?? '',
    corsOrigins: readList(read('CORS_ORIGINS')).map((origin) => readOrigin('CORS_ORIGINS', origin)),
    api: readHost('API_URL', read('API_URL')),
    api2: readHost('API2_URL', read('API2_URL')),
    smtpUrl: readSmtp(read('SMTP_URL')),
    mailFrom: read('MAIL_FROM') ?? 'Atalaya <atalaya@localhost>',
    replyMailbox: readReplyMailbox(read),
    googleClientId: read('GOOGLE_CLIENT_ID'),
    googleIssuer: readAddress('GOOGLE_ISSUER', read('GOOGLE_ISSUER') ?? 'https://accounts.google.com'),
    googleCalendar: readGoogleCalendar(read),
    trustedProxies,
    metricsToken: readToken(read('METRICS_TOKEN')),
    maxConnections: readCount('MAX_CONNECTIONS', 2_000, 10, 100_000),
    maxCalls: readCount('MAX_CALLS', 400, 10, 10_000),
    // Only a proxy asks /readyz, and has to be given the time to.
    drainSeconds: readCount('DRAIN_SECONDS', trustedProxies.length > 0 ? 5 : 0, 0, 300),
    finishSeconds: readCount('FINISH_SECONDS', 10, 0, 300),
  }
}

import { Client } from 'pg'
import { DatabaseProblem, getErrorCode } from './problem.ts'

const minServerVersion = 15
const maxServerVersion = 18

const formatSafeUrl = (databaseUrl: string): string => {
  try {
    const { protocol, host, pathname } = new URL(databaseUrl)
    if (!/^postgres(ql)?:$/.test(protocol)) throw new Error(protocol)
    return `${host}${pathname}`
  } catch {
    throw new DatabaseProblem(
      'DATABASE_URL is not an address of PostgreSQL. It looks like postgres://user:password@host:5432/database',
    )
  }
}

const connectionHints: Record<string, string> = {
  '28P01': 'The password is wrong.',
  '28000': 'This user may not sign in there.',
  '3D000': 'There is no such database: make it (create database ...) or correct the name.',
  ECONNREFUSED: 'Nothing listens there: is PostgreSQL running, are host and port right?',
  ENOTFOUND: 'No such host.',
}

/** The password stays out of every message. */
const toConnectProblem = (error: unknown, name: string): DatabaseProblem => {
  const code = getErrorCode(error)
  const reason = connectionHints[code] ?? (error instanceof Error && error.message ? error.message : code)
  return new DatabaseProblem(`Can't connect to the database of DATABASE_URL (${name}): ${reason}`)
}

/** A PostgreSQL of one's own, version 15 to 18. Never started, stopped or filled by us. */
export const openExternalDatabase = async (databaseUrl: string, secret: string | undefined) => {
  const name = formatSafeUrl(databaseUrl)
  if (!secret || secret.length < 32)
    throw new DatabaseProblem(
      `With DATABASE_URL, ATALAYA_SECRET is needed too: ${secret ? 'the one given is shorter than 32 characters' : 'there is none'}.\n` +
        'Make one with: openssl rand -base64 32\nKeep it: passwords of the database roles and the sessions depend on it.',
    )
  const client = new Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 10_000,
    application_name: 'atalaya',
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ version: string }>(`select current_setting('server_version') as version`)
    const version = rows[0]?.version ?? ''
    const major = Number.parseInt(version, 10)
    if (!(major >= minServerVersion && major <= maxServerVersion))
      throw new DatabaseProblem(
        `The database of DATABASE_URL (${name}) is PostgreSQL ${version}. Atalaya works with PostgreSQL ${minServerVersion} to ${maxServerVersion}.`,
      )
  } catch (error) {
    if (error instanceof DatabaseProblem) throw error
    throw toConnectProblem(error, name)
  } finally {
    await client.end().catch(() => {})
  }
  return {
    ownerUrl: databaseUrl,
    secret,
    embedded: false,
    isNew: false,
    createdFor: undefined,
    announce: async () => {},
    explain: (error: unknown) => error,
    close: async () => {},
  }
}

import { createHash, randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'

/** The same server, another database. */
export const buildDatabaseUrl = (server: string, database: string): string => {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.toString()
}

const runOnServer = async (sql: string): Promise<void> => {
  const client = new Client({ connectionString: inject('testServer').ownerUrl })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

/**
 * A database that others are cloned from, filled once on the server: `what` it is made of names it. Whoever comes second waits for the first.
 */
export const createFilledTemplate = async (
  what: string,
  fill: (ownerUrl: string) => Promise<unknown>,
): Promise<string> => {
  const { ownerUrl, template } = inject('testServer')
  const name = `${template}_${createHash('sha256').update(what).digest('hex').slice(0, 12)}`
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(918274)')
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount) return name
    const draft = `${name}_draft`
    await client.query(`drop database if exists ${draft} with (force)`)
    await client.query(`create database ${draft} template ${template} strategy file_copy`)
    await fill(buildDatabaseUrl(ownerUrl, draft))
    await client.query(`alter database ${draft} rename to ${name}`)
    return name
  } finally {
    await client.end()
  }
}

/** What the databases of tests are called, before the number of the process that runs them all. */
export const testDatabasePrefix = 'test_'

/** A migrated database of its own for one test file, empty or as the template is filled; `drop` removes it. */
export const cloneDatabase = async (
  template = inject('testServer').template,
): Promise<{ ownerUrl: string; secret: string; drop: () => Promise<void> }> => {
  const { ownerUrl, secret } = inject('testServer')
  const name = `${testDatabasePrefix}${process.ppid}_${randomBytes(8).toString('hex')}`
  // File by file: page by page through the log takes three times as long.
  await runOnServer(`create database ${name} template ${template} strategy file_copy`)
  return {
    ownerUrl: buildDatabaseUrl(ownerUrl, name),
    secret,
    // Pools that were ended say goodbye without waiting until it is heard: those still on their way out get some seconds for it, as a
    // connection that is cut off then ends the process of the tests. Who stays longer than that is cut off.
    drop: () =>
      runOnServer(`drop database if exists ${name}`).catch((error: unknown) => {
        if ((error as { code?: unknown }).code !== '55006') throw error
        return runOnServer(`drop database if exists ${name} with (force)`)
      }),
  }
}

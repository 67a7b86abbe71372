import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'

/** The same server, another database. */
export const urlOf = (server: string, database: string): string => {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.toString()
}

const onServer = async (sql: string): Promise<void> => {
  const client = new Client({ connectionString: inject('testServer').ownerUrl })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

/** A migrated database of its own for one test file; `drop` removes it. */
export const cloneDatabase = async (): Promise<{ ownerUrl: string; secret: string; drop: () => Promise<void> }> => {
  const { ownerUrl, secret, template } = inject('testServer')
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer(`create database ${name} template ${template}`)
  return {
    ownerUrl: urlOf(ownerUrl, name),
    secret,
    drop: () => onServer(`drop database if exists ${name} with (force)`),
  }
}

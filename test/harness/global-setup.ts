import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { prefixes } from '#contract/core/values.ts'
import { openDatabase } from '#db/embedded/open-database.ts'
import { migrate } from '#db/migrate/migrate.ts'
import { ignoreProgress } from '#db/progress.ts'
import { buildDatabaseUrl, testDatabasePrefix } from './database.ts'
import { keepTemporaryFilesInMemory } from './memory-folder.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where test databases are made, and the migrated one they are cloned from. */
    testServer: { ownerUrl: string; secret: string; template: string }
  }
}

/** A template is as good as the files it was made from. */
const hashSources = (): string => {
  const hash = createHash('sha256')
  for (const folder of ['db/registry', 'db/tenant', 'db/migrate'])
    for (const file of readdirSync(folder)
      .filter((name) => !name.endsWith('.test.ts'))
      .sort())
      hash.update(file).update(readFileSync(join(folder, file)))
  return hash.digest('hex').slice(0, 12)
}

/** The people of tests have no second factors, as those of the demo firm: what needs one of them asks for it. */
const disableSecondFactorCheck = async (ownerUrl: string): Promise<void> => {
  const owner = new Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    for (const prefix of prefixes)
      await owner.query(`insert into ${prefix}.setting (key, value) values ('approval.secondFactor', 'false')`)
  } finally {
    await owner.end()
  }
}

const createTemplateDatabase = async (server: string, secret: string): Promise<string> => {
  const template = `atalaya_template_${hashSources()}`
  const client = new Client({ connectionString: server })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(918273)')
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template])
    if (rowCount) return template
    const draft = `${template}_draft`
    await client.query(`drop database if exists ${draft}`)
    await client.query(`create database ${draft}`)
    await migrate({ ownerUrl: buildDatabaseUrl(server, draft), secret, progress: ignoreProgress })
    await disableSecondFactorCheck(buildDatabaseUrl(server, draft))
    await client.query(`alter database ${draft} rename to ${template}`)
    return template
  } finally {
    await client.end()
  }
}

/**
 * What is gone when the machine stops matters to nobody here: nothing waits for the disk. Crashes of PostgreSQL itself, of which tests make
 * some with clusters of their own, lose nothing by it.
 */
const disableDiskSync = async (server: string): Promise<void> => {
  const client = new Client({ connectionString: server })
  await client.connect()
  try {
    for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit'])
      await client.query(`alter system set ${setting} = off`)
    await client.query('select pg_reload_conf()')
  } finally {
    await client.end()
  }
}

/** Drops the databases that files of this run share: nobody is the last to use them. */
const dropLeftoverDatabases = async (server: string): Promise<void> => {
  const client = new Client({ connectionString: server })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      'select datname as name from pg_database where starts_with(datname, $1)',
      [`${testDatabasePrefix}${process.pid}_`],
    )
    for (const { name } of rows) await client.query(`drop database ${name} with (force)`)
  } finally {
    await client.end()
  }
}

/** One PostgreSQL for the whole run: an embedded one of its own, or the server that ATALAYA_TEST_SERVER names. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const forgetTemporaryFiles = keepTemporaryFilesInMemory()
  const given = process.env.ATALAYA_TEST_SERVER
  if (given) {
    const secret = 'x'.repeat(40)
    project.provide('testServer', { ownerUrl: given, secret, template: await createTemplateDatabase(given, secret) })
    return async () => {
      await dropLeftoverDatabases(given)
      forgetTemporaryFiles()
    }
  }
  const home = mkdtempSync(join(tmpdir(), 'atalaya-test-'))
  const database = await openDatabase({ home, purpose: 'server', progress: ignoreProgress })
  const { ownerUrl, secret } = database
  await disableDiskSync(ownerUrl)
  project.provide('testServer', { ownerUrl, secret, template: await createTemplateDatabase(ownerUrl, secret) })
  return async () => {
    await database.close()
    rmSync(home, { recursive: true, force: true })
    forgetTemporaryFiles()
  }
}

import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { type Role, roles } from '#contract/permissions.ts'
import { ignoreProgress } from '#db/progress.ts'
import { firmSizes } from '#db/seed/firm.ts'
import { type SeedReport, seedFirmOfSize } from '#db/seed/seed.ts'
import { demoPassword } from '#db/seed/sign-ins.ts'
import { buildApp } from '#server/app.ts'
import { getBusinessDate } from '#server/core/clock.ts'
import { readConfig } from '#server/core/config.ts'
import { openTenants } from '#server/core/tenancy.ts'
import { cloneDatabase, createFilledTemplate } from '#test/harness/database.ts'

/** Large enough for several pages of a list and several of a statement, small enough to be there in a second. */
const e2eFirmSize = { ...firmSizes.tenth, clients: 400, accounts: 900, movements: 12_000 }

/** Everything that the firm is made of. */
const readSeedFiles = (): string =>
  readdirSync('db/seed', { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort()
    .map((file) => readFileSync(file, 'utf8'))
    .join('')

/** The firm in a database of its own: seeded once for all files of a run, then cloned. */
const openFirmDatabase = async (today: string) => {
  const fill = (ownerUrl: string) =>
    seedFirmOfSize({ ownerUrl, prefix: 'dino', size: e2eFirmSize, today, progress: ignoreProgress })
  return cloneDatabase(await createFilledTemplate(JSON.stringify([today, e2eFirmSize, readSeedFiles()]), fill))
}

let buildOnce: Promise<unknown> | undefined
/** Nothing where it is built already; looked at once by each worker. */
const ensureBuilt = (): Promise<unknown> => (buildOnce ??= promisify(execFile)(process.execPath, ['scripts/build.mjs']))

/** Where firms of this worker have listened: browsers that came there have the files of the page. */
const leftPorts: number[] = []

/**
 * The built web app and the whole server on an invented firm of its own, listening; `close` leaves nothing behind. With an
 * environment, as its settings would be set; a PUBLIC_URL is then where it is visited.
 */
export const startFirm = async (environment: Record<string, string> = {}) => {
  await ensureBuilt()
  // The browser's clock is the real one, and it looks at the token's end: so is the server's.
  const today = getBusinessDate('dino', Date.now)
  const database = await openFirmDatabase(today)
  const { ownerUrl, secret } = database
  const tenants = openTenants({ ownerUrl, secret })
  const home = join(tmpdir(), `atalaya-home-${randomUUID()}`)
  const config = readConfig({ ATALAYA_HOME: home, ...environment })
  const start = async (port: number) => {
    const app = await buildApp({ config: { ...config, logLevel: 'error' }, tenants, secret })
    return { app, address: await app.listen({ port, host: '127.0.0.1' }) }
  }
  const startAnywhere = async () => {
    const leftPort = leftPorts.pop()
    // Somebody else may have taken it meanwhile.
    if (leftPort !== undefined) return start(leftPort).catch(() => start(0))
    return start(0)
  }
  let running = await (environment.PORT ? start(config.port) : startAnywhere())
  const listening = running.address
  const url = environment.PUBLIC_URL ? config.publicUrl : listening
  const owner = new Client({ connectionString: ownerUrl })
  await owner.connect()
  await owner.query('set search_path = dino, registry')
  const seeded = await owner.query<{ value: SeedReport }>(`select value from installation where key = 'seed:dino'`)
  const { signIns } = seeded.rows[0]!.value
  const emails = Object.fromEntries(signIns.map(({ role, email }) => [role, email]))
  return {
    url,
    tenants,
    secret,
    today,
    password: demoPassword,
    emailOf: (role: Role): string => emails[role] ?? `${roles[0]}@dino.example`,
    /** The rows of a query, as the owner of the database sees them. */
    rows: async <Row>(sql: string, values: unknown[] = []): Promise<Row[]> =>
      (await owner.query(sql, values)).rows as Row[],
    /** Makes whoever reads the table wait, until what it gives is called. */
    hold: async (table: string): Promise<() => Promise<void>> => {
      const holder = new Client({ connectionString: ownerUrl })
      await holder.connect()
      await holder.query(`begin; lock table dino.${table} in access exclusive mode`)
      return () => holder.end()
    },
    /** Stops the server and starts it again at the same address, with nothing left in its memory. */
    restart: async (): Promise<void> => {
      await running.app.close()
      running = await start(Number(new URL(listening).port))
    },
    close: async () => {
      await running.app.close()
      if (!environment.PORT) leftPorts.push(Number(new URL(listening).port))
      await tenants.close()
      await owner.end()
      await database.drop()
      await rm(home, { recursive: true, force: true })
    },
  }
}
export type Firm = Awaited<ReturnType<typeof startFirm>>

let sharedFirm: Promise<Firm> | undefined
/**
 * The firm of this worker for journeys that only read, signing in and out apart: whoever writes starts one of their own. Its database goes with
 * PostgreSQL, or with the run where that is somebody else's.
 */
export const shareFirm = async (): Promise<Firm> => {
  sharedFirm ??= startFirm()
  return { ...(await sharedFirm), close: async () => {} }
}

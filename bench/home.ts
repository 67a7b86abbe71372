import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { type OpenDatabase, openDatabase } from '#db/embedded/open-database.ts'
import { migrate } from '#db/migrate/migrate.ts'
import type { ProgressReporter } from '#db/progress.ts'
import { firmSizes } from '#db/seed/firm.ts'
import { seedFirm } from '#db/seed/seed.ts'
import { getBusinessDate } from '#server/core/clock.ts'
import { findProjectRoot } from '#server/core/config.ts'

export type BenchSize = 'S' | 'L'

/** The prefix that is measured: the one with all the data. */
export const benchPrefix = 'dino' as const

/** What the seeding took, kept beside the data. */
export type SeedingResult = {
  size: BenchSize
  stamp: string
  seconds: number
  /** Of the whole database, with its indexes, after vacuum. */
  gigabytes: number
  /** The most that the seeding process ever held. */
  megabytes: number
  clients: number
  accounts: number
  movements: number
  employees: number
  at: string
}

/** An open database with the data of a size, and what made it. */
export type Bench = OpenDatabase & { home: string; seeded: SeedingResult; owner: pg.Client; end: () => Promise<void> }

/** Data is as good as the tables that it was made for. */
const hashSeedSources = (size: BenchSize): string => {
  const hash = createHash('sha256').update(JSON.stringify(firmSizes[size]))
  for (const folder of ['registry', 'tenant']) {
    const path = join(findProjectRoot(), 'db', folder)
    for (const name of readdirSync(path).sort()) hash.update(name).update(readFileSync(join(path, name)))
  }
  return hash.digest('hex').slice(0, 12)
}

/** Where the data of a size is kept: under ATALAYA_BENCH_HOME, by default .atalaya-bench in the project. */
const getBenchHome = (size: BenchSize): string =>
  resolve(process.env.ATALAYA_BENCH_HOME || join(findProjectRoot(), '.atalaya-bench'), size)

const readSeedingResult = (home: string): SeedingResult | undefined => {
  const file = join(home, 'seeded.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as SeedingResult) : undefined
}

const connectOwner = async (url: string): Promise<pg.Client> => {
  const owner = new pg.Client({ connectionString: url, application_name: 'atalaya bench' })
  await owner.connect()
  await owner.query(`set search_path = ${benchPrefix}, public`)
  return owner
}

const seedBench = async (
  database: OpenDatabase,
  home: string,
  size: BenchSize,
  progress: ProgressReporter,
): Promise<SeedingResult> => {
  const { ownerUrl, secret } = database
  await migrate({ ownerUrl, secret, progress })
  const begin = performance.now()
  const report = await seedFirm({
    ownerUrl,
    prefix: benchPrefix,
    size,
    today: getBusinessDate(benchPrefix, Date.now),
    progress,
  })
  const seconds = (performance.now() - begin) / 1000
  const owner = await connectOwner(ownerUrl)
  const { rows } = await owner.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes')
  await owner.end()
  const { signIns, prefix, ...counts } = report
  const seeded = {
    size,
    stamp: hashSeedSources(size),
    seconds,
    gigabytes: Number(rows[0]?.bytes) / 1e9,
    megabytes: process.resourceUsage().maxRSS / 1024,
    ...counts,
    at: new Date().toISOString(),
  }
  writeFileSync(join(home, 'seeded.json'), `${JSON.stringify(seeded, null, 2)}\n`)
  return seeded
}

/** Opens the data of a size, making it first where there is none, or none for these tables. PostgreSQL of its own, durable as in production. */
export const openBench = async (size: BenchSize, progress: ProgressReporter): Promise<Bench> => {
  const home = getBenchHome(size)
  const known = readSeedingResult(home)
  const isFresh = known?.stamp === hashSeedSources(size)
  if (!isFresh && existsSync(home)) {
    progress(
      known ? `The data in ${home} is of other tables: made anew` : `The data in ${home} is unfinished: made anew`,
    )
    rmSync(home, { recursive: true, force: true })
  }
  mkdirSync(home, { recursive: true })
  const database = await openDatabase({ home, purpose: 'command', progress })
  try {
    const seeded = known && isFresh ? known : await seedBench(database, home, size, progress)
    const owner = await connectOwner(database.ownerUrl)
    const end = async () => {
      await owner.end()
      await database.close()
    }
    return { ...database, home, seeded, owner, end }
  } catch (error) {
    await database.close()
    throw error
  }
}

import pg from 'pg'
import { findMissingParts } from '#db/migrate/missing-parts.ts'
import type { DatabaseAccess } from './tenancy.ts'

/** Why a process is to get no calls. */
export type UnreadyReason = 'draining' | 'database' | 'installation' | 'storage'

/** Everything is answered by then, whatever hangs. */
const probeTimeoutMs = 1_500
/** How long a full disk is remembered: nothing but the next write tells whether there is room again. */
const storageFullMemoryMs = 30_000

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref())

/** How long a whole installation is taken for one; one that lacks something is looked at each time. */
const installationCacheMs = 10_000

/** An answer of PostgreSQL itself, and not of the way to it: it has a code of five signs, none of its own state. */
const isDatabaseAnswer = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && !/^(53|57|58|08)/.test(error.code ?? '')

/** Looks at migrations and rights now and then, and tells what is missing when that changes. */
const buildInstallationCheck = (onMissing: (missing: readonly string[]) => void) => {
  let wholeUntil = Number.NEGATIVE_INFINITY
  let lastReported = ''
  return async (db: pg.Pool): Promise<boolean> => {
    if (performance.now() < wholeUntil) return true
    const missing = await findMissingParts({
      query: async (sql, values) => ({ rows: (await db.query(sql, values)).rows }),
    }).catch((error: unknown) => {
      if (isDatabaseAnswer(error)) return [String(error)]
      throw error
    })
    if (missing.length === 0) wholeUntil = performance.now() + installationCacheMs
    const text = missing.join()
    if (text !== lastReported && text !== '') onMissing(missing)
    lastReported = text
    return missing.length === 0
  }
}

type DatabaseProblemKind = 'database' | 'installation' | undefined

/**
 * Whether the database answers, and has all that this code needs: asked over a connection of its own, which no crowd of calls can hold,
 * and once for all who ask meanwhile.
 */
export const buildDatabaseProbe = ({ pool }: DatabaseAccess, onMissing: (missing: readonly string[]) => void) => {
  let own: pg.Pool | undefined
  let asking: Promise<DatabaseProblemKind> | undefined
  const isWhole = buildInstallationCheck(onMissing)
  const open = (): pg.Pool => {
    const opened = new pg.Pool({
      ...pool.options,
      max: 1,
      connectionTimeoutMillis: probeTimeoutMs,
      query_timeout: probeTimeoutMs,
      idleTimeoutMillis: 10_000,
    })
    opened.on('error', () => undefined)
    return opened
  }
  const ask = async (): Promise<DatabaseProblemKind> => {
    own ??= open()
    const db = own
    return db
      .query('select 1')
      .then(() => isWhole(db))
      .then(
        (whole) => (whole ? undefined : 'installation'),
        () => 'database',
      )
  }
  return {
    find: (): Promise<DatabaseProblemKind> => {
      asking ??= ask().finally(() => {
        asking = undefined
      })
      return Promise.race([asking, sleep(probeTimeoutMs).then((): DatabaseProblemKind => 'database')])
    },
    close: async (): Promise<void> => {
      await own?.end()
    },
  }
}

/** Remembers when a write last found the disk full. */
export const buildStorageWatch = (now: () => number = () => performance.now()) => {
  let foundFullAt = Number.NEGATIVE_INFINITY
  return {
    foundFull: (): void => {
      foundFullAt = now()
    },
    isFull: (): boolean => now() - foundFullAt < storageFullMemoryMs,
  }
}
export type StorageWatch = ReturnType<typeof buildStorageWatch>

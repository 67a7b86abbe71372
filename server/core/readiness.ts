import pg from 'pg'
import type { Access } from './tenancy.ts'

/** Why a process is to get no calls. */
export type Unready = 'draining' | 'database' | 'storage'

/** Everything is answered by then, whatever hangs. */
const limitMs = 1_500
/** How long a full disk is remembered: nothing but the next write tells whether there is room again. */
const fullForMs = 30_000

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref())

/** Whether the database answers: asked over a connection of its own, which no crowd of calls can hold, and once for all who ask meanwhile. */
export const databaseProbe = ({ pool }: Access) => {
  let own: pg.Pool | undefined
  let asking: Promise<boolean> | undefined
  const open = (): pg.Pool => {
    const opened = new pg.Pool({
      ...pool.options,
      max: 1,
      connectionTimeoutMillis: limitMs,
      query_timeout: limitMs,
      idleTimeoutMillis: 10_000,
    })
    opened.on('error', () => undefined)
    return opened
  }
  const ask = async (): Promise<boolean> => {
    own ??= open()
    return own.query('select 1').then(
      () => true,
      () => false,
    )
  }
  return {
    answers: (): Promise<boolean> => {
      asking ??= ask().finally(() => {
        asking = undefined
      })
      return Promise.race([asking, sleep(limitMs).then(() => false)])
    },
    close: async (): Promise<void> => {
      await own?.end()
    },
  }
}

/** Remembers when a write last found the disk full. */
export const storageWatch = (now: () => number = () => performance.now()) => {
  let foundFullAt = Number.NEGATIVE_INFINITY
  return {
    foundFull: (): void => {
      foundFullAt = now()
    },
    isFull: (): boolean => now() - foundFullAt < fullForMs,
  }
}
export type StorageWatch = ReturnType<typeof storageWatch>

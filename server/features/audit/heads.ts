import { appendFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { type ChainName, hashBytes } from './chains.ts'
import { headOf } from './seal-chain.ts'

/** What a chain was at a moment, kept outside the database: a cut tail can't show in the database itself. `mac` is hex. */
export type KeptHead = { at: string; count: string; lastId: string; mac: string }

const folderOf = (home: string): string => join(home, 'audit-heads')
const fileOf = (home: string, chain: ChainName): string => join(folderOf(home), `${chain}.jsonl`)
/** The head of now, which takes the place of the one before it. */
const lastFileOf = (home: string, chain: ChainName): string => join(folderOf(home), `${chain}.last.json`)

const textOf = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })

/** A line that a dying process has torn says nothing; the one after it does. */
const headIn = (line: string): KeptHead[] => {
  try {
    return line ? [JSON.parse(line) as KeptHead] : []
  } catch {
    return []
  }
}

/** Those of the days, the oldest first. */
const headsOfDays = async (home: string, chain: ChainName): Promise<KeptHead[]> =>
  (await textOf(fileOf(home, chain))).split('\n').flatMap(headIn)

const lastNoted = async (home: string, chain: ChainName): Promise<KeptHead | undefined> =>
  headIn(await textOf(lastFileOf(home, chain)))[0]

/** Every head that was kept of the chain, those of the days first; none where there is no file yet. */
export const keptHeads = async (home: string, chain: ChainName): Promise<KeptHead[]> => {
  const last = await lastNoted(home, chain)
  return [...(await headsOfDays(home, chain)), ...(last ? [last] : [])]
}

/** A head that is being written, with the number of the process that does. */
const unfinishedHead = /\.last\.json\.(\d+)$/

/** Removes what processes that are gone left half written. */
export const sweepHeads = async (home: string, isAlive: (pid: number) => boolean): Promise<void> => {
  const names = await readdir(folderOf(home)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const name of names) {
    const writer = unfinishedHead.exec(name)?.[1]
    if (writer && (Number(writer) === process.pid || !isAlive(Number(writer))))
      await rm(join(folderOf(home), name), { force: true })
  }
}

/** The head of the chain now; undefined while nothing is sealed. */
const headNow = async (pool: Pool, now: number): Promise<KeptHead | undefined> => {
  const { position, eventId, mac } = await headOf(pool)
  if (position === '0') return undefined
  return { at: new Date(now).toISOString(), count: position, lastId: eventId, mac: mac.toString('hex') }
}

const append = async (home: string, chain: ChainName, head: KeptHead): Promise<void> => {
  await mkdir(folderOf(home), { recursive: true, mode: 0o700 })
  // A torn line ends here.
  const text = await textOf(fileOf(home, chain))
  const start = text === '' || text.endsWith('\n') ? '' : '\n'
  await appendFile(fileOf(home, chain), `${start}${JSON.stringify(head)}\n`, { mode: 0o600 })
}

type Kept = { home: string; now: number }

/** Writes the head of the chain down, unless it is the last one that was; only where a day has passed, if `daily`. */
export const keepHead = async (
  pool: Pool,
  chain: ChainName,
  { home, now, daily }: Kept & { daily: boolean },
): Promise<void> => {
  const last = (await headsOfDays(home, chain)).at(-1)
  if (daily && last?.at.slice(0, 10) === new Date(now).toISOString().slice(0, 10)) return
  const head = await headNow(pool, now)
  if (!head || head.count === last?.count) return
  await append(home, chain, head)
}

const macAt = `
  select encode(substr(s.macs, ($1::bigint - s.position + s.rows - 1)::integer * ${hashBytes} + 1, ${hashBytes}), 'hex') as mac
    from audit_seal s where s.position >= $1::bigint order by s.position limit 1`

const stillStands = async (pool: Pool, { count, mac }: KeptHead): Promise<boolean> =>
  (await pool.query<{ mac: string }>(macAt, [count])).rows[0]?.mac === mac

/**
 * Notes how far the chain has come, in the place of what was noted before: what is cut off later the same day is missed too. A head that the
 * chain no longer goes through is kept with those of the days: whoever cuts the end off doesn't get rid of it by letting others write on.
 */
export const noteHead = async (pool: Pool, chain: ChainName, { home, now }: Kept): Promise<void> => {
  const head = await headNow(pool, now)
  const last = await lastNoted(home, chain)
  if (!head || head.mac === last?.mac) return
  if (last && !(await stillStands(pool, last))) await append(home, chain, last)
  const file = lastFileOf(home, chain)
  await mkdir(folderOf(home), { recursive: true, mode: 0o700 })
  const unfinished = `${file}.${process.pid}`
  await writeFile(unfinished, `${JSON.stringify(head)}\n`, { mode: 0o600 })
  await rename(unfinished, file)
}

import { appendFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { type ChainName, hashByteLength } from './audit-chains.ts'
import { findChainHead } from './seal-chain.ts'

/** What a chain was at a moment, kept outside the database: a cut tail can't show in the database itself. `mac` is hex. */
export type StoredChainHead = { at: string; count: string; lastId: string; mac: string }

const getHeadsFolder = (home: string): string => join(home, 'audit-heads')
const getDailyHeadsFile = (home: string, chain: ChainName): string => join(getHeadsFolder(home), `${chain}.jsonl`)
/** The head of now, which takes the place of the one before it. */
const getLastHeadFile = (home: string, chain: ChainName): string => join(getHeadsFolder(home), `${chain}.last.json`)

const readFileIfExists = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })

/** A line that a dying process has torn says nothing; the one after it does. */
const parseHeadLine = (line: string): StoredChainHead[] => {
  try {
    return line ? [JSON.parse(line) as StoredChainHead] : []
  } catch {
    return []
  }
}

/** Those of the days, the oldest first. */
const readDailyHeads = async (home: string, chain: ChainName): Promise<StoredChainHead[]> =>
  (await readFileIfExists(getDailyHeadsFile(home, chain))).split('\n').flatMap(parseHeadLine)

const readLastHead = async (home: string, chain: ChainName): Promise<StoredChainHead | undefined> =>
  parseHeadLine(await readFileIfExists(getLastHeadFile(home, chain)))[0]

/** Every head that was kept of the chain, those of the days first; none where there is no file yet. */
export const readStoredHeads = async (home: string, chain: ChainName): Promise<StoredChainHead[]> => {
  const last = await readLastHead(home, chain)
  return [...(await readDailyHeads(home, chain)), ...(last ? [last] : [])]
}

/** A head that is being written, with the number of the process that does. */
const unfinishedHeadPattern = /\.last\.json\.(\d+)$/

/** Removes what processes that are gone left half written. */
export const deleteUnfinishedHeads = async (home: string, isAlive: (pid: number) => boolean): Promise<void> => {
  const names = await readdir(getHeadsFolder(home)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const name of names) {
    const writer = unfinishedHeadPattern.exec(name)?.[1]
    if (writer && (Number(writer) === process.pid || !isAlive(Number(writer))))
      await rm(join(getHeadsFolder(home), name), { force: true })
  }
}

/** The head of the chain now; undefined while nothing is sealed. */
const findCurrentHead = async (pool: Pool, now: number): Promise<StoredChainHead | undefined> => {
  const { position, eventId, mac } = await findChainHead(pool)
  if (position === '0') return undefined
  return { at: new Date(now).toISOString(), count: position, lastId: eventId, mac: mac.toString('hex') }
}

const appendHead = async (home: string, chain: ChainName, head: StoredChainHead): Promise<void> => {
  await mkdir(getHeadsFolder(home), { recursive: true, mode: 0o700 })
  // A torn line ends here.
  const text = await readFileIfExists(getDailyHeadsFile(home, chain))
  const start = text === '' || text.endsWith('\n') ? '' : '\n'
  await appendFile(getDailyHeadsFile(home, chain), `${start}${JSON.stringify(head)}\n`, { mode: 0o600 })
}

type HeadStorage = { home: string; now: number }

/** Writes the head of the chain down, unless it is the last one that was; only where a day has passed, if `daily`. */
export const storeDailyHead = async (
  pool: Pool,
  chain: ChainName,
  { home, now, daily }: HeadStorage & { daily: boolean },
): Promise<void> => {
  const last = (await readDailyHeads(home, chain)).at(-1)
  if (daily && last?.at.slice(0, 10) === new Date(now).toISOString().slice(0, 10)) return
  const head = await findCurrentHead(pool, now)
  if (!head || head.count === last?.count) return
  await appendHead(home, chain, head)
}

const macAtPositionSql = `
  select encode(substr(s.macs, ($1::bigint - s.position + s.rows - 1)::integer * ${hashByteLength} + 1, ${hashByteLength}), 'hex') as mac
    from audit_seal s where s.position >= $1::bigint order by s.position limit 1`

const isHeadStillInChain = async (pool: Pool, { count, mac }: StoredChainHead): Promise<boolean> =>
  (await pool.query<{ mac: string }>(macAtPositionSql, [count])).rows[0]?.mac === mac

/**
 * Notes how far the chain has come, in the place of what was noted before: what is cut off later the same day is missed too. A head that the
 * chain no longer goes through is kept with those of the days: whoever cuts the end off doesn't get rid of it by letting others write on.
 */
export const storeLastHead = async (pool: Pool, chain: ChainName, { home, now }: HeadStorage): Promise<void> => {
  const head = await findCurrentHead(pool, now)
  const last = await readLastHead(home, chain)
  if (!head || head.mac === last?.mac) return
  if (last && !(await isHeadStillInChain(pool, last))) await appendHead(home, chain, last)
  const file = getLastHeadFile(home, chain)
  await mkdir(getHeadsFolder(home), { recursive: true, mode: 0o700 })
  const unfinished = `${file}.${process.pid}`
  await writeFile(unfinished, `${JSON.stringify(head)}\n`, { mode: 0o600 })
  await rename(unfinished, file)
}

import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool } from 'pg'
import type { ChainName } from './chains.ts'
import { headOf } from './seal-chain.ts'

/** What a chain was at a moment, kept outside the database: a cut tail can't show in the database itself. `mac` is hex. */
export type KeptHead = { at: string; count: string; lastId: string; mac: string }

const fileOf = (home: string, chain: ChainName): string => join(home, 'audit-heads', `${chain}.jsonl`)

const textOf = (home: string, chain: ChainName): Promise<string> =>
  readFile(fileOf(home, chain), 'utf8').catch((error: NodeJS.ErrnoException) => {
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

/** Every head that was kept of the chain, the oldest first; none where there is no file yet. */
export const keptHeads = async (home: string, chain: ChainName): Promise<KeptHead[]> =>
  (await textOf(home, chain)).split('\n').flatMap(headIn)

/** Writes the head of the chain down, unless it is the last one that was; only where a day has passed, if `daily`. */
export const keepHead = async (
  pool: Pool,
  chain: ChainName,
  { home, now, daily }: { home: string; now: number; daily: boolean },
): Promise<void> => {
  const last = (await keptHeads(home, chain)).at(-1)
  const at = new Date(now).toISOString()
  if (daily && last?.at.slice(0, 10) === at.slice(0, 10)) return
  const { position, eventId, mac } = await headOf(pool)
  if (position === '0' || position === last?.count) return
  const head: KeptHead = { at, count: position, lastId: eventId, mac: mac.toString('hex') }
  await mkdir(join(home, 'audit-heads'), { recursive: true, mode: 0o700 })
  // A torn line ends here.
  const text = await textOf(home, chain)
  const start = text === '' || text.endsWith('\n') ? '' : '\n'
  await appendFile(fileOf(home, chain), `${start}${JSON.stringify(head)}\n`, { mode: 0o600 })
}

import { readStored, writeStored } from './local-storage.ts'

/** As many as one call of the search may ask for. */
const maxRecentRecords = 20

/** A record that was opened: where, and how often. */
type RecordVisit = readonly [pathname: string, visits: number]

/** The records that this person opened lately in this browser, the newest first: ids in their addresses, never names. */
export const listRecordVisits = (username: string): readonly RecordVisit[] => {
  const kept = readStored('recentRecords')
  return kept?.username === username && Array.isArray(kept.visits) ? kept.visits : []
}

/** In this browser, the latest first, with how often each was visited. */
export const rememberRecordVisit = (username: string, pathname: string): void => {
  const before = listRecordVisits(username)
  const visits = before.find(([path]) => path === pathname)?.[1] ?? 0
  const others = before.filter(([path]) => path !== pathname)
  const next: RecordVisit[] = [[pathname, visits + 1], ...others]
  writeStored('recentRecords', { username, visits: next.slice(0, maxRecentRecords) })
}

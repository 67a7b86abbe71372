import { readStored, writeStored } from './local-storage.ts'

/** As many as are offered at once, and the page in sight. */
const maxRecentCommands = 6

/** What this person opened or did lately in this browser, the newest first: paths of screens and keys of actions, never of a record. */
export const listRecentCommands = (username: string): readonly string[] => {
  const kept = readStored('recent')
  return kept?.username === username && Array.isArray(kept.keys) ? kept.keys : []
}

/** In this browser, the latest first; those of another user are forgotten. */
export const rememberRecentCommand = (username: string, key: string): void => {
  const before = listRecentCommands(username).filter((one) => one !== key)
  writeStored('recent', { username, keys: [key, ...before].slice(0, maxRecentCommands) })
}

import { defaultLanguageByPrefix, getOfferedLanguages } from '#contract/core/languages.ts'
import type { Idioma, Prefix } from '#contract/core/values.ts'
import type { DayTileKey } from '#contract/my-day.ts'
import type { Role } from '#contract/permissions.ts'
import type { Layout } from '#contract/personal-area/preferences.ts'

/** The signed-in user as the login call describes them. */
export type StoredUser = { username: string; email: string; idioma: Idioma }
const knownLanguages = new Set((Object.keys(defaultLanguageByPrefix) as Prefix[]).flatMap(getOfferedLanguages))
/** Another version of the product, or somebody, may have left what this one can't read. */
export const isStoredUser = (user: StoredUser | null): user is StoredUser =>
  typeof user?.username === 'string' && knownLanguages.has(user.idioma)
/** What one tab tells the others beside the token: the session was locked, opened again, ends as idle, or works in another's view. */
export type TabSignal = 'locked' | 'unlocked' | 'idle' | 'view'
type StoredValues = {
  token: string
  user: StoredUser
  parentCvl: string
  /** What the person chose of the shell's layout, for the first paint; `unsaved` until the server has it. Read by first-paint.js too. */
  layout: { username: string | null; chosen: Partial<Layout>; unsaved: boolean }
  /** The groups of the menu that somebody folded, or opened, against what they are from the start. */
  menuFolds: { username: string; folded: Record<string, boolean> }
  /** What somebody opened or did lately: paths of screens, and keys of actions. */
  recent: { username: string; keys: readonly string[] }
  /** Addresses of records that somebody opened, which hold ids only, and how often. */
  recentRecords: { username: string; visits: readonly (readonly [pathname: string, visits: number])[] }
  /** The page of the day as it was drawn last, so that it keeps its room: keys, counts of rows and heights. */
  dayShape: {
    username: string
    role: Role
    list: number
    week: number
    tiles: readonly { key: DayTileKey; rows: number; height: number }[]
  }
  /** Whom the tour was offered to. */
  toured: readonly string[]
  /** With its user: nobody is sent where somebody else left. */
  lastPath: { path: string; username: string }
  /** When somebody last moved in any tab of the session: milliseconds since 1970. */
  activity: number
  /** When the server was last told of it. */
  heartbeat: number
  /** `at` makes each a change. */
  signal: { kind: TabSignal; at: number }
}
const plainTextKeys: readonly (keyof StoredValues)[] = ['token', 'parentCvl']

// Where storage is forbidden (some private windows) the session lives in this page only.
const memoryFallback = new Map<string, string>()

const readStoredText = (key: string): string | null => {
  try {
    return localStorage.getItem(key) ?? memoryFallback.get(key) ?? null
  } catch {
    return memoryFallback.get(key) ?? null
  }
}

/** Reads a key of local storage; null where it is missing or unreadable. */
export const readStored = <K extends keyof StoredValues>(key: K): StoredValues[K] | null => {
  const text = readStoredText(key)
  if (text === null) return null
  try {
    return (plainTextKeys.includes(key) ? text : JSON.parse(text)) as StoredValues[K]
  } catch {
    return null
  }
}

/** Writes a key of local storage, or takes it away with null. */
export const writeStored = <K extends keyof StoredValues>(key: K, value: StoredValues[K] | null): void => {
  memoryFallback.delete(key)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  } catch {
    if (value !== null) memoryFallback.set(key, text)
  }
}

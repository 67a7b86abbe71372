import { offeredLanguages, prefixLanguage } from '#contract/core/languages.ts'
import type { Idioma, Prefix } from '#contract/core/values.ts'
import type { Layout } from '#contract/personal-area/preferences.ts'

/** The signed-in user as the login call describes them. */
export type StoredUser = { username: string; email: string; idioma: Idioma }
const languages = new Set((Object.keys(prefixLanguage) as Prefix[]).flatMap(offeredLanguages))
/** Another version of the product, or somebody, may have left what this one can't read. */
export const isStoredUser = (user: StoredUser | null): user is StoredUser =>
  typeof user?.username === 'string' && languages.has(user.idioma)
/** What one tab tells the others beside the token: the session was locked, opened again, ends as idle, or works in another's view. */
export type Signal = 'locked' | 'unlocked' | 'idle' | 'view'
type Keys = {
  token: string
  user: StoredUser
  parentCvl: string
  /** What the person chose of the shell's layout, for the first paint; `unsaved` until the server has it. Read by first-paint.js too. */
  layout: { username: string | null; chosen: Partial<Layout>; unsaved: boolean }
  /** The groups of the menu that somebody folded, or opened, against what they are from the start. */
  menuFolds: { username: string; folded: Record<string, boolean> }
  /** With its user: nobody is sent where somebody else left. */
  lastPath: { path: string; username: string }
  /** When somebody last moved in any tab of the session: milliseconds since 1970. */
  activity: number
  /** When the server was last told of it. */
  heartbeat: number
  /** `at` makes each a change. */
  signal: { kind: Signal; at: number }
}
const plain: readonly (keyof Keys)[] = ['token', 'parentCvl']

// Where storage is forbidden (some private windows) the session lives in this page only.
const memory = new Map<string, string>()

const textOf = (key: string): string | null => {
  try {
    return localStorage.getItem(key) ?? memory.get(key) ?? null
  } catch {
    return memory.get(key) ?? null
  }
}

/** Reads a key of local storage; null where it is missing or unreadable. */
export const readStored = <K extends keyof Keys>(key: K): Keys[K] | null => {
  const text = textOf(key)
  if (text === null) return null
  try {
    return (plain.includes(key) ? text : JSON.parse(text)) as Keys[K]
  } catch {
    return null
  }
}

/** Writes a key of local storage, or takes it away with null. */
export const writeStored = <K extends keyof Keys>(key: K, value: Keys[K] | null): void => {
  memory.delete(key)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  } catch {
    if (value !== null) memory.set(key, text)
  }
}

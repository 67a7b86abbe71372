/** The signed-in user as the login call describes them. */
export type StoredUser = { username: string; email: string; idioma: 'spanish' | 'english' | 'portuguese' | 'mexican' }
type Keys = {
  token: string
  user: StoredUser
  parentCvl: string
  /** With its user: nobody is sent where somebody else left. */
  lastPath: { path: string; username: string }
  /** The switch that a person chose, until they sign in elsewhere or change prefix. */
  language: { username: string; prefix: string; language: StoredUser['idioma'] }
}

/** Reads a key of local storage. Missing, unreadable or forbidden storage (private windows) gives null. */
export const readStored = <K extends keyof Keys>(key: K): Keys[K] | null => {
  try {
    const text = localStorage.getItem(key)
    if (text === null) return null
    return (key === 'token' || key === 'parentCvl' ? text : JSON.parse(text)) as Keys[K]
  } catch {
    return null
  }
}

/** Writes a key of local storage, or takes it away with null. Where storage is forbidden the session lives in memory only. */
export const writeStored = <K extends keyof Keys>(key: K, value: Keys[K] | null): void => {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, typeof value === 'string' ? value : JSON.stringify(value))
  } catch {
    // Nothing to mend: reading gives null as well.
  }
}

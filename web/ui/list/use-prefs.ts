import { useCallback, useState } from 'react'
import { useSession } from '#web/core/session.ts'
import { type ListPrefs, readPrefs } from './column-prefs.ts'

const buildStorageKey = (username: string, path: string): string => `list:${username}:${path}`

const readStoredPreferences = (key: string): ListPrefs => {
  try {
    return readPrefs(localStorage.getItem(key))
  } catch {
    return readPrefs(null)
  }
}

/** What is kept of one list, for who asks before it is drawn. */
export const storedPrefs = (path: string): ListPrefs =>
  readStoredPreferences(buildStorageKey(useSession.getState().user?.username ?? '', path))

/** The signed-in person's liking of one list, kept in this browser. */
export const useListPrefs = (path: string): [ListPrefs, (prefs: ListPrefs) => void] => {
  const username = useSession((state) => state.user?.username ?? '')
  const key = buildStorageKey(username, path)
  const [prefs, setPrefs] = useState(() => readStoredPreferences(key))
  const keep = useCallback(
    (next: ListPrefs) => {
      setPrefs(next)
      try {
        localStorage.setItem(key, JSON.stringify(next))
      } catch {
        // Without storage the choice holds until the page is left.
      }
    },
    [key],
  )
  return [prefs, keep]
}

import { useCallback, useState } from 'react'
import { useSession } from '#web/core/session.ts'
import { type ListPrefs, readPrefs } from './column-prefs.ts'

const buildStorageKey = (username: string, path: string, viewId?: string): string =>
  `list:${username}:${path}${viewId ? `:${viewId}` : ''}`
const getUsername = (): string => useSession.getState().user?.username ?? ''

/** How tall rows are is said once, for all lists of a person; a view says it for itself. */
const densityKey = 'density'

const readStoredPreferences = (username: string, path: string, viewId?: string): ListPrefs => {
  try {
    const prefs = readPrefs(localStorage.getItem(buildStorageKey(username, path, viewId)))
    if (viewId) return prefs
    return { ...prefs, dense: localStorage.getItem(buildStorageKey(username, densityKey)) === 'compact' }
  } catch {
    return readPrefs(null)
  }
}

const writeStoredPreferences = (username: string, path: string, prefs: ListPrefs, viewId?: string): void => {
  try {
    localStorage.setItem(buildStorageKey(username, path, viewId), JSON.stringify(prefs))
    if (!viewId) localStorage.setItem(buildStorageKey(username, densityKey), prefs.dense ? 'compact' : 'normal')
  } catch {
    // Without storage the choice holds until the page is left.
  }
}

/** What is kept of one list, or of a view of it, for who asks before it is drawn. */
export const readStoredPrefs = (path: string, viewId?: string): ListPrefs =>
  readStoredPreferences(getUsername(), path, viewId)

/** Keeps the columns that a view comes with. How wide they are is the person's own. */
export const storePrefs = (path: string, viewId: string, columns: Omit<ListPrefs, 'widths'>): ListPrefs => {
  const prefs = { ...columns, widths: readStoredPrefs(path, viewId).widths }
  writeStoredPreferences(getUsername(), path, prefs, viewId)
  return prefs
}

/** The signed-in person's liking of one list, or of a view of it, kept in this browser. */
export const useListPrefs = (path: string, viewId?: string): [ListPrefs, (prefs: ListPrefs) => void] => {
  const username = useSession((state) => state.user?.username ?? '')
  const key = buildStorageKey(username, path, viewId)
  const [kept, setKept] = useState(() => ({ key, prefs: readStoredPreferences(username, path, viewId) }))
  const current = kept.key === key ? kept : { key, prefs: readStoredPreferences(username, path, viewId) }
  if (current !== kept) setKept(current)
  const keep = useCallback(
    (prefs: ListPrefs) => {
      setKept({ key, prefs })
      writeStoredPreferences(username, path, prefs, viewId)
    },
    [key, username, path, viewId],
  )
  return [current.prefs, keep]
}

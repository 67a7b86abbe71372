import { useCallback, useState } from 'react'
import { useSession } from '#web/core/session.ts'
import { type ListPrefs, readPrefs } from './column-prefs.ts'

/** The signed-in person's liking of one list, kept in this browser. */
export const useListPrefs = (path: string): [ListPrefs, (prefs: ListPrefs) => void] => {
  const username = useSession((state) => state.user?.username ?? '')
  const key = `list:${username}:${path}`
  const [prefs, setPrefs] = useState(() => {
    try {
      return readPrefs(localStorage.getItem(key))
    } catch {
      return readPrefs(null)
    }
  })
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

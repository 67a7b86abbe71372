const noticeStorageKey = 'atalaya.changed'
const lastChangeStorageKey = 'atalaya.changedAt'
const minReloadIntervalMs = 3000

const readSessionItem = (key: string): string | null => {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

const writeSessionItem = (key: string, value: string | null): void => {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, value)
  } catch {
    // Without storage nothing is told; the page shows whose session it is.
  }
}

/**
 * Remembers, over the coming reload, to tell the person that the session they had here has become another.
 * Gives how many milliseconds to wait with that reload: however often the session changes, a page never spins.
 */
export const recordSessionChange = (hadSession: boolean, now = Date.now()): number => {
  const last = Number(readSessionItem(lastChangeStorageKey))
  if (hadSession) writeSessionItem(noticeStorageKey, 'yes')
  writeSessionItem(lastChangeStorageKey, String(now))
  return now - last < minReloadIntervalMs ? minReloadIntervalMs : 0
}

/** True once after such a reload. */
export const takeSessionChangeNotice = (): boolean => {
  const noted = readSessionItem(noticeStorageKey) !== null
  writeSessionItem(noticeStorageKey, null)
  return noted
}

const noticeKey = 'atalaya.changed'
const lastKey = 'atalaya.changedAt'
const apart = 3000

const read = (key: string): string | null => {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

const write = (key: string, value: string | null): void => {
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
export const noteChange = (hadSession: boolean, now = Date.now()): number => {
  const last = Number(read(lastKey))
  if (hadSession) write(noticeKey, 'yes')
  write(lastKey, String(now))
  return now - last < apart ? apart : 0
}

/** True once after such a reload. */
export const takeNotice = (): boolean => {
  const noted = read(noticeKey) !== null
  write(noticeKey, null)
  return noted
}

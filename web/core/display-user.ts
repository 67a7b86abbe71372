import type { Session } from '#contract/auth.ts'

type DisplayUser = Pick<Session, 'username' | 'fullName' | 'email' | 'role' | 'hasPassword'>
const displayUserStorageKey = 'ubold_user'

/** Keeps whom this tab shows, or forgets them with null. */
export const storeDisplayUser = (session: Session | null): void => {
  try {
    if (session) {
      const { username, fullName, email, role, hasPassword } = session
      sessionStorage.setItem(displayUserStorageKey, JSON.stringify({ username, fullName, email, role, hasPassword }))
    } else sessionStorage.removeItem(displayUserStorageKey)
  } catch {
    // Display data only: without storage the page asks the server again.
  }
}

/** Whom the lock screen shows, where the server doesn't say any more; null if this tab never knew. */
export const readDisplayUser = (): DisplayUser | null => {
  try {
    return JSON.parse(sessionStorage.getItem(displayUserStorageKey) ?? 'null')
  } catch {
    return null
  }
}

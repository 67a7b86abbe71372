import type { Prefix } from '#contract/core/values.ts'
import { runSessionEndListeners, trackSessionChange } from './before-session-end.ts'
import { type CallError, callEndpoint } from './call.ts'
import { storeDisplayUser } from './display-user.ts'
import { readStored, type StoredUser, writeStored } from './local-storage.ts'
import {
  clearSession,
  emitSessionEvent,
  initialFlags,
  loadSessionStatus,
  refreshSession,
  sessionEndpoints,
  setRestrictedState,
  signalOtherTabs,
  signedOutState,
  useSession,
} from './session.ts'
import type { SessionStatus } from './session-status.ts'
import { reloadAtHome, setTabSession } from './tab-session.ts'

/** Takes over a session that was just opened: its token and user are stored, and the server asked. Throws CallError. */
export const startSession = async (token: string, user: StoredUser): Promise<SessionStatus> => {
  storeDisplayUser(null)
  setTabSession(null)
  for (const key of ['parentCvl', 'signal'] as const) writeStored(key, null)
  for (const key of ['activity', 'heartbeat'] as const) writeStored(key, Date.now())
  // The token last: it is what the other tabs wait for.
  writeStored('user', user)
  writeStored('token', token)
  useSession.setState(
    { ...signedOutState, user, userLoggedIn: true, loading: true, currentLanguage: user.idioma },
    true,
  )
  try {
    return await loadSessionStatus()
  } catch (error) {
    if (readStored('token') === token) clearSession()
    useSession.setState({ error: error as CallError })
    throw error
  }
}

/** Signs in with name or e-mail and password. The password travels in the body, so that no log keeps it. Throws CallError. */
export const login = async (identity: string, password: string): Promise<SessionStatus> => {
  useSession.setState({ ...initialFlags, loading: true, userLoggedIn: false, endedBecause: null })
  try {
    const { token, username, email, idioma } = await callEndpoint(sessionEndpoints.login, {
      body: { identity, password },
    })
    return await startSession(token, { username, email, idioma })
  } catch (error) {
    useSession.setState({ loading: false, userLoggedIn: false, error: error as CallError })
    throw error
  }
}

/** Takes back what sign-up, a forgotten password or a failed sign-in have left in the state. */
export const resetSessionFlags = (): void => useSession.setState({ ...initialFlags, loading: false })

/** Locks the session on the server, in all tabs, until the password is given again. Throws CallError, and then nothing is locked. */
export const lockSession = async (): Promise<void> => {
  await runSessionEndListeners()
  await trackSessionChange(callEndpoint(sessionEndpoints.lock, { body: {} }))
  setRestrictedState('locked')
  signalOtherTabs('locked')
  emitSessionEvent('locked')
}

/** Opens a locked session again. Throws CallError: `password.wrong`, `google.failed`, or 429 with `retryAfter`. */
export const unlockSession = async (proof: { password: string } | { googleToken: string }): Promise<SessionStatus> => {
  await callEndpoint(sessionEndpoints.unlock, { body: proof })
  signalOtherTabs('unlocked')
  return refreshSession()
}

/**
 * Works on in another prefix. The page starts again there, so that nothing of this one stays in memory; the promise
 * only ends by a CallError.
 */
export const switchPrefix = async (prefix: Prefix): Promise<void> => {
  await runSessionEndListeners()
  const { token, username, email, idioma } = await callEndpoint(sessionEndpoints.switchPrefix, { body: { prefix } })
  storeDisplayUser(null)
  writeStored('parentCvl', null)
  writeStored('user', { username, email, idioma })
  writeStored('token', token)
  reloadAtHome()
  await new Promise(() => {})
}

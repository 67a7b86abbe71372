import { create } from 'zustand'
import type * as auth from '#contract/auth.ts'
import { defaultLanguageByPrefix, getOfferedLanguages } from '#contract/core/languages.ts'
import type { Idioma, Prefix } from '#contract/core/values.ts'
import type { ModuleKey, PermissionAction } from '#contract/permissions.ts'
import type { setPreferences } from '#contract/personal-area/preferences.ts'
import { runSessionEndListeners } from './before-session-end.ts'
import { CallError, callEndpoint, setRefusalListener } from './call.ts'
import { storeDisplayUser } from './display-user.ts'
import { isStoredUser, readStored, type StoredUser, type TabSignal, writeStored } from './local-storage.ts'
import { logDebug } from './note.ts'
import {
  getSessionEndReason,
  getSessionRestriction,
  isSessionEnded,
  type SessionEndReason,
  type SessionEvent,
  type SessionRestriction,
  type SessionStatus,
} from './session-status.ts'
import { setTabSession } from './tab-session.ts'
import { getTokenExpiry } from './token.ts'

// Paths and methods only: with the contract's own objects all the others of its files would come into the sign-in page. A test compares them.
export const sessionEndpoints = {
  login: { method: 'POST', at: 'root', path: '/ApiRest/api/auth/login' } as typeof auth.login,
  session: { method: 'GET', path: '/session' } as typeof auth.getSession,
  signOut: { method: 'POST', path: '/session/sign-out' } as typeof auth.signOut,
  lock: { method: 'POST', path: '/session/lock' } as typeof auth.lockSession,
  unlock: { method: 'POST', path: '/session/unlock' } as typeof auth.unlockSession,
  switchPrefix: { method: 'POST', path: '/session/prefix' } as typeof auth.switchPrefix,
  setPreferences: { method: 'PATCH', path: '/me/preferences' } as typeof setPreferences,
}

type SessionState = {
  user: StoredUser | null
  loading: boolean
  userLoggedIn: boolean
  error: Error | null
  parentCvl: string | null
  currentLanguage: Idioma
  selectedDatabasePrefix: Prefix
  activeCurrency: string
  /** Sign-up is local: all it leaves is this. */
  userSignUp: boolean
  /** A link for a new password was asked for, and what the server said of it. */
  passwordReset: boolean
  resetPasswordSuccess: string | null
  /** What the server says of the person: name, permissions, business date. Null until it has answered, and while it won't. */
  session: auth.Session | null
  restriction: SessionRestriction | null
  endedBecause: SessionEndReason | null
}

/** The specification's inactivity time-out, milliseconds: the contract's, without all that stands beside it. */
export const idleLimitMs = 1_800_000

export const initialFlags = { error: null, userSignUp: false, passwordReset: false, resetPasswordSuccess: null }

export const signedOutState: SessionState = {
  ...initialFlags,
  user: null,
  loading: false,
  userLoggedIn: false,
  parentCvl: null,
  currentLanguage: 'spanish',
  selectedDatabasePrefix: 'dino',
  activeCurrency: 'EUR',
  session: null,
  restriction: null,
  endedBecause: null,
}

/** Who is signed in here, under the specification's names. */
export const useSession = create<SessionState>()(() => signedOutState)

const sessionEventListeners = new Set<(sessionEvent: SessionEvent) => void>()
/** To those who listen now; one of them may stop listening meanwhile. */
export const emitSessionEvent = (sessionEvent: SessionEvent): void => {
  for (const listener of [...sessionEventListeners]) listener(sessionEvent)
}
/** Hears of every turn that the session takes. Gives the function that ends it. */
export const onSessionEvent = (listener: (sessionEvent: SessionEvent) => void): (() => void) => {
  sessionEventListeners.add(listener)
  return () => void sessionEventListeners.delete(listener)
}

/** Forgets in this tab; the other tabs' storage stays. */
export const clearTabSession = (endReason: SessionEndReason | null): void => {
  setTabSession(null)
  storeDisplayUser(null)
  useSession.setState({ ...signedOutState, endedBecause: endReason }, true)
}

/** Of how the shell looked only the colour stays, for the sign-in page: the rest was this person's. */
const keepLayoutColour = (): void => {
  const { layoutColor } = readStored('layout')?.chosen ?? {}
  writeStored('layout', { username: null, chosen: layoutColor ? { layoutColor } : {}, unsaved: false })
}

/** Ends the session here without asking the server: it has refused the token. */
export const clearSession = (endReason: SessionEndReason | null = null): void => {
  keepLayoutColour()
  // The token last: by it the other tabs notice, and then the rest is to be gone.
  for (const key of ['user', 'parentCvl', 'activity', 'heartbeat', 'token'] as const) writeStored(key, null)
  clearTabSession(endReason)
}

/** The person's choice, else what signing in here said, as far as the prefix has it. */
const resolveLanguage = ({ prefix, preferences }: auth.Session): Idioma => {
  const offered = getOfferedLanguages(prefix)
  return (
    [preferences.language, readStored('user')?.idioma].find((one) => one && offered.includes(one)) ??
    defaultLanguageByPrefix[prefix]
  )
}

const resolveCurrency = ({ currencies, preferences: { activeCurrency } }: auth.Session): string =>
  currencies.find(({ code }) => code === activeCurrency)?.code ?? 'EUR'

/** The page behind the bar shows nothing of the session: what was known is asked again when it opens. */
export const setRestrictedState = (restriction: SessionRestriction): void => {
  const { session } = useSession.getState()
  // Enrolling is done in the personal area, which is behind sign-in as all else.
  const kept = restriction === 'enrolment' && session ? { ...session, enrolment: true } : null
  setTabSession(kept)
  useSession.setState({ restriction, session: kept, loading: false })
}

/** How many are asking who I am: they hear of a refusal by their answer, and go where it leads. */
let pendingSessionLoads = 0

/** Asks the server who I am. Throws CallError. */
const loadSession = async (): Promise<auth.Session> => {
  const token = readStored('token')
  pendingSessionLoads++
  const session = await callEndpoint(sessionEndpoints.session, {}).finally(() => {
    pendingSessionLoads--
  })
  // Signed out, or in as somebody else, meanwhile: this answer is about the past.
  if (readStored('token') !== token) throw new CallError(401, { code: 'session.changed' })
  writeStored('parentCvl', session.cvl)
  storeDisplayUser(session)
  setTabSession(session)
  useSession.setState({
    loading: false,
    userLoggedIn: true,
    error: null,
    session,
    restriction: session.enrolment ? 'enrolment' : null,
    parentCvl: session.cvl,
    selectedDatabasePrefix: session.prefix,
    currentLanguage: resolveLanguage(session),
    activeCurrency: resolveCurrency(session),
  })
  return session
}

/** Whether the session is open, must first get its second factor, or is restricted. Throws every other failure. */
export const loadSessionStatus = async (): Promise<SessionStatus> => {
  try {
    return (await loadSession()).enrolment ? 'enrolment' : 'open'
  } catch (error) {
    const restriction = getSessionRestriction(error)
    if (!restriction) throw error
    setRestrictedState(restriction)
    return restriction
  }
}

const endRefusedSession = (error: CallError): void => {
  clearSession(getSessionEndReason(error))
  emitSessionEvent('signedOut')
}

/**
 * Asks again how things stand: after an unlock, a second factor, an enrolment, a change of what the session says. Barred, or over,
 * whoever shows pages is told. Throws CallError.
 */
export const refreshSession = async (): Promise<SessionStatus> => {
  const wasOpen = useSession.getState().session !== null
  const token = readStored('token')
  try {
    const entry = await loadSessionStatus()
    if (wasOpen && entry !== 'open') emitSessionEvent(entry)
    return entry
  } catch (error) {
    // An answer about the past must not end the session that followed, nor give another reason for its end.
    if (isSessionEnded(error) && token !== null && readStored('token') === token) endRefusedSession(error as CallError)
    throw error
  }
}

let pendingSessionRestore: Promise<auth.Session | null> | undefined
/**
 * Brings back the stored session, once a page load. Null when there is none: no user, no token, or an expired one.
 * Throws CallError when the server can't be asked, or the session is barred (`restriction` says by what).
 */
export const restoreSession = (): Promise<auth.Session | null> => {
  const { session } = useSession.getState()
  if (session) return Promise.resolve(session)
  pendingSessionRestore ??= restoreStoredSession().finally(() => {
    pendingSessionRestore = undefined
  })
  return pendingSessionRestore
}

/** Why what is stored is no session; null if it may be one. The server alone checks the signature. */
const findInvalidReason = (user: StoredUser | null, token: string | null): SessionEndReason | null => {
  const expiry = token === null ? null : getTokenExpiry(token)
  if (!isStoredUser(user) || expiry === null) return 'invalid'
  if (expiry * 1000 <= Date.now()) return 'expired'
  // Opening a page again doesn't revive what half an hour without movement has ended.
  const last = readStored('activity')
  return last !== null && Date.now() - last >= idleLimitMs ? 'idle' : null
}

const restoreStoredSession = async (): Promise<auth.Session | null> => {
  const user = readStored('user')
  const token = readStored('token')
  if (!user && token === null) return null
  const invalidReason = findInvalidReason(user, token)
  if (invalidReason === 'idle') {
    await logout('idle')
    return null
  }
  if (invalidReason) {
    clearSession(invalidReason)
    useSession.setState({ error: new CallError(401, { code: `session.${invalidReason}` }) })
    return null
  }
  useSession.setState({ user, userLoggedIn: true, loading: true, currentLanguage: user!.idioma })
  try {
    return await loadSession()
  } catch (error) {
    const restriction = getSessionRestriction(error)
    if (restriction) setRestrictedState(restriction)
    else useSession.setState({ loading: false, error: error as CallError })
    if (!isSessionEnded(error)) throw error
    if (readStored('token') === token) clearSession(getSessionEndReason(error as CallError))
    return null
  }
}

export const signalOtherTabs = (kind: TabSignal): void => writeStored('signal', { kind, at: Date.now() })

/**
 * Ends the session here, in all tabs, and on the server; unreachable, the server ends it by its own clock. What was typed is kept
 * first. `because`: nobody asked for it, and whoever shows pages has to go.
 */
export const logout = async (endReason: SessionEndReason | null = null): Promise<void> => {
  await runSessionEndListeners()
  if (endReason === 'idle') signalOtherTabs('idle')
  if (readStored('token'))
    callEndpoint(sessionEndpoints.signOut, { body: {} }, { keepalive: true }).catch((error: unknown) =>
      logDebug('signing out', error),
    )
  clearSession(endReason)
  if (endReason) emitSessionEvent('signedOut')
}

/** Whether somebody has a permission. */
export type PermissionCheck = (module: ModuleKey, action: PermissionAction) => boolean

/** True if the signed-in person has the permission. The server decides; this only hides what it would refuse. */
export const hasPermission: PermissionCheck = (module, action) => {
  const { session } = useSession.getState()
  if (!session || (session.enrolment && module !== 'bt_AreaPersonal')) return false
  return session.permissions.some((grant) => grant.module === module && grant.actions.includes(action))
}

/** All of them for a component, for functions that decide by several: follows the session. */
export const usePermissionCheck = (): PermissionCheck => {
  useSession((state) => state.session)
  return hasPermission
}

/** `can` for components: follows the session. */
export const usePermission = (module: ModuleKey, action: PermissionAction): boolean => {
  useSession((state) => state.session)
  return hasPermission(module, action)
}

setRefusalListener((error: CallError): void => {
  if (pendingSessionLoads) return
  const restriction = getSessionRestriction(error)
  if (isSessionEnded(error)) endRefusedSession(error)
  else if (error.status === 403) {
    // The page believed in a right that is gone: what else went with it shows too.
    refreshSession().catch((reason: unknown) => logDebug('not refreshed', reason))
    emitSessionEvent('denied')
  } else if (error.code === 'session.changed') emitSessionEvent('changed')
  else if (restriction) {
    setRestrictedState(restriction)
    emitSessionEvent(restriction)
  }
})

/** Whether all clients in sight are the person's own: then no list says whose they are. */
export const useSeesOwnClientsOnly = (): boolean => useSession((state) => state.session?.seesOwnClientsOnly === true)

import { create } from 'zustand'
import type { Idioma, Prefix } from '#contract/core/values.ts'
import { type Action, type ModuleKey, prefixLanguage } from '#contract/permissions.ts'
import type { getSession, login as loginCall, Session, signOut } from '#contract/session.ts'
import { CallError, call } from './call.ts'
import { readStored, type StoredUser, writeStored } from './stored.ts'
import { isLive } from './token.ts'

// Paths and methods only: the contract's own objects would bring zod into the sign-in page. A test compares them.
export const sessionCalls = {
  login: { method: 'POST', at: 'root', path: '/ApiRest/api/auth/login' } as typeof loginCall,
  session: { method: 'GET', path: '/session' } as typeof getSession,
  signOut: { method: 'POST', path: '/session/sign-out' } as typeof signOut,
}

type SessionState = {
  user: StoredUser | null
  loading: boolean
  userLoggedIn: boolean
  error: CallError | null
  parentCvl: string | null
  currentLanguage: Idioma
  selectedDatabasePrefix: Prefix
  activeCurrency: 'EUR'
  /** What the server says of the person: name, permissions, business date. Null until it has answered. */
  session: Session | null
}

const signedOut: SessionState = {
  user: null,
  loading: false,
  userLoggedIn: false,
  error: null,
  parentCvl: null,
  currentLanguage: 'spanish',
  selectedDatabasePrefix: 'dino',
  activeCurrency: 'EUR',
  session: null,
}

/** Who is signed in here, under the specification's names. */
export const useSession = create<SessionState>()(() => signedOut)

const displayKey = 'ubold_user'
const keepDisplay = (session: Session | null): void => {
  try {
    if (session)
      sessionStorage.setItem(
        displayKey,
        JSON.stringify({
          username: session.username,
          fullName: session.fullName,
          email: session.email,
          role: session.role,
        }),
      )
    else sessionStorage.removeItem(displayKey)
  } catch {
    // Display data only: without storage the page asks the server again.
  }
}

const clear = (): void => {
  writeStored('token', null)
  writeStored('user', null)
  writeStored('parentCvl', null)
  keepDisplay(null)
  useSession.setState(signedOut, true)
}

const languageOf = (session: Session): Idioma => {
  const saved = readStored('language')
  const mine = saved && saved.username === session.username && saved.prefix === session.prefix
  return mine && offeredLanguages(session.prefix).includes(saved.language) ? saved.language : session.idioma
}

/** The languages that the switch offers: the prefix's own and English; in the firm's Spanish house that is ES and EN. */
export const offeredLanguages = (prefix: Prefix): readonly Idioma[] =>
  prefix === 'dino_uab' ? ['portuguese', 'spanish', 'english'] : [prefixLanguage[prefix], 'english']

/** Asks the server who I am. Throws CallError; a 401 has by then ended the session. */
const load = async (): Promise<Session> => {
  const token = readStored('token')
  const session = await call(sessionCalls.session, {})
  // Signed out, or in as somebody else, meanwhile: this answer is about the past.
  if (readStored('token') !== token) throw new CallError(401, { code: 'session.changed' })
  writeStored('parentCvl', session.cvl)
  keepDisplay(session)
  useSession.setState({
    loading: false,
    userLoggedIn: true,
    error: null,
    session,
    parentCvl: session.cvl,
    selectedDatabasePrefix: session.prefix,
    currentLanguage: languageOf(session),
  })
  return session
}

let restoring: Promise<Session | null> | undefined
/**
 * Brings back the stored session, once a page load. Null when there is none: no user, no token, or an expired one.
 * Throws CallError when the server can't be asked.
 */
export const restore = (): Promise<Session | null> => {
  const { session } = useSession.getState()
  if (session) return Promise.resolve(session)
  restoring ??= bringBack().finally(() => {
    restoring = undefined
  })
  return restoring
}

const bringBack = async (): Promise<Session | null> => {
  const user = readStored('user')
  const token = readStored('token')
  if (!user || !isLive(token, Date.now())) return null
  useSession.setState({ user, userLoggedIn: true, loading: true, currentLanguage: user.idioma })
  try {
    return await load()
  } catch (error) {
    if (error instanceof CallError && error.status === 401) return null
    useSession.setState({ loading: false, error: error as CallError })
    throw error
  }
}

/** Signs in with name or e-mail and password. The password travels in the body, so that no log keeps it. Throws CallError. */
export const login = async (identity: string, password: string): Promise<Session> => {
  clear()
  useSession.setState({ loading: true })
  try {
    const { token, username, email, idioma } = await call(sessionCalls.login, { body: { identity, password } })
    const user = { username, email, idioma }
    writeStored('token', token)
    writeStored('user', user)
    useSession.setState({ user, currentLanguage: idioma })
    return await load()
  } catch (error) {
    clear()
    useSession.setState({ error: error as CallError })
    throw error
  }
}

/** Ends the session here and on the server; unreachable, the server ends it by its own clock. */
export const logout = async (): Promise<void> => {
  const ended = readStored('token') ? call(sessionCalls.signOut, { body: {} }).catch(() => undefined) : undefined
  clear()
  await ended
}

/** Ends the session here only: the server has refused its token, or another tab has signed out. */
export const forget = clear

/** Chooses the language and keeps the choice of this person in this prefix. */
export const chooseLanguage = (language: Idioma): void => {
  const { session } = useSession.getState()
  if (session) writeStored('language', { username: session.username, prefix: session.prefix, language })
  useSession.setState({ currentLanguage: language })
}

/** True if the signed-in person has the permission. The server decides; this only hides what it would refuse. */
export const can = (module: ModuleKey, action: Action): boolean =>
  useSession
    .getState()
    .session?.permissions.some((grant) => grant.module === module && grant.actions.includes(action)) ?? false

/** `can` for components: follows the session. */
export const useCan = (module: ModuleKey, action: Action): boolean => {
  useSession((state) => state.session)
  return can(module, action)
}

/** Signing out, or in as somebody else, in one tab holds for all: `left` is called in the others. */
export const followOtherTabs = (left: () => void): void => {
  addEventListener('storage', (event) => {
    // A null key: all of the storage was cleared.
    if (event.key !== 'token' && event.key !== null) return
    if (readStored('token')) location.reload()
    else if (useSession.getState().userLoggedIn) {
      clear()
      left()
    }
  })
}

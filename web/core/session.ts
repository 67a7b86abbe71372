import { create } from 'zustand'
import type {
  getSession,
  lock as lockCall,
  login as loginCall,
  Session,
  signOut,
  switchPrefix as switchCall,
  unlock as unlockCall,
} from '#contract/auth.ts'
import { offeredLanguages, prefixLanguage } from '#contract/core/languages.ts'
import type { Idioma, Prefix } from '#contract/core/values.ts'
import type { Action, ModuleKey } from '#contract/permissions.ts'
import type { setPreferences } from '#contract/personal-area/preferences.ts'
import { CallError, call, onRefusal } from './call.ts'
import { keepDisplay } from './display-user.ts'
import { note } from './note.ts'
import { part, turning } from './parting.ts'
import { type Barred, barOf, type Ending, type Entry, endingOf, isOver, type Turn } from './standing.ts'
import { isStoredUser, readStored, type Signal, type StoredUser, writeStored } from './stored.ts'
import { believe, startAtHome } from './tabs.ts'
import { expiryOf } from './token.ts'

// Paths and methods only: with the contract's own objects all the others of its files would come into the sign-in page. A test compares them.
export const sessionCalls = {
  login: { method: 'POST', at: 'root', path: '/ApiRest/api/auth/login' } as typeof loginCall,
  session: { method: 'GET', path: '/session' } as typeof getSession,
  signOut: { method: 'POST', path: '/session/sign-out' } as typeof signOut,
  lock: { method: 'POST', path: '/session/lock' } as typeof lockCall,
  unlock: { method: 'POST', path: '/session/unlock' } as typeof unlockCall,
  switchPrefix: { method: 'POST', path: '/session/prefix' } as typeof switchCall,
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
  session: Session | null
  barred: Barred | null
  endedBecause: Ending | null
}

/** The specification's inactivity time-out, milliseconds: the contract's, without all that stands beside it. */
export const idleLimit = 1_800_000

const flags = { error: null, userSignUp: false, passwordReset: false, resetPasswordSuccess: null }

const signedOut: SessionState = {
  ...flags,
  user: null,
  loading: false,
  userLoggedIn: false,
  parentCvl: null,
  currentLanguage: 'spanish',
  selectedDatabasePrefix: 'dino',
  activeCurrency: 'EUR',
  session: null,
  barred: null,
  endedBecause: null,
}

/** Who is signed in here, under the specification's names. */
export const useSession = create<SessionState>()(() => signedOut)

const listeners = new Set<(turn: Turn) => void>()
const tell = (turn: Turn): void => {
  for (const listener of [...listeners]) listener(turn)
}
/** Hears of every turn that the session takes. Gives the function that ends it. */
export const onState = (listener: (turn: Turn) => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Forgets in this tab; the other tabs' storage stays. */
const forgetHere = (because: Ending | null): void => {
  believe(null)
  keepDisplay(null)
  useSession.setState({ ...signedOut, endedBecause: because }, true)
}

/** Of how the shell looked only the colour stays, for the sign-in page: the rest was this person's. */
const keepColour = (): void => {
  const { layoutColor } = readStored('layout')?.chosen ?? {}
  writeStored('layout', { username: null, chosen: layoutColor ? { layoutColor } : {}, unsaved: false })
}

/** Ends the session here without asking the server: it has refused the token. */
export const forget = (because: Ending | null = null): void => {
  keepColour()
  // The token last: by it the other tabs notice, and then the rest is to be gone.
  for (const key of ['user', 'parentCvl', 'activity', 'heartbeat', 'token'] as const) writeStored(key, null)
  forgetHere(because)
}

/** The person's choice, else what signing in here said, as far as the prefix has it. */
const languageOf = ({ prefix, preferences }: Session): Idioma => {
  const offered = offeredLanguages(prefix)
  return (
    [preferences.language, readStored('user')?.idioma].find((one) => one && offered.includes(one)) ??
    prefixLanguage[prefix]
  )
}

const currencyOf = ({ currencies, preferences: { activeCurrency } }: Session): string =>
  currencies.find(({ code }) => code === activeCurrency)?.code ?? 'EUR'

/** The page behind the bar shows nothing of the session: what was known is asked again when it opens. */
const bar = (barred: Barred): void => {
  const { session } = useSession.getState()
  // Enrolling is done in the personal area, which is behind sign-in as all else.
  const kept = barred === 'enrolment' && session ? { ...session, enrolment: true } : null
  believe(kept)
  useSession.setState({ barred, session: kept, loading: false })
}

/** How many are asking who I am: they hear of a refusal by their answer, and go where it leads. */
let asking = 0

/** Asks the server who I am. Throws CallError. */
const load = async (): Promise<Session> => {
  const token = readStored('token')
  asking++
  const session = await call(sessionCalls.session, {}).finally(() => {
    asking--
  })
  // Signed out, or in as somebody else, meanwhile: this answer is about the past.
  if (readStored('token') !== token) throw new CallError(401, { code: 'session.changed' })
  writeStored('parentCvl', session.cvl)
  keepDisplay(session)
  believe(session)
  useSession.setState({
    loading: false,
    userLoggedIn: true,
    error: null,
    session,
    barred: session.enrolment ? 'enrolment' : null,
    parentCvl: session.cvl,
    selectedDatabasePrefix: session.prefix,
    currentLanguage: languageOf(session),
    activeCurrency: currencyOf(session),
  })
  return session
}

const ask = async (): Promise<Entry> => {
  try {
    return (await load()).enrolment ? 'enrolment' : 'open'
  } catch (error) {
    const barred = barOf(error)
    if (!barred) throw error
    bar(barred)
    return barred
  }
}

const over = (error: CallError): void => {
  forget(endingOf(error))
  tell('signedOut')
}

/**
 * Asks again how things stand: after an unlock, a second factor, an enrolment, a change of what the session says. Barred, or over,
 * whoever shows pages is told. Throws CallError.
 */
export const refreshSession = async (): Promise<Entry> => {
  const wasOpen = useSession.getState().session !== null
  const token = readStored('token')
  try {
    const entry = await ask()
    if (wasOpen && entry !== 'open') tell(entry)
    return entry
  } catch (error) {
    // An answer about the past must not end the session that followed, nor give another reason for its end.
    if (isOver(error) && token !== null && readStored('token') === token) over(error as CallError)
    throw error
  }
}

let restoring: Promise<Session | null> | undefined
/**
 * Brings back the stored session, once a page load. Null when there is none: no user, no token, or an expired one.
 * Throws CallError when the server can't be asked, or the session is barred (`barred` says by what).
 */
export const restore = (): Promise<Session | null> => {
  const { session } = useSession.getState()
  if (session) return Promise.resolve(session)
  restoring ??= bringBack().finally(() => {
    restoring = undefined
  })
  return restoring
}

/** Why what is stored is no session; null if it may be one. The server alone checks the signature. */
const whyNot = (user: StoredUser | null, token: string | null): Ending | null => {
  const expiry = token === null ? null : expiryOf(token)
  if (!isStoredUser(user) || expiry === null) return 'invalid'
  if (expiry * 1000 <= Date.now()) return 'expired'
  // Opening a page again doesn't revive what half an hour without movement has ended.
  const last = readStored('activity')
  return last !== null && Date.now() - last >= idleLimit ? 'idle' : null
}

const bringBack = async (): Promise<Session | null> => {
  const user = readStored('user')
  const token = readStored('token')
  if (!user && token === null) return null
  const why = whyNot(user, token)
  if (why === 'idle') {
    await logout('idle')
    return null
  }
  if (why) {
    forget(why)
    useSession.setState({ error: new CallError(401, { code: `session.${why}` }) })
    return null
  }
  useSession.setState({ user, userLoggedIn: true, loading: true, currentLanguage: user!.idioma })
  try {
    return await load()
  } catch (error) {
    const barred = barOf(error)
    if (barred) bar(barred)
    else useSession.setState({ loading: false, error: error as CallError })
    if (!isOver(error)) throw error
    if (readStored('token') === token) forget(endingOf(error as CallError))
    return null
  }
}

/** Takes over a session that was just opened: its token and user are stored, and the server asked. Throws CallError. */
export const enter = async (token: string, user: StoredUser): Promise<Entry> => {
  keepDisplay(null)
  believe(null)
  for (const key of ['parentCvl', 'signal'] as const) writeStored(key, null)
  for (const key of ['activity', 'heartbeat'] as const) writeStored(key, Date.now())
  // The token last: it is what the other tabs wait for.
  writeStored('user', user)
  writeStored('token', token)
  useSession.setState({ ...signedOut, user, userLoggedIn: true, loading: true, currentLanguage: user.idioma }, true)
  try {
    return await ask()
  } catch (error) {
    if (readStored('token') === token) forget()
    useSession.setState({ error: error as CallError })
    throw error
  }
}

/** Signs in with name or e-mail and password. The password travels in the body, so that no log keeps it. Throws CallError. */
export const login = async (identity: string, password: string): Promise<Entry> => {
  useSession.setState({ ...flags, loading: true, userLoggedIn: false, endedBecause: null })
  try {
    const { token, username, email, idioma } = await call(sessionCalls.login, { body: { identity, password } })
    return await enter(token, { username, email, idioma })
  } catch (error) {
    useSession.setState({ loading: false, userLoggedIn: false, error: error as CallError })
    throw error
  }
}

const signal = (kind: Signal): void => writeStored('signal', { kind, at: Date.now() })

/**
 * Ends the session here, in all tabs, and on the server; unreachable, the server ends it by its own clock. What was typed is kept
 * first. `because`: nobody asked for it, and whoever shows pages has to go.
 */
export const logout = async (because: Ending | null = null): Promise<void> => {
  await part()
  if (because === 'idle') signal('idle')
  if (readStored('token'))
    call(sessionCalls.signOut, { body: {} }, { keepalive: true }).catch((error: unknown) => note('signing out', error))
  forget(because)
  if (because) tell('signedOut')
}

/** Takes back what sign-up, a forgotten password or a failed sign-in have left in the state. */
export const reset = (): void => useSession.setState({ ...flags, loading: false })

/** Locks the session on the server, in all tabs, until the password is given again. Throws CallError, and then nothing is locked. */
export const lock = async (): Promise<void> => {
  await part()
  await turning(call(sessionCalls.lock, { body: {} }))
  bar('locked')
  signal('locked')
  tell('locked')
}

/** Opens a locked session again. Throws CallError: `password.wrong`, `google.failed`, or 429 with `retryAfter`. */
export const unlock = async (proof: { password: string } | { googleToken: string }): Promise<Entry> => {
  await call(sessionCalls.unlock, { body: proof })
  signal('unlocked')
  return refreshSession()
}

/**
 * Works on in another prefix. The page starts again there, so that nothing of this one stays in memory; the promise
 * only ends by a CallError.
 */
export const switchPrefix = async (prefix: Prefix): Promise<void> => {
  await part()
  const { token, username, email, idioma } = await call(sessionCalls.switchPrefix, { body: { prefix } })
  keepDisplay(null)
  writeStored('parentCvl', null)
  writeStored('user', { username, email, idioma })
  writeStored('token', token)
  startAtHome()
  await new Promise(() => {})
}

type Choices = NonNullable<Parameters<typeof call<typeof setPreferences>>[1]['body']>

/** A choice holds at once, and on the server for the next sign-in; failing that, until the page is left. */
const keepChoice = (choices: Choices): void => {
  const { session } = useSession.getState()
  if (!session) return
  useSession.setState({
    session: { ...session, preferences: { ...session.preferences, ...choices } as Session['preferences'] },
  })
  call(sessionCalls.setPreferences, { body: choices }).catch((error: unknown) => note('not kept', error))
}

/** Chooses the language; signed in, it is the person's own until they change prefix. */
export const chooseLanguage = (language: Idioma): void => {
  useSession.setState({ currentLanguage: language })
  keepChoice({ language })
}

/** Chooses the pages that stand at the top of the menu. */
export const chooseFavourites = (favourites: string[]): void => keepChoice({ favourites })

/** Chooses the currency that amounts are shown in: EUR, or one with a rate today. */
export const chooseCurrency = (code: string): void => {
  const { session } = useSession.getState()
  const known = code === 'EUR' || session?.currencies.some((currency) => currency.code === code)
  if (!known) return
  useSession.setState({ activeCurrency: code })
  keepChoice({ activeCurrency: code })
}

/** True if the signed-in person has the permission. The server decides; this only hides what it would refuse. */
export const can = (module: ModuleKey, action: Action): boolean => {
  const { session } = useSession.getState()
  if (!session || (session.enrolment && module !== 'bt_AreaPersonal')) return false
  return session.permissions.some((grant) => grant.module === module && grant.actions.includes(action))
}

/** `can` for components: follows the session. */
export const useCan = (module: ModuleKey, action: Action): boolean => {
  useSession((state) => state.session)
  return can(module, action)
}

onRefusal((error: CallError): void => {
  if (asking) return
  const barred = barOf(error)
  if (isOver(error)) over(error)
  else if (error.status === 403) {
    // The page believed in a right that is gone: what else went with it shows too.
    refreshSession().catch((reason: unknown) => note('not refreshed', reason))
    tell('denied')
  } else if (error.code === 'session.changed') tell('changed')
  else if (barred) {
    bar(barred)
    tell(barred)
  }
})

/** Signing out, signing in as somebody else, changing prefix and locking in one tab hold for all. Storage events come from the others only. */
export const followOtherTabs = (): void =>
  addEventListener('storage', ({ key }) => {
    const { userLoggedIn, barred } = useSession.getState()
    if (key === 'signal' && userLoggedIn) {
      const kind = readStored('signal')?.kind
      if (kind === 'locked') {
        bar('locked')
        tell('locked')
      } else if (kind === 'view') tell('changed')
      else if (kind === 'unlocked' && barred === 'locked') tell('open')
    }
    // A null key: all of the storage was cleared.
    if (key !== 'token' && key !== null) return
    if (readStored('token')) tell('changed')
    else if (userLoggedIn) {
      forgetHere(readStored('signal')?.kind === 'idle' ? 'idle' : 'elsewhere')
      tell('signedOut')
    }
  })

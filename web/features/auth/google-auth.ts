import { create } from 'zustand'
import type { checkEmail, getGoogle, googleLogin } from '#contract/auth.ts'
import type { Idioma } from '#contract/core/values.ts'
import { CallError, call } from '#web/core/call.ts'
import { config } from '#web/core/config.ts'
import { enter, unlock, useSession } from '#web/core/session.ts'
import type { Entry } from '#web/core/standing.ts'
import { payloadOf } from '#web/core/token.ts'

// Paths only: the contract's own objects would bring zod along. A test compares them.
export const googleCalls = {
  ways: { method: 'GET', path: '/google' } as typeof getGoogle,
  checkEmail: { method: 'GET', at: 'root', path: '/ApiRest/api/auth/check-email' } as typeof checkEmail,
  login: { method: 'POST', at: 'root', path: '/api/auth/google-login' } as typeof googleLogin,
}

/** What the person wants of Google, and the query of the page they left, which says where they were going. */
export type GooglePurpose = { kind: 'signIn' | 'unlock'; search: string }
type Pending = GooglePurpose & { page: string; language: Idioma; state: string; nonce: string }

/** Words for the person; whatever Google itself reports is only logged. */
export class GoogleProblem extends Error {
  override name = 'GoogleProblem'
  readonly kind: 'failed' | 'unknown'
  constructor(kind: GoogleProblem['kind'], why: string) {
    super(why)
    this.kind = kind
  }
}

const key = 'atalaya.google'
const random = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) => byte.toString(16).padStart(2, '0')).join('')

const leaveFor = async (purpose: GooglePurpose): Promise<void> => {
  const { clientId, authorizationEndpoint, scopes } = await call(googleCalls.ways, {})
  const pending: Pending = {
    ...purpose,
    page: location.pathname,
    language: useSession.getState().currentLanguage,
    state: random(),
    nonce: random(),
  }
  sessionStorage.setItem(key, JSON.stringify(pending))
  const address = new URL(authorizationEndpoint)
  address.search = new URLSearchParams({
    response_type: 'id_token token',
    client_id: clientId,
    redirect_uri: `${location.origin}/auth/google`,
    scope: scopes.join(' '),
    // Each time, by the specification.
    prompt: 'consent',
    state: pending.state,
    nonce: pending.nonce,
  }).toString()
  location.assign(address)
}

/** What was wanted when the page left for Google; counts once. */
const takePending = (): Pending | null => {
  const text = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return text === null ? null : JSON.parse(text)
}

type GoogleAuth = {
  /** Google's access token: in memory only, gone with the page. */
  accessToken: string | null
  signedIn: boolean
  /** Leaves the page for Google. Throws CallError where it isn't configured, or the server can't be asked. */
  signIn: (purpose: GooglePurpose) => Promise<void>
  signOut: () => void
}

const signedOut = { accessToken: null, signedIn: false }

/** The Google auth context of the specification. */
export const useGoogleAuth = create<GoogleAuth>()((set) => ({
  ...signedOut,
  signIn: leaveFor,
  signOut: () => set(signedOut),
}))

useSession.subscribe(({ userLoggedIn }, before) => {
  if (!userLoggedIn && before.userLoggedIn) useGoogleAuth.getState().signOut()
})

/** The e-mail of Google's id token, if it answers the question that this page asked. The server checks its signature. */
const emailOf = (idToken: string, nonce: string): string => {
  const payload = payloadOf(idToken)
  if (payload?.nonce !== nonce || typeof payload.email !== 'string')
    throw new GoogleProblem('failed', 'the id token answers another question')
  return payload.email
}

const signInWith = async (idToken: string, email: string): Promise<Entry> => {
  const { exists } = await call(googleCalls.checkEmail, { query: { email } })
  if (!exists) throw new GoogleProblem('unknown', 'nobody has this e-mail')
  const { token, user } = await call(googleCalls.login, { body: { token: idToken } }, { host: config.api2 })
  return enter(token, user)
}

const finish = async (answer: URLSearchParams, pending: Pending | null): Promise<Entry> => {
  // Asked for while the page is drawn, it must not change what other parts of it show before that is done.
  await Promise.resolve()
  // Going to Google and back was a new page, which begins in Spanish.
  if (pending?.kind === 'signIn') useSession.setState({ currentLanguage: pending.language })
  if (answer.has('error')) {
    console.warn('Google refused:', answer.get('error'), answer.get('error_description') ?? '')
    throw new GoogleProblem('failed', 'Google refused')
  }
  const [idToken, accessToken] = [answer.get('id_token'), answer.get('access_token')]
  if (!pending || !idToken || answer.get('state') !== pending.state)
    throw new GoogleProblem('failed', 'nobody here asked for this answer')
  const email = emailOf(idToken, pending.nonce)
  const entry = pending.kind === 'unlock' ? await unlock({ googleToken: idToken }) : await signInWith(idToken, email)
  useGoogleAuth.setState({ accessToken, signedIn: true })
  return entry
}

let last: { answer: URLSearchParams; pending: Pending | null; entry: Promise<Entry> } | undefined
/**
 * Ends what `signIn` began, with what Google wrote into the address: once for each answer, however often it is asked.
 * `entry` rejects with GoogleProblem or CallError.
 */
export const comeBack = (answer: URLSearchParams): NonNullable<typeof last> => {
  if (last?.answer === answer) return last
  const pending = takePending()
  last = { answer, pending, entry: finish(answer, pending) }
  // Whoever waits for it hears of its failure; it may fail before anybody does.
  last.entry.catch(() => undefined)
  return last
}

const codes: Record<string, GoogleProblem['kind']> = { 'google.unknown': 'unknown', 'google.failed': 'failed' }

/** Which of the two fixed sentences fits the failure; null where the server's own word is the better one. */
export const problemOf = (error: unknown): GoogleProblem['kind'] | null => {
  if (error instanceof GoogleProblem) return error.kind
  if (!(error instanceof CallError)) return 'failed'
  return codes[error.code] ?? (error.status === 0 ? 'failed' : null)
}

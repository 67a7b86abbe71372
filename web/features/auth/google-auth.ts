import { create } from 'zustand'
import type { checkEmail, getGoogleSignInConfig, loginWithGoogle } from '#contract/auth.ts'
import type { Idioma } from '#contract/core/values.ts'
import { CallError, callEndpoint } from '#web/core/call.ts'
import { config } from '#web/core/config.ts'
import { useSession } from '#web/core/session.ts'
import { startSession, unlockSession } from '#web/core/session-actions.ts'
import type { SessionStatus } from '#web/core/session-status.ts'
import { decodeTokenPayload } from '#web/core/token.ts'

// Paths only: the contract's own objects would bring zod along. A test compares them.
export const googleEndpoints = {
  ways: { method: 'GET', path: '/google' } as typeof getGoogleSignInConfig,
  checkEmail: { method: 'GET', at: 'root', path: '/ApiRest/api/auth/check-email' } as typeof checkEmail,
  login: { method: 'POST', at: 'root', path: '/api/auth/google-login' } as typeof loginWithGoogle,
}

/** What the person wants of Google, and the query of the page they left, which says where they were going. */
export type GooglePurpose = { kind: 'signIn' | 'unlock'; search: string }
type PendingGoogleSignIn = GooglePurpose & { page: string; language: Idioma; state: string; nonce: string }

/** Words for the person; whatever Google itself reports is only logged. */
export class GoogleSignInError extends Error {
  override name = 'GoogleProblem'
  readonly kind: 'failed' | 'unknown'
  constructor(kind: GoogleSignInError['kind'], why: string) {
    super(why)
    this.kind = kind
  }
}

const pendingGoogleStorageKey = 'atalaya.google'
const generateRandomHex = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) => byte.toString(16).padStart(2, '0')).join('')

const redirectToGoogle = async (purpose: GooglePurpose): Promise<void> => {
  const { clientId, authorizationEndpoint, scopes } = await callEndpoint(googleEndpoints.ways, {})
  const pending: PendingGoogleSignIn = {
    ...purpose,
    page: location.pathname,
    language: useSession.getState().currentLanguage,
    state: generateRandomHex(),
    nonce: generateRandomHex(),
  }
  sessionStorage.setItem(pendingGoogleStorageKey, JSON.stringify(pending))
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
const takePendingSignIn = (): PendingGoogleSignIn | null => {
  const text = sessionStorage.getItem(pendingGoogleStorageKey)
  sessionStorage.removeItem(pendingGoogleStorageKey)
  return text === null ? null : JSON.parse(text)
}

type GoogleAuthState = {
  /** Google's access token: in memory only, gone with the page. */
  accessToken: string | null
  signedIn: boolean
  /** Leaves the page for Google. Throws CallError where it isn't configured, or the server can't be asked. */
  signIn: (purpose: GooglePurpose) => Promise<void>
  signOut: () => void
}

const signedOutState = { accessToken: null, signedIn: false }

/** The Google auth context of the specification. */
export const useGoogleAuth = create<GoogleAuthState>()((set) => ({
  ...signedOutState,
  signIn: redirectToGoogle,
  signOut: () => set(signedOutState),
}))

useSession.subscribe(({ userLoggedIn }, before) => {
  if (!userLoggedIn && before.userLoggedIn) useGoogleAuth.getState().signOut()
})

/** The e-mail of Google's id token, if it answers the question that this page asked. The server checks its signature. */
const getIdTokenEmail = (idToken: string, nonce: string): string => {
  const payload = decodeTokenPayload(idToken)
  if (payload?.nonce !== nonce || typeof payload.email !== 'string')
    throw new GoogleSignInError('failed', 'the id token answers another question')
  return payload.email
}

const signInWithGoogle = async (idToken: string, email: string): Promise<SessionStatus> => {
  const { exists } = await callEndpoint(googleEndpoints.checkEmail, { query: { email } })
  if (!exists) throw new GoogleSignInError('unknown', 'nobody has this e-mail')
  const { token, user } = await callEndpoint(googleEndpoints.login, { body: { token: idToken } }, { host: config.api2 })
  return startSession(token, user)
}

const finishGoogleSignIn = async (
  answer: URLSearchParams,
  pending: PendingGoogleSignIn | null,
): Promise<SessionStatus> => {
  // Asked for while the page is drawn, it must not change what other parts of it show before that is done.
  await Promise.resolve()
  // Going to Google and back was a new page, which begins in Spanish.
  if (pending?.kind === 'signIn') useSession.setState({ currentLanguage: pending.language })
  if (answer.has('error')) {
    console.warn('Google refused:', answer.get('error'), answer.get('error_description') ?? '')
    throw new GoogleSignInError('failed', 'Google refused')
  }
  const idToken = answer.get('id_token')
  const accessToken = answer.get('access_token')
  if (!pending || !idToken || answer.get('state') !== pending.state)
    throw new GoogleSignInError('failed', 'nobody here asked for this answer')
  const email = getIdTokenEmail(idToken, pending.nonce)
  const entry =
    pending.kind === 'unlock' ? await unlockSession({ googleToken: idToken }) : await signInWithGoogle(idToken, email)
  useGoogleAuth.setState({ accessToken, signedIn: true })
  return entry
}

let lastGoogleAnswer:
  | { answer: URLSearchParams; pending: PendingGoogleSignIn | null; entry: Promise<SessionStatus> }
  | undefined
/**
 * Ends what `signIn` began, with what Google wrote into the address: once for each answer, however often it is asked.
 * `entry` rejects with GoogleProblem or CallError.
 */
export const handleGoogleAnswer = (answer: URLSearchParams): NonNullable<typeof lastGoogleAnswer> => {
  if (lastGoogleAnswer?.answer === answer) return lastGoogleAnswer
  const pending = takePendingSignIn()
  lastGoogleAnswer = { answer, pending, entry: finishGoogleSignIn(answer, pending) }
  // Whoever waits for it hears of its failure; it may fail before anybody does.
  lastGoogleAnswer.entry.catch(() => undefined)
  return lastGoogleAnswer
}

const problemKindsByErrorCode: Record<string, GoogleSignInError['kind']> = {
  'google.unknown': 'unknown',
  'google.failed': 'failed',
}

/** Which of the two fixed sentences fits the failure; null where the server's own word is the better one. */
export const getGoogleProblemKind = (error: unknown): GoogleSignInError['kind'] | null => {
  if (error instanceof GoogleSignInError) return error.kind
  if (!(error instanceof CallError)) return 'failed'
  return problemKindsByErrorCode[error.code] ?? (error.status === 0 ? 'failed' : null)
}

import { createRemoteJWKSet, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { z } from 'zod'
import { refuse } from '#server/core/errors.ts'
import type { Raw, Serving, ServingConfig } from '#server/core/serve.ts'
import { isWithin } from './limit-calls.ts'

/** What the specification asks consent for. */
export const googleScopes = [
  'openid',
  'profile',
  'email',
  'https://www.googleapis.com/auth/calendar.readonly',
  'https://www.googleapis.com/auth/calendar.freebusy',
  'https://www.googleapis.com/auth/userinfo.email',
  'https://www.googleapis.com/auth/directory.readonly',
]

const googleItself = 'https://accounts.google.com'
/** Google signs some tokens without the scheme. */
const issuersOf = (issuer: string): string[] => (issuer === googleItself ? [issuer, 'accounts.google.com'] : [issuer])

const patienceMs = 5_000
/** Where the endpoints are hardly ever changes; that it couldn't be read may be over in a moment. */
const keptMs = 3_600_000
const failureKeptMs = 5_000
/** A token with an unknown key has the keys read again, not more often than this. */
const keysReadAgainMs = 5_000
/** Clocks differ. */
const leewaySeconds = 60
/** Google's tokens live an hour: an older one isn't asked for, whatever it says of its end. */
const oldestSeconds = 3_600

const Discovery = z.object({ issuer: z.string(), jwks_uri: z.url(), authorization_endpoint: z.url() })
type Endpoints = { authorizationEndpoint: string; keys: JWTVerifyGetKey }

const discover = async (issuer: string): Promise<Endpoints> => {
  const response = await fetch(`${issuer}/.well-known/openid-configuration`, {
    signal: AbortSignal.timeout(patienceMs),
    redirect: 'error',
  })
  if (!response.ok) throw new Error(`discovery answered ${response.status}`)
  const found = Discovery.parse(await response.json())
  if (found.issuer.replace(/\/+$/, '') !== issuer) throw new Error('discovery names another issuer')
  const keys = createRemoteJWKSet(new URL(found.jwks_uri), {
    timeoutDuration: patienceMs,
    cooldownDuration: keysReadAgainMs,
  })
  return { authorizationEndpoint: found.authorization_endpoint, keys }
}

const known = new Map<string, { endpoints: Promise<Endpoints>; until: number }>()

/** The issuer's endpoints, read once and kept; many who ask at once wait for the same answer. */
const endpointsOf = (issuer: string): Promise<Endpoints> => {
  const kept = known.get(issuer)
  if (kept && kept.until > Date.now()) return kept.endpoints
  const asked = { endpoints: discover(issuer), until: Date.now() + keptMs }
  known.set(issuer, asked)
  asked.endpoints.catch(() => {
    asked.until = Date.now() + failureKeptMs
  })
  return asked.endpoints
}

const failed = () => refuse('google.failed', { message: 'Error en el inicio de sesión con Google.' })

/** The client's id; throws `google.notConfigured`. */
const clientOf = ({ googleClientId }: ServingConfig): string => {
  if (!googleClientId) throw refuse('google.notConfigured')
  return googleClientId
}

/** What a browser needs to be sent to Google. Throws `google.notConfigured`, and `google.failed` where Google can't be reached. */
export const googleEntry = async ({ request, serving }: Raw) => {
  const clientId = clientOf(serving.config)
  const { authorizationEndpoint } = await endpointsOf(serving.config.googleIssuer).catch((error: unknown) => {
    request.log.warn({ reason: reasonOf(error) }, 'Google can not be reached')
    throw failed()
  })
  return { clientId, authorizationEndpoint, scopes: googleScopes }
}

/** Of an error, what may stand in a log: never the token. */
const reasonOf = (error: unknown): string => {
  const { code, name } = error as { code?: unknown; name?: unknown }
  return String(code ?? name ?? 'unknown')
}

const Claims = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().max(254),
  email_verified: z.literal(true),
  azp: z.string().optional(),
})

/**
 * Whom Google says this is: the token's signature, issuer, audience and time are right, and Google has verified the e-mail,
 * which comes in lower case. Throws `google.failed` for any other token and where Google can't be reached.
 */
export const verifyGoogleToken = async (
  serving: Serving,
  token: string,
): Promise<{ email: string; subject: string }> => {
  const { config, clock } = serving
  const audience = clientOf(config)
  try {
    const { keys } = await endpointsOf(config.googleIssuer)
    const { payload } = await jwtVerify(token, keys, {
      issuer: issuersOf(config.googleIssuer),
      audience,
      algorithms: ['RS256', 'ES256'],
      clockTolerance: leewaySeconds,
      maxTokenAge: oldestSeconds,
      requiredClaims: ['exp', 'iat', 'sub', 'email'],
      currentDate: new Date(clock()),
    })
    const { sub, email, azp } = Claims.parse(payload)
    if (azp !== undefined && azp !== audience) throw new Error('the token was made for another client')
    return { email: email.toLowerCase(), subject: sub }
  } catch {
    // Why a token isn't good helps whoever forges them, and nobody else.
    throw failed()
  }
}

/** Longer than any token lasts here: from before it was issued, by a clock that is ahead, to after its end. */
const onceInSeconds = oldestSeconds + 2 * leewaySeconds

/**
 * Uses up a verified token, in all processes: one that was seen on its way opens nothing any more. Throws `google.failed` where it was used
 * already. What is signed names it: a signature can be written in several ways.
 */
export const takeGoogleToken = async (serving: Serving, token: string): Promise<void> => {
  const signed = token.slice(0, token.lastIndexOf('.'))
  if (!(await isWithin(serving, `google token ${signed}`, [{ most: 1, seconds: onceInSeconds }]))) throw failed()
}

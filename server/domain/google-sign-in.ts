import { createRemoteJWKSet, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { z } from 'zod'
import { buildRefusal } from '#server/core/errors.ts'
import type { EndpointConfig, EndpointDeps, HttpContext } from '#server/core/routes.ts'
import { isWithinRateLimit } from './rate-limit.ts'

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

const defaultGoogleIssuer = 'https://accounts.google.com'
/** Google signs some tokens without the scheme. */
const listAcceptedIssuers = (issuer: string): string[] =>
  issuer === defaultGoogleIssuer ? [issuer, 'accounts.google.com'] : [issuer]

const googleTimeoutMs = 5_000
/** Where the endpoints are hardly ever changes; that it couldn't be read may be over in a moment. */
const discoveryCacheMs = 3_600_000
const discoveryFailureCacheMs = 5_000
/** A token with an unknown key has the keys read again, not more often than this. */
const keysCooldownMs = 5_000
/** Clocks differ. */
const leewaySeconds = 60
/** Google's tokens live an hour: an older one isn't asked for, whatever it says of its end. */
const maxTokenAgeSeconds = 3_600

const DiscoverySchema = z.object({ issuer: z.string(), jwks_uri: z.url(), authorization_endpoint: z.url() })
type GoogleEndpoints = { authorizationEndpoint: string; keys: JWTVerifyGetKey }

const fetchGoogleEndpoints = async (issuer: string): Promise<GoogleEndpoints> => {
  const response = await fetch(`${issuer}/.well-known/openid-configuration`, {
    signal: AbortSignal.timeout(googleTimeoutMs),
    redirect: 'error',
  })
  if (!response.ok) throw new Error(`discovery answered ${response.status}`)
  const found = DiscoverySchema.parse(await response.json())
  if (found.issuer.replace(/\/+$/, '') !== issuer) throw new Error('discovery names another issuer')
  const keys = createRemoteJWKSet(new URL(found.jwks_uri), {
    timeoutDuration: googleTimeoutMs,
    cooldownDuration: keysCooldownMs,
  })
  return { authorizationEndpoint: found.authorization_endpoint, keys }
}

const endpointsCache = new Map<string, { endpoints: Promise<GoogleEndpoints>; until: number }>()

/** The issuer's endpoints, read once and kept; many who ask at once wait for the same answer. */
const getGoogleEndpoints = (issuer: string): Promise<GoogleEndpoints> => {
  const kept = endpointsCache.get(issuer)
  if (kept && kept.until > Date.now()) return kept.endpoints
  const entry = { endpoints: fetchGoogleEndpoints(issuer), until: Date.now() + discoveryCacheMs }
  endpointsCache.set(issuer, entry)
  entry.endpoints.catch(() => {
    entry.until = Date.now() + discoveryFailureCacheMs
  })
  return entry.endpoints
}

const buildGoogleRefusal = () => buildRefusal('google.failed', { message: 'Error en el inicio de sesión con Google.' })

/** The client's id; throws `google.notConfigured`. */
const getGoogleClientId = ({ googleClientId }: EndpointConfig): string => {
  if (!googleClientId) throw buildRefusal('google.notConfigured')
  return googleClientId
}

/** What a browser needs to be sent to Google. Throws `google.notConfigured`, and `google.failed` where Google can't be reached. */
export const buildGoogleSignInRequest = async ({ request, deps }: HttpContext) => {
  const clientId = getGoogleClientId(deps.config)
  const { authorizationEndpoint } = await getGoogleEndpoints(deps.config.googleIssuer).catch((error: unknown) => {
    request.log.warn({ reason: getFailureReason(error) }, 'Google can not be reached')
    throw buildGoogleRefusal()
  })
  return { clientId, authorizationEndpoint, scopes: googleScopes }
}

/** Of an error, what may stand in a log: never the token. */
const getFailureReason = (error: unknown): string => {
  const { code, name } = error as { code?: unknown; name?: unknown }
  return String(code ?? name ?? 'unknown')
}

const GoogleClaimsSchema = z.object({
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
  deps: EndpointDeps,
  token: string,
): Promise<{ email: string; subject: string }> => {
  const { config, clock } = deps
  const audience = getGoogleClientId(config)
  try {
    const { keys } = await getGoogleEndpoints(config.googleIssuer)
    const { payload } = await jwtVerify(token, keys, {
      issuer: listAcceptedIssuers(config.googleIssuer),
      audience,
      algorithms: ['RS256', 'ES256'],
      clockTolerance: leewaySeconds,
      maxTokenAge: maxTokenAgeSeconds,
      requiredClaims: ['exp', 'iat', 'sub', 'email'],
      currentDate: new Date(clock()),
    })
    const { sub, email, azp } = GoogleClaimsSchema.parse(payload)
    if (azp !== undefined && azp !== audience) throw new Error('the token was made for another client')
    return { email: email.toLowerCase(), subject: sub }
  } catch {
    // Why a token isn't good helps whoever forges them, and nobody else.
    throw buildGoogleRefusal()
  }
}

/** Longer than any token lasts here: from before it was issued, by a clock that is ahead, to after its end. */
const tokenReplayWindowSeconds = maxTokenAgeSeconds + 2 * leewaySeconds

/**
 * Uses up a verified token, in all processes: one that was seen on its way opens nothing any more. Throws `google.failed` where it was used
 * already. What is signed names it: a signature can be written in several ways.
 */
export const consumeGoogleToken = async (deps: EndpointDeps, token: string): Promise<void> => {
  const signed = token.slice(0, token.lastIndexOf('.'))
  if (!(await isWithinRateLimit(deps, `google token ${signed}`, [{ maxCalls: 1, seconds: tokenReplayWindowSeconds }])))
    throw buildGoogleRefusal()
}

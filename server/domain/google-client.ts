import { decodeJwt, errors } from 'jose'
import { z } from 'zod'
import type { GoogleProblem } from '#contract/google-calendar/words.ts'
import type { GoogleCalendarConfig } from '#server/core/config.ts'

/**
 * What Google answers where it doesn't answer what it was asked for. `resync`: its token for changes is too old; `unauthorized`: the access token is.
 * No text of it holds a token, a title or an address.
 */
export class GoogleCallError extends Error {
  override name = 'GoogleCallError'
  readonly kind: GoogleProblem | 'resync' | 'unauthorized'
  readonly retryAfterSeconds: number
  constructor(kind: GoogleCallError['kind'], why: string, retryAfterSeconds = 0) {
    super(why)
    this.kind = kind
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export const googleCalendarScope = 'https://www.googleapis.com/auth/calendar.readonly'
export const googleDirectoryScope = 'https://www.googleapis.com/auth/directory.readonly'

/** A page of a calendar is far smaller. */
const maxAnswerBytes = 20_000_000

const readText = async (response: Response): Promise<string> => {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > maxAnswerBytes) throw new GoogleCallError('unreachable', 'an answer of Google is too long')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

type GoogleRequest = {
  method?: 'GET' | 'POST'
  accessToken?: string
  form?: Record<string, string>
  json?: object
  timeoutMs: number
}
type GoogleAnswer = { status: number; body: unknown; retryAfterSeconds: number }

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const buildRequest = ({ method = 'GET', accessToken, form, json, timeoutMs }: GoogleRequest): RequestInit => ({
  method,
  // What Google says of itself never leads elsewhere.
  redirect: 'error',
  signal: AbortSignal.timeout(timeoutMs),
  headers: {
    ...(accessToken && { authorization: `Bearer ${accessToken}` }),
    ...(json && { 'content-type': 'application/json' }),
  },
  ...(form && { body: new URLSearchParams(form) }),
  ...(json && { body: JSON.stringify(json) }),
})

/** Throws GoogleCallError where there is no answer, none in time, or half of one. */
const send = async (url: string, request: GoogleRequest): Promise<GoogleAnswer> => {
  try {
    const response = await fetch(url, buildRequest(request))
    const retryAfter = Number(response.headers.get('retry-after'))
    return {
      status: response.status,
      body: parseJson(await readText(response)),
      retryAfterSeconds: Number.isFinite(retryAfter) && retryAfter > 0 ? Math.min(retryAfter, 86_400) : 0,
    }
  } catch (error) {
    if (error instanceof GoogleCallError) throw error
    const { name, code } = error as { name?: string; code?: string }
    throw new GoogleCallError('unreachable', `no answer of Google: ${code ?? name ?? 'unknown'}`)
  }
}

const ApiFailure = z.object({
  error: z.object({
    status: z.string().optional(),
    errors: z.array(z.object({ reason: z.string().optional() })).optional(),
    details: z.array(z.object({ reason: z.string().optional() })).optional(),
  }),
})

const limitReasons = new Set([
  'rateLimitExceeded',
  'userRateLimitExceeded',
  'quotaExceeded',
  'dailyLimitExceeded',
  'RATE_LIMIT_EXCEEDED',
])
const scopeReasons = new Set(['insufficientPermissions', 'ACCESS_TOKEN_SCOPE_INSUFFICIENT'])
const clientReasons = new Set(['accessNotConfigured', 'SERVICE_DISABLED'])

const findReasons = (body: unknown): string[] => {
  const { data } = ApiFailure.safeParse(body)
  return [...(data?.error.errors ?? []), ...(data?.error.details ?? [])].flatMap(({ reason }) => reason ?? [])
}

const classifyForbidden = (reasons: readonly string[]): GoogleProblem => {
  if (reasons.some((reason) => limitReasons.has(reason))) return 'limited'
  if (reasons.some((reason) => scopeReasons.has(reason))) return 'scope'
  return reasons.some((reason) => clientReasons.has(reason)) ? 'misconfigured' : 'unreachable'
}

const classifyFailure = ({ status, body }: GoogleAnswer): GoogleCallError['kind'] => {
  if (status === 401) return 'unauthorized'
  if (status === 403) return classifyForbidden(findReasons(body))
  if (status === 410) return 'resync'
  return status === 429 ? 'limited' : 'unreachable'
}

/** An answer of the calendar or the directory, in the shape that was asked for. Throws GoogleCallError. */
const callApi = async <T>(url: string, request: GoogleRequest, shape: z.ZodType<T>): Promise<T> => {
  const answer = await send(url, request)
  if (answer.status !== 200) {
    const reasons = findReasons(answer.body).join(', ')
    throw new GoogleCallError(
      classifyFailure(answer),
      `Google answered ${answer.status} ${reasons}`.trim(),
      answer.retryAfterSeconds,
    )
  }
  const { data } = shape.safeParse(answer.body)
  if (data === undefined) throw new GoogleCallError('unreachable', 'Google answered something else')
  return data
}

const TokenFailure = z.object({ error: z.string() })
const tokenProblems: Readonly<Record<string, GoogleProblem>> = {
  invalid_grant: 'revoked',
  admin_policy_enforced: 'blocked',
  access_denied: 'blocked',
  invalid_client: 'misconfigured',
  unauthorized_client: 'misconfigured',
  redirect_uri_mismatch: 'misconfigured',
  invalid_scope: 'misconfigured',
}
const TokenAnswer = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive(),
  scope: z.string().default(''),
  refresh_token: z.string().min(1).optional(),
  id_token: z.string().optional(),
})

const callTokenEndpoint = async (google: GoogleCalendarConfig, form: Record<string, string>, timeoutMs: number) => {
  const { clientId, clientSecret, tokenUrl } = google
  const answer = await send(tokenUrl, {
    method: 'POST',
    form: { ...form, client_id: clientId, client_secret: clientSecret },
    timeoutMs,
  })
  const { data } = TokenAnswer.safeParse(answer.body)
  if (answer.status === 200 && data) return data
  const problem = tokenProblems[TokenFailure.safeParse(answer.body).data?.error ?? '']
  throw new GoogleCallError(
    problem ?? (answer.status === 429 ? 'limited' : 'unreachable'),
    `Google's tokens answered ${answer.status}`,
    answer.retryAfterSeconds,
  )
}

const IdClaims = z.object({ aud: z.string(), sub: z.string().min(1).max(255), email: z.string().min(3).max(254) })

/** Undefined of what is no token, or not one of these claims. */
const readIdClaims = (token: string): z.infer<typeof IdClaims> | undefined => {
  try {
    return IdClaims.safeParse(decodeJwt(token)).data
  } catch (error) {
    if (error instanceof errors.JWTInvalid) return undefined
    throw error
  }
}

/**
 * What a code is good for: a token that lasts, what was consented to, and whose account it is. The claims come from Google itself, over TLS, so their
 * signature says nothing more (OpenID Connect Core 1.0, 3.1.3.7). Throws GoogleCallError.
 */
export const exchangeGoogleCode = async (
  google: GoogleCalendarConfig,
  { code, verifier, redirectUrl }: { code: string; verifier: string; redirectUrl: string },
): Promise<{ refreshToken: string; scopes: string[]; email: string }> => {
  const form = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: redirectUrl }
  const { refresh_token, scope, id_token } = await callTokenEndpoint(google, form, 10_000)
  const claims = id_token ? readIdClaims(id_token) : undefined
  if (!refresh_token || !claims || claims.aud !== google.clientId)
    throw new GoogleCallError('revoked', 'Google sent no lasting token, or one of somebody else')
  return { refreshToken: refresh_token, scopes: scope.split(' ').filter(Boolean), email: claims.email.toLowerCase() }
}

/** Takes the consent back at Google. Throws GoogleCallError where it couldn't be told. */
export const revokeGoogleToken = async (google: GoogleCalendarConfig, token: string): Promise<void> => {
  const { status } = await send(google.revocationUrl, { method: 'POST', form: { token }, timeoutMs: 5_000 })
  // 400: there was none any more.
  if (status !== 200 && status !== 400) throw new GoogleCallError('unreachable', `revocation answered ${status}`)
}

/** One that is about to end is asked for anew. */
const tokenLeewayMs = 60_000
const maxCachedTokens = 1000
const accessTokens = new Map<string, { token: string; until: number }>()

/** A consent by which Google is asked: `id` changes with each new consent. */
export type GoogleGrant = { id: string; refreshToken: string }

const getAccessToken = async (
  google: GoogleCalendarConfig,
  { id, refreshToken }: GoogleGrant,
  timeoutMs: number,
): Promise<string> => {
  const cached = accessTokens.get(id)
  if (cached && cached.until > Date.now()) return cached.token
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken }
  const { access_token, expires_in } = await callTokenEndpoint(google, form, timeoutMs)
  accessTokens.delete(id)
  if (accessTokens.size >= maxCachedTokens) accessTokens.delete(accessTokens.keys().next().value!)
  accessTokens.set(id, { token: access_token, until: Date.now() + expires_in * 1000 - tokenLeewayMs })
  return access_token
}

/** Asks with the consent's access token; one that Google doesn't take any more is asked for anew, once. */
const callWithGrant = async <T>(
  google: GoogleCalendarConfig,
  grant: GoogleGrant,
  { url, shape, ...request }: Omit<GoogleRequest, 'accessToken'> & { url: string; shape: z.ZodType<T> },
): Promise<T> => {
  const attempt = async (): Promise<T> =>
    callApi(url, { ...request, accessToken: await getAccessToken(google, grant, request.timeoutMs) }, shape)
  try {
    return await attempt()
  } catch (error) {
    if (!(error instanceof GoogleCallError) || error.kind !== 'unauthorized') throw error
    accessTokens.delete(grant.id)
  }
  try {
    return await attempt()
  } catch (error) {
    if (error instanceof GoogleCallError && error.kind === 'unauthorized')
      throw new GoogleCallError('revoked', 'Google takes no access token of this consent')
    throw error
  }
}

const EventTime = z.object({ date: z.string().optional(), dateTime: z.string().optional() })
const EventShape = z.object({
  id: z.string().min(1).max(1024),
  status: z.string().optional(),
  summary: z.string().optional(),
  start: EventTime.optional(),
  end: EventTime.optional(),
  transparency: z.string().optional(),
  eventType: z.string().optional(),
  iCalUID: z.string().optional(),
  attendees: z.array(z.object({ self: z.boolean().optional(), responseStatus: z.string().optional() })).optional(),
})
export type GoogleEventShape = z.infer<typeof EventShape>
const EventPage = z.object({
  items: z.array(EventShape).default([]),
  nextPageToken: z.string().optional(),
  nextSyncToken: z.string().optional(),
})

const eventFields =
  'nextPageToken,nextSyncToken,items(id,status,summary,start,end,transparency,eventType,iCalUID,attendees(self,responseStatus))'
const eventsPerPage = 500

/** All events of some days, or what has changed since. */
export type EventSelection = { from: string; to: string } | { syncToken: string }

/** One page of the person's own calendar, repeated events one by one. Throws GoogleCallError. */
export const listGoogleEvents = (
  google: GoogleCalendarConfig,
  grant: GoogleGrant,
  selection: EventSelection,
  pageToken: string | undefined,
): Promise<z.infer<typeof EventPage>> => {
  const query = new URLSearchParams({
    singleEvents: 'true',
    maxResults: String(eventsPerPage),
    fields: eventFields,
    ...('syncToken' in selection
      ? { syncToken: selection.syncToken }
      : { timeMin: selection.from, timeMax: selection.to }),
    ...(pageToken !== undefined && { pageToken }),
  })
  const url = `${google.calendarUrl}/calendars/primary/events?${query}`
  return callWithGrant(google, grant, { url, shape: EventPage, timeoutMs: 20_000 })
}

const FreeBusy = z.object({
  calendars: z.record(
    z.string(),
    z.object({
      errors: z.array(z.unknown()).optional(),
      busy: z.array(z.object({ start: z.string(), end: z.string() })).default([]),
    }),
  ),
})

/** So many calendars are asked about in one call (Google's own limit). */
const maxFreeBusyCalendars = 50
/** Somebody waits for it. */
const freeBusyTimeoutMs = 4_000

/** When the calendars of these addresses are busy, in milliseconds; one that Google doesn't tell of is missing. Throws GoogleCallError. */
export const findGoogleFreeBusy = async (
  google: GoogleCalendarConfig,
  grant: GoogleGrant,
  { emails, from, to }: { emails: readonly string[]; from: number; to: number },
): Promise<Map<string, { from: number; to: number }[]>> => {
  const found = new Map<string, { from: number; to: number }[]>()
  for (let first = 0; first < emails.length; first += maxFreeBusyCalendars) {
    const { calendars } = await callWithGrant(google, grant, {
      url: `${google.calendarUrl}/freeBusy`,
      method: 'POST',
      json: {
        timeMin: new Date(from).toISOString(),
        timeMax: new Date(to).toISOString(),
        items: emails.slice(first, first + maxFreeBusyCalendars).map((id) => ({ id })),
      },
      shape: FreeBusy,
      timeoutMs: freeBusyTimeoutMs,
    })
    for (const [email, { errors, busy }] of Object.entries(calendars)) {
      const intervals = busy.map(({ start, end }) => ({ from: Date.parse(start), to: Date.parse(end) }))
      if (!errors?.length && intervals.every(({ from, to }) => from <= to)) found.set(email.toLowerCase(), intervals)
    }
  }
  return found
}

const DirectoryAnswer = z.object({
  people: z
    .array(
      z.object({
        names: z.array(z.object({ displayName: z.string().optional() })).optional(),
        emailAddresses: z.array(z.object({ value: z.string().optional() })).optional(),
      }),
    )
    .default([]),
})

/** People of the person's own organisation. Throws GoogleCallError. */
export const searchGoogleDirectory = async (
  google: GoogleCalendarConfig,
  grant: GoogleGrant,
  search: string,
): Promise<{ name: string; email: string }[]> => {
  const query = new URLSearchParams({
    query: search,
    readMask: 'names,emailAddresses',
    sources: 'DIRECTORY_SOURCE_TYPE_DOMAIN_PROFILE',
    pageSize: '10',
  })
  const url = `${google.peopleUrl}/people:searchDirectoryPeople?${query}`
  const { people } = await callWithGrant(google, grant, { url, shape: DirectoryAnswer, timeoutMs: freeBusyTimeoutMs })
  return people.flatMap(({ names, emailAddresses }) => {
    const email = emailAddresses?.[0]?.value
    return email ? [{ name: names?.[0]?.displayName ?? email, email }] : []
  })
}

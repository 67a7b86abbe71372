import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type * as contract from '#contract/google-calendar.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { GoogleCalendarConfig } from '#server/core/config.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { enqueueJob } from '#server/core/jobs.ts'
import type { EndpointDeps, HttpContext } from '#server/core/routes.ts'
import {
  exchangeGoogleCode,
  GoogleCallError,
  googleCalendarScope,
  googleDirectoryScope,
  revokeGoogleToken,
} from '#server/domain/google-client.ts'
import { googlePurpose } from '#server/domain/google-connections.ts'
import { googleScopes } from '#server/domain/google-sign-in.ts'
import { maskEmail } from '#server/domain/mask-identifiers.ts'
import { assertWithinRateLimit } from '#server/domain/rate-limit.ts'
import { syncJob } from './google-calendar.jobs.ts'

/** So long somebody may take to consent. */
const consentSeconds = 600
const consentLimits = [{ maxCalls: 20, seconds: 3600 }]
const syncLimits = [{ maxCalls: 30, seconds: 3600 }]

const getGoogle = ({ config }: EndpointDeps): GoogleCalendarConfig => {
  if (!config.googleCalendar) throw buildRefusal('googleCalendar.notConfigured')
  return config.googleCalendar
}

/** Where Google sends people back to: the screen itself. */
const getRedirectUrl = ({ config }: EndpointDeps): string => `${config.publicUrl}/crm/Calendario`

const toIso = (ms: number): string => new Date(ms).toISOString()

/** One's own connection, as far as one is told: never its token. */
export const findGoogleConnection = async (
  { db, person }: Ctx,
  _: unknown,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof contract.getGoogleConnection>> => {
  const row = await db
    .selectFrom('googleConnection as g')
    .where('g.userId', '=', person.userId)
    .select(['g.email', 'g.state', 'g.connectedAt', 'g.syncedAt', 'g.nextSyncAt', 'g.problem', 'g.scopes'])
    .select((query) =>
      query
        .selectFrom('googleEvent as v')
        .whereRef('v.userId', '=', 'g.userId')
        .select(sql<number>`count(*)::int`.as('events'))
        .as('events'),
    )
    .executeTakeFirst()
  const isConfigured = deps.config.googleCalendar !== undefined
  if (!row) return { isConfigured, connection: null }
  const { scopes, nextSyncAt, events, ...connection } = row
  return {
    isConfigured,
    connection: {
      ...(connection as Pick<contract.GoogleConnection, 'email' | 'state' | 'connectedAt' | 'syncedAt' | 'problem'>),
      nextSyncAt: connection.state === 'connected' && isConfigured ? nextSyncAt : null,
      events: events ?? 0,
      hasDirectory: scopes.includes(googleDirectoryScope),
    },
  }
}

/** Begins a consent: what comes back is good for whoever began it, once, with a verifier that never leaves the server (RFC 7636). */
export const startGoogleConsent = async (
  { db, person, prefix }: Ctx,
  _: unknown,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof contract.startGoogleConsent>> => {
  const google = getGoogle(deps)
  await assertWithinRateLimit(deps, `google consent of ${prefix} ${person.userId}`, consentLimits)
  const box = deps.getSecretBox(googlePurpose)
  const state = randomBytes(32).toString('base64url')
  const verifier = randomBytes(48).toString('base64url')
  await db
    .insertInto('googleConsent')
    .values({
      stateDigest: box.fingerprint(state),
      userId: person.userId,
      verifier: box.encrypt(verifier),
      expiresAt: toIso(deps.clock() + consentSeconds * 1000),
    })
    .execute()
  const address = new URL(google.authorizationUrl)
  address.search = new URLSearchParams({
    response_type: 'code',
    client_id: google.clientId,
    redirect_uri: getRedirectUrl(deps),
    scope: googleScopes.join(' '),
    access_type: 'offline',
    // Without it Google sends no lasting token to whoever has consented before.
    prompt: 'consent',
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    login_hint: person.email,
  }).toString()
  return { address: address.href }
}

/** The verifier of a consent that this person began; it is used up. */
const takeConsent = async ({ db, person }: Ctx, deps: EndpointDeps, state: string): Promise<string> => {
  const box = deps.getSecretBox(googlePurpose)
  const taken = await db
    .deleteFrom('googleConsent')
    .where('stateDigest', '=', box.fingerprint(state))
    .where('userId', '=', person.userId)
    .where('expiresAt', '>', toIso(deps.clock()))
    .returning('verifier')
    .executeTakeFirst()
  if (!taken) throw buildRefusal('googleCalendar.expired')
  return box.decrypt(taken.verifier)
}

/** The best effort to take a consent back that isn't used: what Google says to that is only logged. */
const revokeQuietly = async (google: GoogleCalendarConfig, token: string, { request }: HttpContext): Promise<void> => {
  try {
    await revokeGoogleToken(google, token)
  } catch (error) {
    request.log.warn({ reason: (error as Error).message }, 'a consent was not taken back at Google')
  }
}

const exchangeCode = async (
  google: GoogleCalendarConfig,
  code: Parameters<typeof exchangeGoogleCode>[1],
  { request }: HttpContext,
) => {
  try {
    return await exchangeGoogleCode(google, code)
  } catch (error) {
    if (!(error instanceof GoogleCallError)) throw error
    request.log.warn({ problem: error.kind, reason: error.message }, 'Google does not take a consent')
    throw buildRefusal(
      error.kind === 'unreachable' || error.kind === 'limited'
        ? 'googleCalendar.unreachable'
        : 'googleCalendar.refused',
    )
  }
}

/** Keeps the consent that was given, in place of the one before, and has the calendar read. */
export const connectGoogleCalendar = async (
  ctx: Ctx,
  { body: { code, state } }: ParsedRequest<typeof contract.connectGoogleCalendar>,
  http: HttpContext,
): Promise<ResponseBody<typeof contract.connectGoogleCalendar>> => {
  const { deps } = http
  const google = getGoogle(deps)
  const verifier = await takeConsent(ctx, deps, state)
  const { refreshToken, scopes, email } = await exchangeCode(
    google,
    { code, verifier, redirectUrl: getRedirectUrl(deps) },
    http,
  )
  if (!scopes.includes(googleCalendarScope)) {
    await revokeQuietly(google, refreshToken, http)
    throw buildRefusal('googleCalendar.scope')
  }
  const { userId } = ctx.person
  const now = toIso(deps.clock())
  await ctx.db.transaction().execute(async (tx) => {
    // Of another account nothing of the one before may stay.
    await tx.deleteFrom('googleConnection').where('userId', '=', userId).execute()
    await tx
      .insertInto('googleConnection')
      .values({
        userId,
        email,
        refreshToken: deps.getSecretBox(googlePurpose).encrypt(refreshToken),
        scopes: scopes,
        connectedAt: now,
        nextSyncAt: now,
      })
      .execute()
    await recordAuditEvent(tx, ctx, {
      action: 'googleCalendar.connected',
      entity: 'user',
      entityId: userId,
      after: { email: maskEmail(email) },
    })
    await enqueueJob(tx, syncJob, userId)
  })
  return { email }
}

/** Has one's calendar read as soon as may be; nothing where it isn't connected. */
export const syncGoogleCalendar = async (
  ctx: Ctx,
  _: unknown,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof contract.syncGoogleCalendar>> => {
  getGoogle(deps)
  const { userId } = ctx.person
  await assertWithinRateLimit(deps, `google sync of ${ctx.prefix} ${userId}`, syncLimits)
  const requested = await ctx.db.transaction().execute(async (tx) => {
    const due = await tx
      .updateTable('googleConnection')
      .where('userId', '=', userId)
      .where('state', '=', 'connected')
      .set({ nextSyncAt: toIso(deps.clock()) })
      .returning('userId')
      .executeTakeFirst()
    if (due) await enqueueJob(tx, syncJob, userId)
    return due !== undefined
  })
  return { requested }
}

/** Forgets the connection and all that was read, and takes the consent back at Google. */
export const disconnectGoogleCalendar = async (
  ctx: Ctx,
  _: unknown,
  http: HttpContext,
): Promise<ResponseBody<typeof contract.disconnectGoogleCalendar>> => {
  const { userId } = ctx.person
  const removed = await ctx.db.transaction().execute(async (tx) => {
    const gone = await tx
      .deleteFrom('googleConnection')
      .where('userId', '=', userId)
      .returning(['refreshToken', 'email'])
      .executeTakeFirst()
    if (gone)
      await recordAuditEvent(tx, ctx, {
        action: 'googleCalendar.disconnected',
        entity: 'user',
        entityId: userId,
        before: { email: maskEmail(gone.email) },
      })
    return gone
  })
  const { googleCalendar } = http.deps.config
  if (removed && googleCalendar)
    await revokeQuietly(googleCalendar, http.deps.getSecretBox(googlePurpose).decrypt(removed.refreshToken), http)
  return { removed: true }
}

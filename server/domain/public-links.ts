import { randomBytes, timingSafeEqual } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { type Idioma, type Prefix, prefixes } from '#contract/core/values.ts'
import type { DB, PublicLinkKind } from '#db/types.ts'
import { RefusalError } from '#rules/refusal-error.ts'
import type { AuditActor } from '#server/core/audit.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { EndpointDeps, HttpContext } from '#server/core/routes.ts'
import { getClientLanguage } from './document-language.ts'
import { toNetworkAddress } from './network-address.ts'
import { assertWithinRateLimit } from './rate-limit.ts'

/** What is needed to make a link, by a call or by a job. */
export type LinkDeps = Pick<EndpointDeps, 'getSecretBox' | 'clock'>

/** So long the right code lets a page act. */
const accessMinutes = 60
const linkPurpose = 'public-link'

/** A token begins with its prefix, as the e-mail already says whose it is: it is looked for in one place only. */
const prefixLetters: Record<Prefix, string> = { dino: 'd', dino_uab: 'u', cfl: 'c' }
const findPrefix = (token: string): Prefix | undefined =>
  prefixes.find((prefix) => prefixLetters[prefix] === token.slice(0, 1))
const tokenPattern = /^[a-z][\w-]{43}$/

const digest = (deps: LinkDeps, what: 'token' | 'code' | 'access', secret: string): string =>
  deps.getSecretBox(linkPurpose).fingerprint(`${what}:${secret}`)

/** A client who acts by a link: nobody of the staff. */
export const buildClientActor = ({ request }: HttpContext): AuditActor => ({
  person: { userId: null, cvl: null, actingCvl: null },
  requestId: request.id,
  address: request.ip,
})

/** Where the link of an e-mail leads. */
export const buildPublicLink = (publicUrl: string, page: 'consent' | 'form', token: string): string =>
  `${publicUrl}/public/${page}/${token}`

type NewLink = {
  prefix: Prefix
  kind: PublicLinkKind
  clientId: string
  recipient: string
  idioma: string
  days: number
  /** Null: by an act of the client. */
  createdBy: string | null
}

/** A new link; older ones of its kind, and of this client, no longer open. The token stands nowhere but in what is answered here. */
export const createPublicLink = async (
  tx: Kysely<DB>,
  deps: LinkDeps,
  { prefix, days, ...link }: NewLink,
): Promise<{ id: string; token: string; expiresAt: string }> => {
  const now = deps.clock()
  const createdAt = new Date(now).toISOString()
  const expiresAt = new Date(now + days * 86_400_000).toISOString()
  const token = `${prefixLetters[prefix]}${randomBytes(32).toString('base64url')}`
  await revokePublicLinks(tx, link.clientId, link.kind, createdAt)
  const { id } = await tx
    .insertInto('publicLink')
    .values({ ...link, tokenDigest: digest(deps, 'token', token), createdAt, expiresAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, token, expiresAt }
}

/** Links of a kind that a client has not used no longer open. */
export const revokePublicLinks = async (
  tx: Kysely<DB>,
  clientId: string,
  kind: PublicLinkKind,
  at: string,
): Promise<void> => {
  await tx
    .updateTable('publicLink')
    .set({ revokedAt: at })
    .where('clientId', '=', clientId)
    .where('kind', '=', kind)
    .where('usedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .execute()
}

export type OpenedLink = {
  id: string
  kind: PublicLinkKind
  clientId: string
  prefix: Prefix
  recipient: string
  idioma: Idioma
  expiresAt: string
  usedAt: string | null
  verifiedAt: string | null
}

export type FoundLink = OpenedLink & { db: Kysely<DB> }

/** Tries at one address, whatever they try: a token can't be guessed, and nobody keeps the server busy with it. */
const addressLimits = {
  open: [{ maxCalls: 120, seconds: 600 }],
  code: [{ maxCalls: 20, seconds: 3600 }],
  verify: [{ maxCalls: 40, seconds: 3600 }],
}

/** Refuses whoever comes too often. Before anything is looked for, so that it says nothing of the link. */
export const assertLinkCallAllowed = (
  { deps, request }: HttpContext,
  what: keyof typeof addressLimits,
): Promise<void> =>
  assertWithinRateLimit(deps, `public link ${what} from ${toNetworkAddress(request.ip)}`, addressLimits[what])

/**
 * The link of a token, open or used; null where there is none, it expired or was replaced, or the client has another e-mail by now: one look, so all
 * of them take the same time.
 */
export const findPublicLink = async (
  { deps }: Pick<HttpContext, 'deps'>,
  token: string,
  kinds: readonly PublicLinkKind[],
): Promise<FoundLink | null> => {
  const prefix = tokenPattern.test(token) ? findPrefix(token) : undefined
  if (!prefix) return null
  const { db } = deps.tenants.of(prefix)
  const link = await db
    .selectFrom('publicLink as l')
    .innerJoin('client', 'client.id', 'l.clientId')
    .where('l.tokenDigest', '=', digest(deps, 'token', token))
    .where('l.kind', 'in', kinds)
    .where('l.revokedAt', 'is', null)
    .where((eb) =>
      eb.or([eb('l.usedAt', 'is not', null), eb('l.expiresAt', '>', new Date(deps.clock()).toISOString())]),
    )
    .where((eb) => eb.or([eb('l.usedAt', 'is not', null), eb('client.email', '=', eb.ref('l.recipient'))]))
    .select(['l.id', 'l.kind', 'l.clientId', 'l.recipient', 'l.idioma', 'l.expiresAt', 'l.usedAt', 'l.verifiedAt'])
    .executeTakeFirst()
  return link ? { ...link, idioma: getClientLanguage(link.idioma, prefix), prefix, db } : null
}

/** A firm that is closed for maintenance takes no answers either. */
const assertNoMaintenance = async (deps: EndpointDeps, prefix: Prefix): Promise<void> => {
  const [row] = await deps.tenants
    .signIn()
    .queryPrepared<{ closed: boolean }>(
      'prefix closed',
      'select maintenance is not null as closed from tenant where prefix = $1',
      [prefix],
    )
  if (row?.closed) throw buildRefusal('maintenance')
}

/** The same for what acts on it: refused with `link.invalid`, `link.used`, or `maintenance` while the firm is closed. */
export const getOpenLink = async (
  raw: Pick<HttpContext, 'deps'>,
  token: string,
  kinds: readonly PublicLinkKind[],
): Promise<FoundLink> => {
  const link = await findPublicLink(raw, token, kinds)
  if (!link) throw buildRefusal('link.invalid')
  if (link.usedAt) throw buildRefusal('link.used')
  await assertNoMaintenance(raw.deps, link.prefix)
  return link
}

export const codeMinutes = 10
const maxCodeAttempts = 5

/** Puts a new code on the link; the one before no longer holds. */
export const createLinkCode = async (tx: Kysely<DB>, deps: LinkDeps, linkId: string, code: string): Promise<void> => {
  await tx
    .updateTable('publicLink')
    .set({
      codeDigest: digest(deps, 'code', `${linkId}:${code}`),
      codeExpiresAt: new Date(deps.clock() + codeMinutes * 60_000).toISOString(),
      codeAttempts: 0,
    })
    .where('id', '=', linkId)
    .execute()
}

const isSameDigest = (one: string, other: string): boolean => timingSafeEqual(Buffer.from(one), Buffer.from(other))

/**
 * Counts the try before it looks at the code, so that tries at once don't share one. Answers what lets the page act from now on; refuses with
 * `link.wrongCode` or `link.codeExpired`.
 */
export const takeLinkCode = async (
  db: Kysely<DB>,
  deps: LinkDeps,
  { id }: Pick<OpenedLink, 'id'>,
  code: string,
): Promise<string> => {
  const now = deps.clock()
  const at = new Date(now).toISOString()
  const attempt = await db
    .updateTable('publicLink')
    .set({ codeAttempts: sql`code_attempts + 1` })
    .where('id', '=', id)
    .where('codeExpiresAt', '>', at)
    .where('codeAttempts', '<', maxCodeAttempts)
    .returning(['codeDigest', 'codeAttempts'])
    .executeTakeFirst()
  if (!attempt?.codeDigest) throw buildRefusal('link.codeExpired')
  const given = digest(deps, 'code', `${id}:${code}`)
  if (!isSameDigest(attempt.codeDigest, given)) {
    const left = maxCodeAttempts - attempt.codeAttempts
    throw left > 0
      ? buildRefusal('link.wrongCode', { fields: { left: String(left) } })
      : buildRefusal('link.codeExpired')
  }
  const access = randomBytes(32).toString('base64url')
  const taken = await db
    .updateTable('publicLink')
    .set({
      codeDigest: null,
      codeExpiresAt: null,
      verifiedAt: at,
      accessDigest: digest(deps, 'access', access),
      accessExpiresAt: new Date(now + accessMinutes * 60_000).toISOString(),
    })
    .where('id', '=', id)
    .where('codeDigest', '=', given)
    .returning('id')
    .executeTakeFirst()
  if (!taken) throw buildRefusal('link.codeExpired')
  return access
}

/**
 * The link, nobody else's until the transaction ends, for who has given its code. Refused with `link.invalid`, `link.used`, or `link.accessOver` where
 * a code is needed again.
 */
export const lockVerifiedLink = async (
  tx: Kysely<DB>,
  deps: LinkDeps,
  { id }: Pick<OpenedLink, 'id'>,
  access: string,
): Promise<{ verifiedAt: string }> => {
  const at = new Date(deps.clock()).toISOString()
  const link = await tx
    .selectFrom('publicLink as l')
    .innerJoin('client', 'client.id', 'l.clientId')
    .where('l.id', '=', id)
    .select(['l.usedAt', 'l.revokedAt', 'l.expiresAt', 'l.verifiedAt', 'l.accessDigest', 'l.recipient', 'client.email'])
    .select(sql<boolean>`l.access_expires_at > ${at}::timestamptz`.as('isAccessOpen'))
    .select(sql<boolean>`l.expires_at > ${at}::timestamptz`.as('isOpen'))
    .forUpdate('l')
    .executeTakeFirst()
  if (!link || link.revokedAt || !link.isOpen || link.email !== link.recipient) throw buildRefusal('link.invalid')
  if (link.usedAt) throw buildRefusal('link.used')
  const isVerified = link.accessDigest !== null && isSameDigest(link.accessDigest, digest(deps, 'access', access))
  if (!link.isAccessOpen || !isVerified || !link.verifiedAt) throw buildRefusal('link.accessOver')
  return { verifiedAt: link.verifiedAt }
}

/**
 * Single use: nothing opens it again. The caller has locked it. The access of whoever used it stays until it is over, only to know them again where
 * the reply was lost on the way (`runOnceByLink`).
 */
export const markLinkUsed = async (tx: Kysely<DB>, linkId: string, at: string): Promise<void> => {
  await tx
    .updateTable('publicLink')
    .set({ usedAt: at, codeDigest: null, codeExpiresAt: null })
    .where('id', '=', linkId)
    .execute()
}

/** The link of a token, open or used, for the page that holds its access, as long as that lasts. */
const findOwnLink = async (
  raw: Pick<HttpContext, 'deps'>,
  token: string,
  access: string,
  kinds: readonly PublicLinkKind[],
): Promise<FoundLink | null> => {
  const { deps } = raw
  const link = await findPublicLink(raw, token, kinds)
  if (!link?.verifiedAt) return null
  const held = await link.db
    .selectFrom('publicLink')
    .where('id', '=', link.id)
    .where('accessExpiresAt', '>', new Date(deps.clock()).toISOString())
    .select('accessDigest')
    .executeTakeFirst()
  return held?.accessDigest && isSameDigest(held.accessDigest, digest(deps, 'access', access)) ? link : null
}

/** What is refused of an act that was done already. */
const doneCodes: readonly string[] = ['link.used', 'consent.notSigned']

/**
 * Acts on a link. Where that is refused because it was done already, and the page that did it sends the same once more since the reply was lost, it is
 * answered as the first time, and nothing is written. `findDone` says what was done, or null where this is something else, or no longer stands.
 */
export const runOnceByLink = async <Done>(
  raw: Pick<HttpContext, 'deps'>,
  { token, access, kinds }: { token: string; access: string; kinds: readonly PublicLinkKind[] },
  act: () => Promise<Done>,
  findDone: (link: FoundLink) => Promise<Done | null>,
): Promise<Done> => {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof RefusalError) || !doneCodes.includes(error.code)) throw error
    const link = await findOwnLink(raw, token, access, kinds)
    const done = link && (await findDone(link))
    if (!done) throw error
    return done
  }
}

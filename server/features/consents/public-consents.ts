import { type Kysely, sql } from 'kysely'
import { consentLanguages, consentPurposes } from '#contract/consents/purposes.ts'
import type * as contract from '#contract/consents.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { DB } from '#db/types.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { naturalNameSql } from '#server/core/person-name.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { findFirmAccount } from '#server/domain/firm-account.ts'
import { maskEmail, toInitials } from '#server/domain/mask-identifiers.ts'
import {
  assertLinkCallAllowed,
  buildClientActor,
  type FoundLink,
  findPublicLink,
  getOpenLink,
  lockVerifiedLink,
  markLinkUsed,
  type OpenedLink,
  runOnceByLink,
} from '#server/domain/public-links.ts'
import { refreshLopdStatus } from './consent-status.ts'
import { findCurrentTexts, textLanguages } from './consent-texts.ts'
import { withdrawSignedConsents } from './withdraw-consent.ts'

type PublicConsents = ResponseBody<typeof contract.readConsents>
type PublicConsent = PublicConsents['consents'][number]

const consentLinkKinds = ['consent', 'withdrawal'] as const

/** What the link asks for, in the words in force: who was sent an older text reads and signs the newest. */
const readOpenConsents = async (db: Kysely<DB>, link: OpenedLink, at: string): Promise<PublicConsent[]> => {
  const texts = await findCurrentTexts(db, textLanguages[link.idioma])
  const rows = await db
    .selectFrom('consent')
    .where('linkId', '=', link.id)
    // After a merge whose survivor was asked the same, what the other record was asked counts no more.
    .where('clientId', '=', link.clientId)
    .where('state', 'in', ['sent', 'viewed'])
    .select(['id', 'purpose', 'state'])
    .execute()
  const unseen = rows.filter(({ state }) => state === 'sent')
  if (unseen.length > 0) {
    const ids = unseen.map(({ id }) => id)
    await db.transaction().execute(async (tx) => {
      await tx
        .updateTable('consent')
        .set({ state: 'viewed', viewedAt: at })
        .where('id', 'in', ids)
        .where('linkId', '=', link.id)
        .where('state', '=', 'sent')
        .execute()
      await refreshLopdStatus(tx, link.clientId)
    })
  }
  return consentPurposes.flatMap((purpose) => {
    const text = texts.get(purpose)
    if (!text || rows.every((row) => row.purpose !== purpose)) return []
    const { title, body, version, hash } = text
    return [{ purpose, title, body, version, textHash: hash, signedAt: null }]
  })
}

/**
 * Who signs what is open, as it was chosen when the link was sent. In initials: who is asked knows whom they mean, and the page is read before the
 * code has shown that it is them.
 */
const findLinkSigner = async (db: Kysely<DB>, link: OpenedLink): Promise<PublicConsents['signer']> => {
  const found = await db
    .selectFrom('consent as c')
    .innerJoin('client', 'client.id', 'c.clientId')
    .where('c.linkId', '=', link.id)
    .where('c.signerName', 'is not', null)
    .select(['c.signerName', 'c.signerCapacity', naturalNameSql('client').as('clientName')])
    .executeTakeFirst()
  if (!found?.signerName || !found.signerCapacity) return null
  const { signerName: name, signerCapacity: capacity, clientName } = found
  return { name: toInitials(name), capacity, onBehalfOf: capacity === 'client' ? null : toInitials(clientName) }
}

/** What is signed, in the words that were signed. */
const readSignedConsents = async (db: Kysely<DB>, link: OpenedLink): Promise<PublicConsent[]> => {
  const texts = await findCurrentTexts(db, textLanguages[link.idioma])
  const rows = await db
    .selectFrom('consent as c')
    .leftJoin('consentText as t', (join) =>
      join.onRef('t.versionId', '=', 'c.versionId').onRef('t.language', '=', 'c.language'),
    )
    .leftJoin('consentVersion as v', 'v.id', 'c.versionId')
    .where('c.clientId', '=', link.clientId)
    .where('c.state', '=', 'signed')
    .select(['c.purpose', 't.title', 't.body', 'v.version', 'c.decidedAt'])
    .select(sql<string | null>`encode(c.text_sha256, 'hex')`.as('textHash'))
    .orderBy('c.purpose')
    .execute()
  return rows.map(({ purpose, title, body, version, decidedAt, textHash }) => ({
    purpose,
    title: title ?? texts.get(purpose)?.title ?? '',
    body: body ?? '',
    version,
    textHash,
    signedAt: decidedAt,
  }))
}

/** With a good code alone: a mail that is forwarded, or read by somebody else, tells nothing of what its client has agreed to. */
const readVerifiedConsents = (deps: HttpContext['deps'], link: FoundLink, access: string): Promise<PublicConsent[]> =>
  link.db.transaction().execute(async (tx) => {
    await lockVerifiedLink(tx, deps, link, access)
    return readSignedConsents(tx, link)
  })

const readLinkConsents = (raw: HttpContext, link: FoundLink, access: string | undefined): Promise<PublicConsent[]> => {
  if (link.kind !== 'withdrawal') return readOpenConsents(link.db, link, new Date(raw.deps.clock()).toISOString())
  return access === undefined ? Promise.resolve([]) : readVerifiedConsents(raw.deps, link, access)
}

export const readConsents = async (
  { body: { token, access } }: ParsedRequest<typeof contract.readConsents>,
  raw: HttpContext,
): Promise<PublicConsents> => {
  await assertLinkCallAllowed(raw, 'open')
  const link = await findPublicLink(raw, token, consentLinkKinds)
  const none = { consents: [], signer: null, expiresAt: null, usedAt: null, languages: [...consentLanguages] }
  const invalid = { state: 'invalid', idioma: null, firm: null, sentTo: null, kind: null, ...none } as const
  if (!link) return invalid
  const { db } = link
  const kind = link.kind === 'withdrawal' ? 'withdrawal' : 'consent'
  const firm = (await findFirmAccount(db))?.name ?? null
  const head = { idioma: link.idioma, firm, sentTo: maskEmail(link.recipient), kind } as const
  if (link.usedAt) return { state: 'used', ...head, ...none, usedAt: link.usedAt }
  const consents = await readLinkConsents(raw, link, access)
  if (kind === 'consent' && consents.length === 0) return invalid
  const signer = kind === 'consent' ? await findLinkSigner(db, link) : null
  return { state: 'open', ...head, ...none, signer, expiresAt: kind === 'withdrawal' ? null : link.expiresAt, consents }
}

type Withdrawal = ParsedRequest<typeof contract.withdrawOwnConsents>['body']
type Withdrawn = ResponseBody<typeof contract.withdrawOwnConsents>

const withdrawByLink = async (raw: HttpContext, { token, access, purposes }: Withdrawal): Promise<Withdrawn> => {
  const { deps } = raw
  const { db, prefix, clientId, id } = await getOpenLink(raw, token, ['withdrawal'])
  const at = new Date(deps.clock()).toISOString()
  const left = await db.transaction().execute(async (tx) => {
    // The client before the link, as whoever sends does.
    await tx.selectFrom('client').where('id', '=', clientId).select('id').forUpdate().execute()
    await lockVerifiedLink(tx, deps, { id }, access)
    const actor = buildClientActor(raw)
    const rest = await withdrawSignedConsents(tx, deps, { prefix, clientId, purposes, reason: null, actor })
    if (rest === 0) await markLinkUsed(tx, id, at)
    return rest
  })
  return { withdrawnAt: at, left }
}

/** What the client withdrew with this access. Null where one of the purposes is signed again since, or somebody else ended it. */
const findWithdrawal = async (
  { db, clientId, verifiedAt }: FoundLink,
  purposes: Withdrawal['purposes'],
): Promise<Withdrawn | null> => {
  const rows = await db
    .selectFrom('consent')
    .where('clientId', '=', clientId)
    .where((eb) =>
      eb.or([
        eb('state', '=', 'signed'),
        eb.and([
          eb('state', '=', 'withdrawn'),
          eb('withdrawnBy', 'is', null),
          eb('withdrawReason', 'is', null),
          eb('withdrawnAt', '>=', verifiedAt),
        ]),
      ]),
    )
    .select(['purpose', 'state', 'withdrawnAt'])
    .orderBy('withdrawnAt')
    .execute()
  const signed = rows.filter(({ state }) => state === 'signed')
  const withdrawn = rows.filter(({ state, purpose }) => state === 'withdrawn' && purposes.includes(purpose))
  const isDone = purposes.every((purpose) => withdrawn.some((row) => row.purpose === purpose))
  if (!isDone || signed.some(({ purpose }) => purposes.includes(purpose))) return null
  return { withdrawnAt: withdrawn.at(-1)!.withdrawnAt!, left: signed.length }
}

export const withdrawOwnConsents = async (
  { body }: ParsedRequest<typeof contract.withdrawOwnConsents>,
  raw: HttpContext,
): Promise<Withdrawn> => {
  await assertLinkCallAllowed(raw, 'verify')
  return runOnceByLink(
    raw,
    { ...body, kinds: ['withdrawal'] },
    () => withdrawByLink(raw, body),
    (link) => findWithdrawal(link, body.purposes),
  )
}

/** Which purposes a link asks for: all of them are answered, each once. */
export const assertAllAnswered = (
  requested: readonly { purpose: string }[],
  answers: readonly { purpose: string }[],
): void => {
  const answered = new Set(answers.map(({ purpose }) => purpose))
  const isComplete = answered.size === answers.length && requested.every(({ purpose }) => answered.has(purpose))
  if (!isComplete || answers.length !== requested.length)
    throw buildRefusal('request.invalid', { fields: { answers: 'incomplete' } })
}

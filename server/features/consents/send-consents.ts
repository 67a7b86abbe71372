import type { Insertable, Kysely } from 'kysely'
import { type ConsentPurpose, consentPurposes } from '#contract/consents/purposes.ts'
import type { ConsentSigner } from '#contract/consents/signers.ts'
import type * as contract from '#contract/consents.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { ErrorCode } from '#contract/core/errors.ts'
import type { Prefix } from '#contract/core/values.ts'
import type { DB } from '#db/types.ts'
import { type AuditActor, recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { findClientMailBarrier, queueClientMail } from '#server/domain/client-mail.ts'
import { getClientLanguage } from '#server/domain/document-language.ts'
import { assertClientWritable } from '#server/domain/find-client.ts'
import { lockIdempotencyKey } from '#server/domain/idempotency-lock.ts'
import { maskEmail } from '#server/domain/mask-identifiers.ts'
import { requestHash } from '#server/domain/post-journal.ts'
import { createPublicLink, type LinkDeps } from '#server/domain/public-links.ts'
import { assertWithinRateLimit } from '#server/domain/rate-limit.ts'
import { chooseConsentSigner, findConsentSigners, toSignerColumns } from './consent-signers.ts'
import { isOpenConsent, lockConsents, refreshLopdStatus } from './consent-status.ts'
import { findCurrentTexts, textLanguages } from './consent-texts.ts'

const consentLinkDays = 14

type ConsentBarrier = (typeof contract.consentBarriers)[number]

/** Why nothing is sent to a client; null where it can be. */
export const findConsentBarrier = (
  client: Parameters<typeof findClientMailBarrier>[0],
  signers: readonly ConsentSigner[],
): ConsentBarrier | null => findClientMailBarrier(client) ?? (signers.length === 0 ? 'noSigner' : null)

type SendOutcome =
  | { state: 'sent'; recipient: string; expiresAt: string }
  | { state: ConsentBarrier | 'noText' | 'signed' }

type SendInput = {
  prefix: Prefix
  clientId: string
  purposes: readonly ConsentPurpose[]
  signerId: string | undefined
  /** The business date. */
  today: string
  actor: AuditActor
  request: { idempotencyKey: string; requestHash: string }
}

type OpenConsentKey = { clientId: string; purpose: ConsentPurpose; knownId: string | undefined }

/** What waits for an answer of a purpose: the open row anew, or the first one. */
const writeOpenConsent = async (
  tx: Kysely<DB>,
  { clientId, purpose, knownId }: OpenConsentKey,
  values: Omit<Insertable<DB['consent']>, 'clientId' | 'purpose'>,
): Promise<void> => {
  if (knownId !== undefined) await tx.updateTable('consent').set(values).where('id', '=', knownId).execute()
  else
    await tx
      .insertInto('consent')
      .values({ clientId, purpose, ...values })
      .execute()
}

/** Sends one link for these purposes and those that are open already, unless something keeps it from being sent. The client's row is locked here. */
export const sendConsentLink = async (
  tx: Kysely<DB>,
  deps: LinkDeps,
  { prefix, clientId, purposes, signerId, today, actor, request }: SendInput,
): Promise<SendOutcome> => {
  const rows = await lockConsents(tx, clientId)
  const client = await tx
    .selectFrom('client')
    .where('id', '=', clientId)
    .select(['email', 'idioma', 'blockKind', 'lopdStatus'])
    .executeTakeFirstOrThrow()
  const signers = await findConsentSigners(tx, clientId, today)
  const barrier = findConsentBarrier(client, signers)
  const signer = chooseConsentSigner(signers, signerId)
  if (barrier || !signer) return { state: barrier ?? 'noSigner' }
  const recipient = client.email!
  const idioma = getClientLanguage(client.idioma, prefix)
  const texts = await findCurrentTexts(tx, textLanguages[idioma])
  // What the client stands at may be graver than their rows: a merge keeps the withdrawal of either record.
  const isSigned = (purpose: ConsentPurpose): boolean =>
    (purpose !== 'information' || client.lopdStatus === 'signed') &&
    rows.some(
      (row) => row.purpose === purpose && row.state === 'signed' && row.versionId === texts.get(purpose)?.versionId,
    )
  const open = new Map(rows.filter(isOpenConsent).map((row) => [row.purpose, row]))
  const missing = purposes.filter((purpose) => !isSigned(purpose))
  if (missing.length === 0) return { state: 'signed' }
  const requested = consentPurposes.filter((purpose) => missing.includes(purpose) || open.has(purpose))
  if (requested.some((purpose) => !texts.has(purpose))) return { state: 'noText' }
  const { userId } = actor.person
  const link = await createPublicLink(tx, deps, {
    prefix,
    kind: 'consent',
    clientId,
    recipient,
    idioma,
    days: consentLinkDays,
    createdBy: userId,
  })
  for (const purpose of requested) {
    const { versionId, language } = texts.get(purpose)!
    await writeOpenConsent(
      tx,
      { clientId, purpose, knownId: open.get(purpose)?.id },
      {
        state: 'sent',
        linkId: link.id,
        versionId,
        language,
        sentAt: new Date(deps.clock()).toISOString(),
        sentBy: userId,
        viewedAt: null,
        recipient,
        ...toSignerColumns(signer),
      },
    )
  }
  const titles = requested.map((purpose) => texts.get(purpose)!.title)
  const facts = { token: link.token, until: link.expiresAt, purposes: titles }
  const mail = { clientId, recipient, idioma, facts, linkId: link.id, request }
  await queueClientMail(tx, deps, { ...mail, template: 'consent.link' })
  await refreshLopdStatus(tx, clientId)
  await recordAuditEvent(tx, actor, {
    action: 'consent.sent',
    entity: 'client',
    entityId: clientId,
    after: { purposes: requested, recipient: maskEmail(recipient) },
  })
  return { state: 'sent', recipient, expiresAt: link.expiresAt }
}

/** A client's mailbox is not filled by whoever clicks. */
const sendLimits = [
  { maxCalls: 5, seconds: 3600 },
  { maxCalls: 10, seconds: 86_400 },
]

const refusalByOutcome: Record<Exclude<SendOutcome['state'], 'sent'>, ErrorCode> = {
  noEmail: 'consent.noEmail',
  badEmail: 'consent.badEmail',
  deceased: 'consent.deceased',
  noSigner: 'consent.noSigner',
  noText: 'consent.noText',
  signed: 'consent.alreadySigned',
}

/** What this call has sent before. Two at once: the second waits here. */
const findSentLink = async (tx: Kysely<DB>, { idempotencyKey, requestHash }: SendInput['request']) => {
  await lockIdempotencyKey(tx, idempotencyKey)
  const sent = await tx
    .selectFrom('clientMail as m')
    .innerJoin('publicLink as l', 'l.id', 'm.linkId')
    .where('m.idempotencyKey', '=', idempotencyKey)
    .select(['m.recipient', 'm.requestHash', 'l.expiresAt'])
    .executeTakeFirst()
  if (!sent) return undefined
  if (sent.requestHash !== requestHash) throw buildRefusal('idempotency.differentBody')
  return { recipient: sent.recipient, expiresAt: new Date(sent.expiresAt).toISOString() }
}

/** Sent again, it is answered as the first time. */
export const sendConsents = (
  ctx: Ctx,
  { params, body, key }: ParsedRequest<typeof contract.sendConsents>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof contract.sendConsents>> =>
  ctx.db.transaction().execute(async (tx) => {
    const { clientId } = params
    const { purposes, signerId } = body
    await assertClientWritable(tx, ctx, clientId)
    const request = { idempotencyKey: key, requestHash: requestHash({ params, body }) }
    const known = await findSentLink(tx, request)
    if (known) return known
    const sent = await sendConsentLink(tx, deps, {
      prefix: ctx.prefix,
      clientId,
      purposes,
      signerId,
      today: ctx.businessDate,
      actor: ctx,
      request,
    })
    if (sent.state !== 'sent') throw buildRefusal(refusalByOutcome[sent.state])
    await assertWithinRateLimit(deps, `consents to ${ctx.prefix} ${clientId}`, sendLimits)
    return { recipient: sent.recipient, expiresAt: sent.expiresAt }
  })

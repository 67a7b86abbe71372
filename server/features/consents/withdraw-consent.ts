import type { Kysely } from 'kysely'
import type { ConsentPurpose } from '#contract/consents/purposes.ts'
import type * as contract from '#contract/consents.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { Prefix } from '#contract/core/values.ts'
import type { DB } from '#db/types.ts'
import { type AuditActor, recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { queueClientMail } from '#server/domain/client-mail.ts'
import { getClientLanguage } from '#server/domain/document-language.ts'
import { isEmailAddress } from '#server/domain/email-address.ts'
import { assertClientCorrectable } from '#server/domain/find-client.ts'
import { notifyClientManagers } from '#server/domain/notify-client-managers.ts'
import type { LinkDeps } from '#server/domain/public-links.ts'
import { lockConsents, refreshLopdStatus } from './consent-status.ts'
import { findCurrentTexts, textLanguages } from './consent-texts.ts'

type Withdrawal = {
  prefix: Prefix
  clientId: string
  purposes: readonly ConsentPurpose[]
  /** Null: the client gives none. */
  reason: string | null
  actor: AuditActor
}

/**
 * Ends the signatures of these purposes, from now on: what was done by them stays. Tells the client and who looks after them. Refuses with
 * `consent.notSigned` where one of them isn't signed. Answers how many signatures are left.
 */
export const withdrawSignedConsents = async (
  tx: Kysely<DB>,
  deps: LinkDeps,
  { prefix, clientId, purposes, reason, actor }: Withdrawal,
): Promise<number> => {
  const signed = (await lockConsents(tx, clientId)).filter(({ state }) => state === 'signed')
  const ended = signed.filter(({ purpose }) => purposes.includes(purpose))
  if (ended.length < new Set(purposes).size) throw buildRefusal('consent.notSigned')
  const at = new Date(deps.clock()).toISOString()
  await tx
    .updateTable('consent')
    .set({ state: 'withdrawn', withdrawnAt: at, withdrawnBy: actor.person.userId, withdrawReason: reason })
    .where(
      'id',
      'in',
      ended.map(({ id }) => id),
    )
    .execute()
  await refreshLopdStatus(tx, clientId)
  const client = await tx
    .selectFrom('client')
    .where('id', '=', clientId)
    .select(['cvl', 'email', 'idioma'])
    .executeTakeFirstOrThrow()
  await recordAuditEvent(tx, actor, {
    action: 'consent.withdrawn',
    entity: 'client',
    entityId: clientId,
    before: { purposes: ended.map(({ purpose }) => purpose) },
    after: { by: actor.person.userId === null ? 'client' : 'staff' },
  })
  await notifyClientManagers(tx, [clientId], actor.person.userId ?? '', {
    kind: 'consent.withdrawn',
    params: { name: client.cvl },
    linkOf: (id) => `/clientes/${id}#consents`,
  })
  if (client.email && isEmailAddress(client.email)) {
    const idioma = getClientLanguage(client.idioma, prefix)
    const texts = await findCurrentTexts(tx, textLanguages[idioma])
    const facts = { purposes: ended.flatMap(({ purpose }) => texts.get(purpose)?.title ?? []), at }
    await queueClientMail(tx, deps, {
      clientId,
      template: 'consent.withdrawn',
      recipient: client.email,
      idioma,
      facts,
    })
  }
  return signed.length - ended.length
}

export const withdrawConsent = (
  ctx: Ctx,
  { params: { clientId, purpose }, body: { reason } }: ParsedRequest<typeof contract.withdrawConsent>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof contract.withdrawConsent>> =>
  ctx.db.transaction().execute(async (tx) => {
    await assertClientCorrectable(tx, ctx, clientId)
    const { prefix } = ctx
    await withdrawSignedConsents(tx, deps, { prefix, clientId, purposes: [purpose], reason, actor: ctx })
    return { withdrawnAt: new Date(deps.clock()).toISOString() }
  })

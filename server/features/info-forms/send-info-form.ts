import type { Kysely } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type * as contract from '#contract/info-forms.ts'
import type { DB } from '#db/types.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { findClientMailBarrier, queueClientMail } from '#server/domain/client-mail.ts'
import { getClientLanguage } from '#server/domain/document-language.ts'
import { assertClientCorrectable, assertClientWritable } from '#server/domain/find-client.ts'
import { maskEmail } from '#server/domain/mask-identifiers.ts'
import { requestHash } from '#server/domain/post-journal.ts'
import { createPublicLink } from '#server/domain/public-links.ts'
import { assertWithinRateLimit } from '#server/domain/rate-limit.ts'
import { endOpenRequest, insertInfoForm, lockInfoForm, publishInfoFormStatus } from './lock-info-form.ts'

const infoFormLinkDays = 14

/** A client's mailbox is not filled by whoever clicks. */
const sendLimits = [
  { maxCalls: 5, seconds: 3600 },
  { maxCalls: 10, seconds: 86_400 },
]

/** What was sent by that key; the client is locked, so two at once with one key come here one after the other. */
const findSentRequest = async (tx: Kysely<DB>, key: string, hash: string) => {
  const sent = await tx
    .selectFrom('infoFormRequest as r')
    .innerJoin('publicLink as l', 'l.id', 'r.linkId')
    .where('r.idempotencyKey', '=', key)
    .select(['r.recipient', 'r.requestHash', 'l.expiresAt'])
    .executeTakeFirst()
  if (sent && sent.requestHash !== hash) throw buildRefusal('idempotency.differentBody')
  return sent
}

/** Sends a link to the open version, which is begun where there is none. Sent again with one key, it is answered as the first time. */
export const mailInfoForm = (
  ctx: Ctx,
  { params: { clientId }, key }: ParsedRequest<typeof contract.sendInfoForm>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof contract.sendInfoForm>> =>
  ctx.db.transaction().execute(async (tx) => {
    await assertClientWritable(tx, ctx, clientId)
    const { client, open, content } = await lockInfoForm(tx, clientId)
    const hash = requestHash({ clientId })
    const sent = await findSentRequest(tx, key, hash)
    if (sent) return { recipient: sent.recipient, expiresAt: new Date(sent.expiresAt).toISOString() }
    if (open?.state === 'answered') throw buildRefusal('infoForm.unreviewed')
    const barrier = findClientMailBarrier(client)
    if (barrier) throw buildRefusal(`infoForm.${barrier}`)
    const { userId } = ctx.person
    const at = new Date(deps.clock()).toISOString()
    const change = { userId, at, today: ctx.businessDate }
    const formId = open?.id ?? (await insertInfoForm(tx, clientId, { content, version: 0 }, change))
    await endOpenRequest(tx, { formId, clientId }, change)
    const recipient = client.email!
    const idioma = getClientLanguage(client.idioma, ctx.prefix)
    const link = await createPublicLink(tx, deps, {
      prefix: ctx.prefix,
      kind: 'info_form',
      clientId,
      recipient,
      idioma,
      days: infoFormLinkDays,
      createdBy: userId,
    })
    await tx
      .insertInto('infoFormRequest')
      .values({
        formId,
        linkId: link.id,
        recipient,
        sentBy: userId,
        sentAt: at,
        idempotencyKey: key,
        requestHash: hash,
      })
      .execute()
    await tx
      .updateTable('infoForm')
      .set({ state: 'sent', stateOn: ctx.businessDate })
      .where('id', '=', formId)
      .execute()
    const facts = { token: link.token, until: link.expiresAt }
    await queueClientMail(tx, deps, { clientId, template: 'infoForm.link', recipient, idioma, facts, linkId: link.id })
    await publishInfoFormStatus(tx, clientId)
    await recordAuditEvent(tx, ctx, {
      action: 'infoForm.sent',
      entity: 'client',
      entityId: clientId,
      after: { recipient: maskEmail(recipient) },
    })
    await assertWithinRateLimit(deps, `info form to ${ctx.prefix} ${clientId}`, sendLimits)
    return { recipient, expiresAt: link.expiresAt }
  })

/** What was sent is a draft again: its link no longer opens. */
export const withdrawSentInfoForm = (
  ctx: Ctx,
  { params: { clientId } }: ParsedRequest<typeof contract.withdrawInfoForm>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof contract.withdrawInfoForm>> =>
  ctx.db.transaction().execute(async (tx) => {
    await assertClientCorrectable(tx, ctx, clientId)
    const { open } = await lockInfoForm(tx, clientId)
    const at = new Date(deps.clock()).toISOString()
    const change = { userId: ctx.person.userId, at }
    if (open?.state !== 'sent' || !(await endOpenRequest(tx, { formId: open.id, clientId }, change)))
      throw buildRefusal('infoForm.notSent')
    await tx
      .updateTable('infoForm')
      .set({ state: 'draft', stateOn: ctx.businessDate })
      .where('id', '=', open.id)
      .execute()
    await publishInfoFormStatus(tx, clientId)
    await recordAuditEvent(tx, ctx, { action: 'infoForm.withdrawn', entity: 'client', entityId: clientId })
    return { withdrawnAt: at }
  })

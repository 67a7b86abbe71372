import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { changePresentation, createPresentation } from '#contract/presentations.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { assertClientWritable } from '#server/domain/find-client.ts'
import { lockIdempotencyKey } from '#server/domain/idempotency-lock.ts'
import { requestHash } from '#server/domain/post-journal.ts'
import { calculateStudy } from '#server/domain/product-studies.ts'
import { findTemplate } from './presentation-template.ts'
import { assertConsentGiven, findStoredPresentation, type StoredDraft } from './presentations.queries.ts'

/** Begins a presentation with the parts of the template. Sent again, it is answered as the first time. */
export const beginPresentation = (
  ctx: Ctx,
  { params: { clientId }, body, key }: ParsedRequest<typeof createPresentation>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof createPresentation>> =>
  ctx.db.transaction().execute(async (tx) => {
    await assertClientWritable(tx, ctx, clientId)
    const hash = requestHash({ clientId, body })
    await lockIdempotencyKey(tx, key)
    const existing = await tx
      .selectFrom('presentation')
      .where('idempotencyKey', '=', key)
      .select(['id', 'requestHash'])
      .executeTakeFirst()
    if (existing && existing.requestHash !== hash) throw buildRefusal('idempotency.differentBody')
    if (existing) return { id: existing.id }
    await assertConsentGiven({ db: tx, businessDate: ctx.businessDate }, clientId)
    const { template } = await findTemplate(tx)
    const content: StoredDraft = { message: '', parts: template.parts, startsOn: null, accounts: [] }
    const at = new Date(deps.clock()).toISOString()
    const { userId } = ctx.person
    const made = await tx
      .insertInto('presentation')
      .values({
        clientId,
        title: body.title,
        content: JSON.stringify(content),
        createdBy: userId,
        createdAt: at,
        changedBy: userId,
        changedAt: at,
        idempotencyKey: key,
        requestHash: hash,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordAuditEvent(tx, ctx, {
      action: 'presentation.created',
      entity: 'client',
      entityId: clientId,
      after: { number: made.id },
    })
    return made
  })

/** Changes what is prepared, unless somebody else has done so since. Its versions stay as they are. */
export const storePresentation = (
  ctx: Ctx,
  { params, body }: ParsedRequest<typeof changePresentation>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof changePresentation>> =>
  ctx.db.transaction().execute(async (tx) => {
    await assertClientWritable(tx, ctx, params.clientId)
    const stored = await findStoredPresentation(tx, params, 'forUpdate')
    await assertConsentGiven({ db: tx, businessDate: ctx.businessDate }, params.clientId)
    const { version, title, ...content } = body
    if (stored.version !== version) throw buildRefusal('conflict.changed')
    // Products that are there, whatever their rate: 404 otherwise.
    if (content.accounts.length > 0)
      await calculateStudy(
        { ...ctx, db: tx },
        { startsOn: content.startsOn ?? ctx.businessDate, variants: content.accounts },
      )
    await tx
      .updateTable('presentation')
      .set({
        title,
        content: JSON.stringify(content satisfies StoredDraft),
        version: version + 1,
        changedBy: ctx.person.userId,
        changedAt: new Date(deps.clock()).toISOString(),
      })
      .where('id', '=', stored.id)
      .execute()
    await recordAuditEvent(tx, ctx, {
      action: 'presentation.changed',
      entity: 'client',
      entityId: params.clientId,
      after: { number: stored.id, accounts: content.accounts.length },
    })
    return { version: version + 1 }
  })

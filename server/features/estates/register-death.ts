import type { ProposalResult } from '#contract/approvals.ts'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type * as contract from '#contract/estates.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { proposeClientBlock } from '#server/domain/propose-client-block.ts'
import { assertClientAttachment, findEstateClient, insertMissingCoHolders } from './estate-record.ts'

/** Opens the procedure with its certificate. The money freezes once a second person agrees, unless it is frozen already. */
export const registerDeath = (
  ctx: Ctx,
  { params: { clientId }, body: { diedOn, attachmentId, reason } }: ParsedRequest<typeof contract.registerDeath>,
  { deps }: HttpContext,
): Promise<ProposalResult> =>
  ctx.db.transaction().execute(async (tx) => {
    const client = await findEstateClient(tx, ctx, clientId)
    if (client.kind === 'company') throw buildRefusal('estate.company')
    if (diedOn > ctx.businessDate) throw buildRefusal('request.invalid', { fields: { diedOn: 'future' } })
    if (client.birthDate !== null && diedOn < client.birthDate)
      throw buildRefusal('request.invalid', { fields: { diedOn: 'order' } })
    await assertClientAttachment(tx, clientId, attachmentId)
    const now = deps.clock()
    const at = new Date(now).toISOString()
    const made = await tx
      .insertInto('estate')
      .values({ clientId, diedOn, registeredAt: at, registeredBy: ctx.person.userId })
      .onConflict((conflict) => conflict.column('clientId').doNothing())
      .returning(['id', 'clientId'])
      .executeTakeFirst()
    if (!made) throw buildRefusal('estate.registered')
    await tx
      .insertInto('estateRequirement')
      .values({
        estateId: made.id,
        kind: 'certificate',
        state: 'received',
        attachmentId,
        changedAt: at,
        changedBy: ctx.person.userId,
      })
      .execute()
    await insertMissingCoHolders(tx, made)
    await recordAuditEvent(tx, ctx, {
      action: 'estate.registered',
      entity: 'client',
      entityId: clientId,
      after: { diedOn, attachment: attachmentId },
    })
    const change = { change: 'block', kind: 'death', reason, expectedEnd: null } as const
    return (
      (await proposeClientBlock(tx, ctx, client, change, { now, isRepeatAllowed: true })) ?? {
        state: 'done',
        approvalId: null,
      }
    )
  })

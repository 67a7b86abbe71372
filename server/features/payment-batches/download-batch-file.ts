import { sql } from 'kysely'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type { getBatchFile } from '#contract/payment-batches.ts'
import { formatBatchReference } from '#rules/payment-references.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { assertBatchNotTooOld } from '#server/domain/payment-days.ts'
import { assertBatchExists } from './batch.queries.ts'

const fileTypes = {
  'pain.001': { type: 'application/xml; charset=utf-8', extension: 'xml' },
  spei: { type: 'text/plain; charset=utf-8', extension: 'txt' },
} as const

/** The file as it was approved, to the byte. Who takes it is in the audit; that somebody has, on the batch: the bank may have it from now on. */
export const downloadBatchFile = async (
  ctx: Ctx,
  { params: { batchId } }: ParsedRequest<typeof getBatchFile>,
  { reply, deps }: HttpContext,
) => {
  await assertBatchExists(ctx, batchId)
  const at = new Date(deps.clock()).toISOString()
  const { file, fileKind } = await ctx.db.transaction().execute(async (tx) => {
    const batch = await tx
      .updateTable('paymentBatch')
      .set({ fileTakenAt: sql`coalesce(file_taken_at, ${at})` })
      .where('id', '=', batchId)
      .where('state', 'in', ['approved', 'sending', 'sent'])
      .returning(['file', 'fileKind', 'sha256', 'state', 'payOn'])
      .executeTakeFirst()
    if (!batch?.file) throw buildRefusal('batch.noFile')
    if (batch.state === 'approved') assertBatchNotTooOld(ctx.prefix, batch.payOn, ctx.businessDate)
    await recordAuditEvent(tx, ctx, {
      action: 'paymentBatch.fileTaken',
      entity: 'paymentBatch',
      entityId: batchId,
      after: { sha256: batch.sha256 },
    })
    return batch
  })
  const { type, extension } = fileTypes[fileKind]
  const name = `${formatBatchReference(ctx.prefix, batchId)}.${extension}`
  return reply.type(type).header('content-disposition', `attachment; filename="${name}"`).send(file)
}

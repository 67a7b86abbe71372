import { sql } from 'kysely'
import type { Parsed } from '#contract/core/endpoint.ts'
import type { getBatchFile } from '#contract/payment-batches.ts'
import { referenceOfBatch } from '#rules/payment-references.ts'
import { audit } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import { refuseTooOld } from '#server/domain/payment-days.ts'
import { assertBatch } from './batch.queries.ts'

const forms = {
  'pain.001': { type: 'application/xml; charset=utf-8', extension: 'xml' },
  spei: { type: 'text/plain; charset=utf-8', extension: 'txt' },
} as const

/** The file as it was approved, to the byte. Who takes it is in the audit; that somebody has, on the batch: the bank may have it from now on. */
export const sendFile = async (
  ctx: Ctx,
  { params: { batchId } }: Parsed<typeof getBatchFile>,
  { reply, serving }: Raw,
) => {
  await assertBatch(ctx, batchId)
  const at = new Date(serving.clock()).toISOString()
  const { file, fileKind } = await ctx.db.transaction().execute(async (tx) => {
    const batch = await tx
      .updateTable('paymentBatch')
      .set({ fileTakenAt: sql`coalesce(file_taken_at, ${at})` })
      .where('id', '=', batchId)
      .where('state', 'in', ['approved', 'sending', 'sent'])
      .returning(['file', 'fileKind', 'sha256', 'state', 'payOn'])
      .executeTakeFirst()
    if (!batch?.file) throw refuse('batch.noFile')
    if (batch.state === 'approved') refuseTooOld(ctx.prefix, batch.payOn, ctx.businessDate)
    await audit(tx, ctx, {
      action: 'paymentBatch.fileTaken',
      entity: 'paymentBatch',
      entityId: batchId,
      after: { sha256: batch.sha256 },
    })
    return batch
  })
  const { type, extension } = forms[fileKind]
  const name = `${referenceOfBatch(ctx.prefix, batchId)}.${extension}`
  return reply.type(type).header('content-disposition', `attachment; filename="${name}"`).send(file)
}

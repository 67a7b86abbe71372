import type { Parsed } from '#contract/core/endpoint.ts'
import type { getBatchFile } from '#contract/payment-batches.ts'
import { audit } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import { referenceOfBatch } from '#server/domain/payment-references.ts'
import { assertBatch } from './batch.queries.ts'

const forms = {
  'pain.001': { type: 'application/xml; charset=utf-8', extension: 'xml' },
  spei: { type: 'text/plain; charset=utf-8', extension: 'txt' },
} as const

/** The file as it was approved, to the byte. Who takes it is in the audit. */
export const sendFile = async (ctx: Ctx, { params: { batchId } }: Parsed<typeof getBatchFile>, { reply }: Raw) => {
  await assertBatch(ctx, batchId)
  const batch = await ctx.db
    .selectFrom('paymentBatch')
    .where('id', '=', batchId)
    .where('state', 'in', ['approved', 'sending', 'sent'])
    .select(['file', 'fileKind', 'sha256'])
    .executeTakeFirst()
  if (!batch?.file) throw refuse('batch.noFile')
  const { type, extension } = forms[batch.fileKind]
  await audit(ctx.db, ctx, {
    action: 'paymentBatch.fileTaken',
    entity: 'paymentBatch',
    entityId: batchId,
    after: { sha256: batch.sha256 },
  })
  const name = `${referenceOfBatch(ctx.prefix, batchId)}.${extension}`
  return reply.type(type).header('content-disposition', `attachment; filename="${name}"`).send(batch.file)
}

import type { listWaitingUploads } from '#contract/bank/uploads.ts'
import type { Answer } from '#contract/core/endpoint.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { uploaderName } from './uploader-name.ts'

/** The files of the bank that wait for a second person, the newest first. */
export const findWaitingUploads = async (ctx: Ctx): Promise<Answer<typeof listWaitingUploads>> => {
  const rows = await ctx.db
    .selectFrom('bankUpload as u')
    .where('u.state', '=', 'waiting')
    .where('u.approvalId', 'is not', null)
    .orderBy('u.id', 'desc')
    .select(['u.id', 'u.fileName', 'u.uploadedAt', 'u.approvalId', uploaderName('u').as('uploaderName')])
    .execute()
  return rows.map((row) => ({ ...row, approvalId: row.approvalId! }))
}

import type { listPendingBankUploads } from '#contract/bank/uploads.ts'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { userNameSql } from '#server/core/person-name.ts'

/** The files of the bank that wait for a second person, the newest first. */
export const findPendingUploads = async (ctx: Ctx): Promise<ResponseBody<typeof listPendingBankUploads>> => {
  const rows = await ctx.db
    .selectFrom('bankUpload as u')
    .where('u.state', '=', 'waiting')
    .where('u.approvalId', 'is not', null)
    .orderBy('u.id', 'desc')
    .select(['u.id', 'u.fileName', 'u.uploadedAt', 'u.approvalId', userNameSql('u.uploadedBy').as('uploaderName')])
    .execute()
  return rows.map((row) => ({ ...row, approvalId: row.approvalId! }))
}

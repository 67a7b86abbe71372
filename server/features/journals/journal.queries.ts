import { sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { getJournal } from '#contract/journals.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { selectJournalDetail } from '#server/domain/journal-detail.ts'
import { assertJournalVisible } from '#server/domain/journal-visible.ts'
import { canSeeAccountHolder } from '#server/domain/visibility.ts'

/** The journal with its lines, each on its side. */
export const findJournal = async (
  ctx: Ctx,
  { params }: ParsedRequest<typeof getJournal>,
): Promise<ResponseBody<typeof getJournal>> => {
  await assertJournalVisible(ctx.db, ctx, params)
  return selectJournalDetail(
    ctx,
    params.journalId,
    canSeeAccountHolder(ctx, sql`p.account_id`),
  ).executeTakeFirstOrThrow()
}

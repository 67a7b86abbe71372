import { sql } from 'kysely'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { getJournal } from '#contract/journals.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { journalDetail } from '#server/domain/journal-detail.ts'
import { assertJournalVisible } from '#server/domain/journal-visible.ts'
import { seesHolderOf } from '#server/domain/visibility.ts'

/** The journal with its lines, each on its side. */
export const findJournal = async (
  ctx: Ctx,
  { params }: Parsed<typeof getJournal>,
): Promise<Answer<typeof getJournal>> => {
  await assertJournalVisible(ctx.db, ctx, params)
  return journalDetail(ctx.db, params.journalId, seesHolderOf(ctx, sql`p.account_id`)).executeTakeFirstOrThrow()
}

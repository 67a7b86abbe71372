import { type Kysely, sql } from 'kysely'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import {
  type getNoticeSettings,
  type NoticeTopic,
  noticeTopics,
  type switchNotice as switchContract,
} from '#contract/notices.ts'
import type { DB } from '#db/types.ts'
import { audit } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import { countMaturing, findNoticesOn, noticesKey } from '#server/domain/queue-notices.ts'

type Settings = Answer<typeof getNoticeSettings>

export const findNoticeSettings = async ({ db, businessDate }: Pick<Ctx, 'db' | 'businessDate'>): Promise<Settings> => {
  const [on, coming] = await Promise.all([findNoticesOn(db), countMaturing(db, businessDate)])
  return { topics: noticeTopics.map((topic) => ({ topic, on: on.includes(topic) })), coming }
}

/** The setting as nobody else changes it until the transaction ends, also where it was never made. */
const lockTopics = async (tx: Kysely<DB>): Promise<NoticeTopic[]> => {
  await tx
    .insertInto('setting')
    .values({ key: noticesKey, value: '[]' })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  await tx.selectFrom('setting').where('key', '=', noticesKey).select('key').forUpdate().execute()
  return findNoticesOn(tx)
}

/** Switches a kind of notices on or off; 409 `conflict.changed` where it isn't as the caller saw it. */
export const switchNotice = async (
  ctx: Ctx,
  { params: { topic }, body: { on, was } }: Parsed<typeof switchContract>,
): Promise<Settings> => {
  await ctx.db.transaction().execute(async (tx) => {
    const before = await lockTopics(tx)
    if (before.includes(topic) !== was) throw refuse('conflict.changed')
    if (on === was) return
    const after = noticeTopics.filter((one) => (one === topic ? on : before.includes(one)))
    await tx
      .updateTable('setting')
      .set({ value: JSON.stringify(after), changedAt: sql`now()` })
      .where('key', '=', noticesKey)
      .execute()
    const change = { before: { [topic]: was }, after: { [topic]: on } }
    await audit(tx, ctx, { action: 'notices.switched', entity: 'settings', ...change })
  })
  return findNoticeSettings(ctx)
}

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
import { enqueue } from '#server/core/jobs.ts'
import type { Raw } from '#server/core/serve.ts'
import type { Task } from '#server/core/task.ts'
import { propose } from '#server/domain/approvals.ts'
import { guardedSetting } from '#server/domain/guarded-setting.ts'
import { countMaturing, findNoticesOn, noticesKey } from '#server/domain/queue-notices.ts'
import { findWaitingSettings } from '#server/domain/waiting-settings.ts'
import { queueMaturitiesJob } from './notice-jobs.ts'

type Settings = Answer<typeof getNoticeSettings>

export const findNoticeSettings = async (
  { db, businessDate }: Pick<Ctx, 'db' | 'businessDate'>,
  now: number,
): Promise<Settings> => {
  const [on, coming, waiting] = await Promise.all([
    findNoticesOn(db),
    countMaturing(db, businessDate),
    findWaitingSettings(db, [noticeTask.name], now),
  ])
  return { topics: noticeTopics.map((topic) => ({ topic, on: on.includes(topic) })), coming, waiting }
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

/** Writes which notices are sent, with the one switched; the caller holds the lock. */
const storeTopics = async (tx: Kysely<DB>, before: readonly NoticeTopic[], topic: NoticeTopic, on: boolean) => {
  const after = noticeTopics.filter((one) => (one === topic ? on : before.includes(one)))
  await tx
    .updateTable('setting')
    .set({ value: JSON.stringify(after), changedAt: sql`now()` })
    .where('key', '=', noticesKey)
    .execute()
  return {
    ...{ action: 'notices.switched', entity: 'settings' },
    ...{ before: { [topic]: !on }, after: { [topic]: on } },
  }
}

/** Switching notices off: clients would no longer hear of money that leaves, and nobody would see that they don't. */
export const noticeTask: Task<'notice', { topic: NoticeTopic }> = guardedSetting({
  name: 'notice',
  apply: async (tx, _, { topic }) => {
    const before = await lockTopics(tx)
    if (!before.includes(topic)) throw refuse('approval.changedSince')
    return { audited: await storeTopics(tx, before, topic, false), params: { topic } }
  },
})

const proposeOff = async (tx: Kysely<DB>, ctx: Ctx, topic: NoticeTopic, reason: string | undefined, now: number) => {
  if (reason === undefined) throw refuse('request.invalid', { fields: { reason: 'required' } })
  const waiting = await findWaitingSettings(tx, [noticeTask.name], now)
  if (waiting.some(({ params }) => params.topic === topic)) throw refuse('conflict.changed')
  await propose(
    tx,
    ctx,
    noticeTask,
    {
      ...{ payload: { topic }, reason, entity: 'settings', params: { topic } },
      ...{ before: { checked: true }, after: { checked: false } },
    },
    now,
  )
}

/** Switches a kind of notices on, or asks to switch it off; 409 `conflict.changed` where it isn't as the caller saw it, or waits already. */
export const switchNotice = async (
  ctx: Ctx,
  { params: { topic }, body: { on, was, reason } }: Parsed<typeof switchContract>,
  { serving }: Raw,
): Promise<Settings> => {
  const now = serving.clock()
  await ctx.db.transaction().execute(async (tx) => {
    const before = await lockTopics(tx)
    if (before.includes(topic) !== was) throw refuse('conflict.changed')
    if (on === was) return
    if (on) {
      await audit(tx, ctx, await storeTopics(tx, before, topic, true))
      await enqueue(tx, queueMaturitiesJob, topic)
    } else await proposeOff(tx, ctx, topic, reason, now)
  })
  return findNoticeSettings(ctx, now)
}

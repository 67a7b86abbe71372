import { type Kysely, sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { type getNoticeSettings, type NoticeTopic, noticeTopics, type switchNoticeTopic } from '#contract/notices.ts'
import type { DB } from '#db/types.ts'
import type { ApprovalTask } from '#server/core/approval-task.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { enqueueJob } from '#server/core/jobs.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { proposeForApproval } from '#server/domain/approvals.ts'
import { buildGuardedSettingTask } from '#server/domain/guarded-setting.ts'
import { findPendingSettingChanges } from '#server/domain/pending-settings.ts'
import { countMaturityNotices, enabledNoticesSetting, findEnabledNotices } from '#server/domain/queue-client-notices.ts'
import { queueMaturityNoticesJob } from './notices.jobs.ts'

type NoticeSettings = ResponseBody<typeof getNoticeSettings>

/** Which topics are on, how many maturity notices are due, and the changes that wait at `now` (ms). */
export const findNoticeSettings = async (
  { db, businessDate }: Pick<Ctx, 'db' | 'businessDate'>,
  now: number,
): Promise<NoticeSettings> => {
  const [on, coming, waiting] = await Promise.all([
    findEnabledNotices(db),
    countMaturityNotices(db, businessDate),
    findPendingSettingChanges(db, [switchNoticeOffTask.name], now),
  ])
  return { topics: noticeTopics.map((topic) => ({ topic, on: on.includes(topic) })), coming, waiting }
}

/** The setting as nobody else changes it until the transaction ends, also where it was never made. */
const lockNoticeTopics = async (tx: Kysely<DB>): Promise<NoticeTopic[]> => {
  await tx
    .insertInto('setting')
    .values({ key: enabledNoticesSetting, value: '[]' })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  await tx.selectFrom('setting').where('key', '=', enabledNoticesSetting).select('key').forUpdate().execute()
  return findEnabledNotices(tx)
}

/** Writes which notices are sent, with the one switched; the caller holds the lock. */
const updateNoticeTopics = async (tx: Kysely<DB>, before: readonly NoticeTopic[], topic: NoticeTopic, on: boolean) => {
  const after = noticeTopics.filter((one) => (one === topic ? on : before.includes(one)))
  await tx
    .updateTable('setting')
    .set({ value: JSON.stringify(after), changedAt: sql`now()` })
    .where('key', '=', enabledNoticesSetting)
    .execute()
  return {
    action: 'notices.switched',
    entity: 'settings',
    before: { [topic]: !on },
    after: { [topic]: on },
  }
}

/** Switching notices off: clients would no longer hear of money that leaves, and nobody would see that they don't. */
export const switchNoticeOffTask: ApprovalTask<'notice', { topic: NoticeTopic }> = buildGuardedSettingTask({
  name: 'notice',
  part: 'notices',
  apply: async (tx, _, { topic }) => {
    const before = await lockNoticeTopics(tx)
    if (!before.includes(topic)) throw buildRefusal('approval.changedSince')
    return { audited: await updateNoticeTopics(tx, before, topic, false), params: { topic } }
  },
})

const proposeSwitchOff = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  topic: NoticeTopic,
  reason: string | undefined,
  now: number,
) => {
  if (reason === undefined) throw buildRefusal('request.invalid', { fields: { reason: 'required' } })
  const waiting = await findPendingSettingChanges(tx, [switchNoticeOffTask.name], now)
  if (waiting.some(({ params }) => params.topic === topic)) throw buildRefusal('conflict.changed')
  await proposeForApproval(
    tx,
    ctx,
    switchNoticeOffTask,
    {
      payload: { topic },
      reason,
      entity: 'settings',
      params: { topic },
      before: { checked: true },
      after: { checked: false },
    },
    now,
  )
}

/** Switches a kind of notices on, or asks to switch it off; 409 `conflict.changed` where it isn't as the caller saw it, or waits already. */
export const switchNotice = async (
  ctx: Ctx,
  { params: { topic }, body: { on, was, reason } }: ParsedRequest<typeof switchNoticeTopic>,
  { deps }: HttpContext,
): Promise<NoticeSettings> => {
  const now = deps.clock()
  await ctx.db.transaction().execute(async (tx) => {
    const before = await lockNoticeTopics(tx)
    if (before.includes(topic) !== was) throw buildRefusal('conflict.changed')
    if (on === was) return
    if (on) {
      await recordAuditEvent(tx, ctx, await updateNoticeTopics(tx, before, topic, true))
      await enqueueJob(tx, queueMaturityNoticesJob, topic)
    } else await proposeSwitchOff(tx, ctx, topic, reason, now)
  })
  return findNoticeSettings(ctx, now)
}

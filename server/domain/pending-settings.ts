import { type Kysely, sql } from 'kysely'
import type { PendingSettingChange } from '#contract/approvals/pending-setting-change.ts'
import type { ApprovalTaskName } from '#contract/approvals.ts'
import type { DB } from '#db/types.ts'

/** The changes of these tasks that wait for a second person, as their texts name them; the oldest first. */
export const findPendingSettingChanges = (
  db: Kysely<DB>,
  tasks: readonly ApprovalTaskName[],
  now: number,
): Promise<PendingSettingChange[]> =>
  db
    .selectFrom('approval')
    .select(['id as approvalId', sql<ApprovalTaskName>`task`.as('task')])
    .select(sql<Record<string, string>>`params`.as('params'))
    .where('task', 'in', tasks)
    .where('state', '=', 'pending')
    .where('expiresAt', '>', new Date(now).toISOString())
    .orderBy('id')
    .execute()

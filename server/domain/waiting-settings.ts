import { type Kysely, sql } from 'kysely'
import type { WaitingSetting } from '#contract/approvals/waiting-setting.ts'
import type { TaskName } from '#contract/approvals.ts'
import type { DB } from '#db/types.ts'

/** The changes of these tasks that wait for a second person, as their texts name them; the oldest first. */
export const findWaitingSettings = (
  db: Kysely<DB>,
  tasks: readonly TaskName[],
  now: number,
): Promise<WaitingSetting[]> =>
  db
    .selectFrom('approval')
    .select(['id as approvalId', sql<TaskName>`task`.as('task')])
    .select(sql<Record<string, string>>`params`.as('params'))
    .where('task', 'in', tasks)
    .where('state', '=', 'pending')
    .where('expiresAt', '>', new Date(now).toISOString())
    .orderBy('id')
    .execute()

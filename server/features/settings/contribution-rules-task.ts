import { type Kysely, sql } from 'kysely'
import type { ContributionRules } from '#contract/settings/payments.ts'
import type { DB } from '#db/types.ts'
import type { ApprovalTask } from '#server/core/approval-task.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { contributionRulesKey, findContributionRules } from '#server/domain/contribution-rules.ts'
import { buildGuardedSettingTask } from '#server/domain/guarded-setting.ts'

/** Whether the rules are what somebody saw, and nobody else's to change until the transaction ends. */
export const lockContributionRules = async (tx: Kysely<DB>, seen: ContributionRules): Promise<boolean> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || ${contributionRulesKey}, 0))`.execute(tx)
  const known = await findContributionRules(tx)
  return known.daysBack === seen.daysBack && known.confirmDays === seen.confirmDays
}

/** How far back one person may date money by hand, and how long the bank may take to confirm it: guarded as a limit is. */
export const contributionRulesTask: ApprovalTask<
  'contributionRules',
  { before: ContributionRules; after: ContributionRules }
> = buildGuardedSettingTask({
  name: 'contributionRules',
  part: 'payments',
  notification: 'contributionRules.changed',
  apply: async (tx, _, { before, after }) => {
    if (!(await lockContributionRules(tx, before))) throw buildRefusal('approval.changedSince')
    const value = JSON.stringify(after)
    await tx
      .insertInto('setting')
      .values({ key: contributionRulesKey, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, changedAt: sql`now()` }))
      .execute()
    return {
      audited: { action: 'contributionRules.set', entity: 'settings', before, after },
      params: { days: String(after.daysBack), confirmDays: String(after.confirmDays) },
    }
  },
})
